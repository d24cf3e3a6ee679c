package interceptors

import (
	"errors"
	"log/slog"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
)

// Link is one interceptor in the chain.
type Link struct {
	// Name of the concern.
	Name string
	// Why it stands where it stands.
	Why    string
	Unary  grpc.UnaryServerInterceptor
	Stream grpc.StreamServerInterceptor
}

// Policy is what is configured for one call.
type Policy struct {
	// Server and Tool that the call is for; empty where it is for none.
	Server, Tool string
	// DefaultTimeout is given to a call without a deadline, MaxTimeout caps all.
	// Zero: none.
	DefaultTimeout, MaxTimeout time.Duration
	// MaxAttempts counts the first; below 2 nothing is repeated.
	MaxAttempts int
	// Backoff between attempts, before jitter.
	Backoff time.Duration
}

// Lookup finds the policy of a call. It may be called concurrently.
type Lookup interface {
	// Policy returns the policy for a method. The request is nil while it is not
	// known yet.
	Policy(fullMethod string, req any) Policy
}

// RetryBudget bounds the retries of one server, so that they cannot multiply the
// load on one that fails.
type RetryBudget struct {
	// Tokens that a server starts with and can have at most; a retry takes one.
	// Zero: retries are not bounded.
	Tokens int
	// Ratio of a token that an answered call gives back.
	Ratio float64
}

// Config holds what the chain is built from.
type Config struct {
	// Logger takes operators' records. Nil discards them.
	Logger *slog.Logger
	// Policies and Status are required.
	Policies Lookup
	// Status turns a domain error into a status.
	Status func(error) *status.Status
	// Reserve of the caller's time is kept back, so that this service's own answer
	// to a missed deadline arrives before the caller's timer ends the call.
	Reserve time.Duration
	// Floor is the least time, after the reserve, that a call is started with.
	Floor time.Duration
	// RetryBudget of each server.
	RetryBudget RetryBudget
	// RequestBytes is the largest request message; zero: not checked here.
	RequestBytes int
}

// Chain returns the chain, outermost first.
func Chain(cfg Config) ([]Link, error) {
	if cfg.Policies == nil || cfg.Status == nil {
		return nil, errors.New("interceptors: Policies and Status are required")
	}
	return nil, nil
}

// ServerOptions returns the options that put links in front of every handler.
func ServerOptions(links []Link) []grpc.ServerOption {
	unary := make([]grpc.UnaryServerInterceptor, 0, len(links))
	stream := make([]grpc.StreamServerInterceptor, 0, len(links))
	for _, link := range links {
		unary = append(unary, link.Unary)
		stream = append(stream, link.Stream)
	}
	return []grpc.ServerOption{grpc.ChainUnaryInterceptor(unary...), grpc.ChainStreamInterceptor(stream...)}
}
