package interceptors

import (
	"errors"
	"fmt"
	"log/slog"

	"google.golang.org/grpc"

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
	// Why is the reason for the position of the link.
	Why    string
	Unary  grpc.UnaryServerInterceptor
	Stream grpc.StreamServerInterceptor
}

// Chain returns the chain, outermost first.
//
// Put a new link inside the links that must observe its result. Put it outside the links whose
// result it must observe, and outside the links that need not run for a call that it rejects.
// For example, a link that can reject calls, such as authentication, belongs between
// recovery.call and deadline.
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
	limits := cfg.deadlines(methods)
	panics := recovery.Options{Logger: logger, ErrorDomain: cfg.ErrorDomain}
	checks := validate.Options{Validator: validator, MaxBytes: cfg.RequestBytes, ErrorDomain: cfg.ErrorDomain}
	retries := cfg.retries()
	records := logging.Options{Logger: logger, Quiet: func(name string) bool { return methods.Of(name).Auxiliary }}
	return []Link{
		{
			Name:   "recovery",
			Why:    "outermost, so that a panic in any other link also returns a status",
			Unary:  recovery.UnaryServerInterceptor(panics),
			Stream: recovery.StreamServerInterceptor(panics),
		},
		{
			Name:   "requestid",
			Why:    "before every link that logs or rejects, so that every response and record has the id",
			Unary:  requestid.UnaryServerInterceptor(),
			Stream: requestid.StreamServerInterceptor(),
		},
		{
			Name:   "logging",
			Why:    "outside every link that can reject a call, so that these calls are logged with their final status",
			Unary:  logging.UnaryServerInterceptor(records),
			Stream: logging.StreamServerInterceptor(records),
		},
		{
			Name:   "recovery.call",
			Why:    "inside logging, so that a panic in a handler is logged as the end of the call, with its id",
			Unary:  recovery.UnaryServerInterceptor(panics),
			Stream: recovery.StreamServerInterceptor(panics),
		},
		{
			Name:   "deadline",
			Why:    "outside validation and retry: one deadline covers all attempts",
			Unary:  deadline.UnaryServerInterceptor(limits),
			Stream: deadline.StreamServerInterceptor(limits),
		},
		{
			Name:   "validate",
			Why:    "outside retry, because an invalid request is invalid in every attempt",
			Unary:  validate.UnaryServerInterceptor(checks),
			Stream: validate.StreamServerInterceptor(checks),
		},
		{
			Name:   "errstatus",
			Why:    "outside retry, which requires domain errors; inside the other links, which require statuses",
			Unary:  errstatus.UnaryServerInterceptor(cfg.Status),
			Stream: errstatus.StreamServerInterceptor(cfg.Status),
		},
		{
			Name:   "retry",
			Why:    "innermost: it repeats only the handler",
			Unary:  retry.UnaryServerInterceptor(retries),
			Stream: retry.StreamServerInterceptor(retries),
		},
	}, nil
}

// ServerOptions returns the options that run links before every handler.
func ServerOptions(links []Link) []grpc.ServerOption {
	unary := make([]grpc.UnaryServerInterceptor, 0, len(links))
	stream := make([]grpc.StreamServerInterceptor, 0, len(links))
	for _, link := range links {
		unary = append(unary, link.Unary)
		stream = append(stream, link.Stream)
	}
	return []grpc.ServerOption{grpc.ChainUnaryInterceptor(unary...), grpc.ChainStreamInterceptor(stream...)}
}
