package interceptors

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/errstatus"
	"github.com/coderef-system/coderefd/interceptors/logging"
	"github.com/coderef-system/coderefd/interceptors/recovery"
	"github.com/coderef-system/coderefd/interceptors/requestid"
	"github.com/coderef-system/coderefd/interceptors/retry"
	"github.com/coderef-system/coderefd/interceptors/validate"
	"github.com/coderef-system/coderefd/internal/method"
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

// Config configures the chain. Policies and Status are required.
type Config struct {
	// Logger receives log records for operators. Nil discards them.
	Logger *slog.Logger
	// Policies returns the policy of each call.
	Policies Lookup
	// Status converts an error of a handler that is not a status. It must not return
	// OK. The domain of its ErrorInfo is up to it.
	Status func(error) *status.Status
	// ErrorDomain is the domain of the google.rpc.ErrorInfo in the statuses that the
	// links return themselves. Empty: "coderef".
	ErrorDomain string
	// Reserve is subtracted from the caller's deadline, so that this service's own
	// DEADLINE_EXCEEDED arrives before the caller's timer ends the call.
	Reserve time.Duration
	// Floor is the least time, after the reserve, that a call is started with.
	Floor time.Duration
	// RetryBudget of each server.
	RetryBudget RetryBudget
	// RequestBytes is the size of the largest request message. Zero: not checked
	// here. Set the server's own receive limit to RequestBytes + [ReceiveHeadroom]:
	// its status for a larger message has no ErrorInfo.
	RequestBytes int
}

// Chain returns the chain, outermost first.
func Chain(cfg Config) ([]Link, error) {
	if cfg.Policies == nil || cfg.Status == nil {
		return nil, errors.New("interceptors: Policies and Status are required")
	}
	logger := cfg.Logger
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	methods := method.Read()
	validator, err := validate.NewValidator(requests(methods)...)
	if err != nil {
		return nil, fmt.Errorf("interceptors: %w", err)
	}
	budget, err := cfg.budget()
	if err != nil {
		return nil, fmt.Errorf("interceptors: %w", err)
	}
	limits := cfg.deadlines(methods)
	panics := recovery.Options{Logger: logger, ErrorDomain: cfg.ErrorDomain}
	checks := validate.Options{Validator: validator, MaxBytes: cfg.RequestBytes, ErrorDomain: cfg.ErrorDomain}
	retries := cfg.retries(budget)
	records := logging.Options{Logger: logger, Quiet: func(name string) bool { return methods.Of(name).Auxiliary }}
	return []Link{
		{
			Name:   "recovery",
			Why:    "outermost, so that a panic of any other link is answered too",
			Unary:  recovery.UnaryServerInterceptor(panics),
			Stream: recovery.StreamServerInterceptor(panics),
		},
		{
			Name:   "requestid",
			Why:    "before all that logs or refuses, so that every answer and record has the id",
			Unary:  requestid.UnaryServerInterceptor(),
			Stream: requestid.StreamServerInterceptor(),
		},
		{
			Name:   "logging",
			Why:    "outside everything that can refuse a call, so that refusals are seen with their final status",
			Unary:  logging.UnaryServerInterceptor(records),
			Stream: logging.StreamServerInterceptor(records),
		},
		// metrics: here, for the same reason as logging.
		{
			Name:   "recovery.call",
			Why:    "inside logging, so that a panic of a handler is logged under the call's id and counts as its end",
			Unary:  recovery.UnaryServerInterceptor(panics),
			Stream: recovery.StreamServerInterceptor(panics),
		},
		// authentication: here, before anything that costs or reveals something.
		// authorisation: after authentication, at the first message of a stream.
		// rate limit: after authorisation, so that it counts by principal and no
		// stranger uses up another's share.
		{
			Name:   "deadline",
			Why:    "outside validation and retry: one deadline covers all attempts",
			Unary:  deadline.UnaryServerInterceptor(limits),
			Stream: deadline.StreamServerInterceptor(limits),
		},
		{
			Name:   "validate",
			Why:    "outside retry, since what is wrong once is wrong again",
			Unary:  validate.UnaryServerInterceptor(checks),
			Stream: validate.StreamServerInterceptor(checks),
		},
		{
			Name:   "errstatus",
			Why:    "outside retry, which reads domain errors; inside the rest, which reads statuses",
			Unary:  errstatus.UnaryServerInterceptor(cfg.Status),
			Stream: errstatus.StreamServerInterceptor(cfg.Status),
		},
		{
			Name:   "retry",
			Why:    "innermost: it runs the handler again and nothing else",
			Unary:  retry.UnaryServerInterceptor(retries),
			Stream: retry.StreamServerInterceptor(retries),
		},
	}, nil
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
