package retry

import (
	"errors"
	"sync"
	"time"
)

// Policy of one call.
type Policy struct {
	// Server whose budget pays; empty: none does.
	Server string
	// MaxAttempts counts the first; below 2 nothing is repeated.
	MaxAttempts int
	// Backoff is the wait before each repetition, spread by a fifth either way.
	Backoff time.Duration
}

// Options of the interceptors.
type Options struct {
	// Policy returns the policy of a call. Required; called concurrently.
	Policy func(fullMethod string, req any) Policy
	// Budget bounds repetitions; nil: not bounded.
	Budget *Budget
}

// Budget bounds the repetitions of each server by a bucket of tokens, so that
// they cannot multiply the load on one that fails. It is safe for concurrent use.
type Budget struct {
	tokens, ratio float64

	mu      sync.Mutex
	buckets map[string]float64
}

// NewBudget returns a budget with full buckets of the given size; a repetition
// takes one token, an answered call gives back ratio of one. The names of servers
// are the configured ones, so there are few buckets.
func NewBudget(tokens int, ratio float64) (*Budget, error) {
	if tokens < 1 || ratio < 0 || ratio > 1 {
		return nil, errors.New("retry: a budget needs at least one token and a ratio from 0 to 1")
	}
	return &Budget{tokens: float64(tokens), ratio: ratio, buckets: make(map[string]float64)}, nil
}

// take pays for a repetition; false: the budget is spent.
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

// answered gives back a part of a token.
func (b *Budget) answered(server string) {
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
