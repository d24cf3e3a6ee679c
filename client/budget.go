package client

import "sync"

// Figures of the budget; service_config.json has the same. A burst of 249 calls
// that a restart of the service interrupts is repeated. While the service stays
// overloaded, there is at most one retry for ten successful calls.
const (
	budgetTokens     = 500
	tokensPerSuccess = 0.1
)

// budget limits retries as gRFC A6 does: a failed call takes a token, a successful
// one returns a part of one, and no call is repeated while half of the tokens or
// fewer are left. It is safe for concurrent use.
type budget struct {
	mu     sync.Mutex
	tokens float64
}

func newBudget() *budget { return &budget{tokens: budgetTokens} }

func (b *budget) succeeded() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = min(b.tokens+tokensPerSuccess, budgetTokens)
}

// failed reports whether the call may be repeated.
func (b *budget) failed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = max(b.tokens-1, 0)
	return b.tokens > budgetTokens/2
}
