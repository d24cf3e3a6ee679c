package retry

import (
	"errors"
	"sync"
	"time"
)

// Policy is the retry policy of one call.
type Policy struct {
	// Server is the server whose budget is charged. Empty means that no budget is charged.
	Server string
	// MaxAttempts includes the first attempt. A value below 2 disables retries.
	MaxAttempts int
	// Backoff is the delay before each retry. It varies randomly by up to 20% in both directions.
	Backoff time.Duration
}

// Options configures the interceptors.
type Options struct {
	// Policy returns the policy of a call. Required. It is called concurrently.
	Policy func(fullMethod string, req any) Policy
	// Budget bounds the retries. Nil means no bound.
	Budget *Budget
}

// Budget bounds the retries of each server with a token bucket, so that retries cannot multiply the
// load on a failing server. It is safe for concurrent use.
type Budget struct {
	tokens, ratio float64

	mu      sync.Mutex
	buckets map[string]float64
}

// NewBudget returns a budget with full buckets of the given size. A retry takes one token; a call
// that succeeds returns ratio of a token. There is one bucket per configured server.
func NewBudget(tokens int, ratio float64) (*Budget, error) {
	if tokens < 1 || ratio < 0 || ratio > 1 {
		return nil, errors.New("retry: a budget requires at least one token and a ratio between 0 and 1")
	}
	return &Budget{tokens: float64(tokens), ratio: ratio, buckets: make(map[string]float64)}, nil
}

// take takes a token for a retry. It returns false if the budget is spent.
func (b *Budget) take(server string) bool {
	if b == nil || server == "" {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	left := b.left(server)
	if left < 1 {
		return false
	}
	b.buckets[server] = left - 1
	return true
}

// refund returns a part of a token.
func (b *Budget) refund(server string) {
	if b == nil || server == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if left, used := b.buckets[server]; used {
		b.buckets[server] = min(left+b.ratio, b.tokens)
	}
}

func (b *Budget) left(server string) float64 {
	if left, used := b.buckets[server]; used {
		return left
	}
	return b.tokens
}
