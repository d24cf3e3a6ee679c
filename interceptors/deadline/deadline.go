// Package deadline gives every call a deadline.
//
// A call without a deadline gets the configured default. A deadline beyond the
// configured maximum is shortened to it. A reserve is subtracted from the caller's
// deadline, so that the status of this service, which names the stage that used up
// the time, arrives before the caller's own timer ends the call. A call with less
// than the floor left fails with DEADLINE_EXCEEDED, which is also its reason, before
// the handler runs.
//
// The policy of a stream is looked up with its first message. A stream of an
// unlimited method keeps the caller's deadline.
package deadline

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/rpcerr"
)

// Timeouts of one call.
type Timeouts struct {
	// Default is the timeout of a call without a deadline, Max the largest of any
	// call. Zero: none.
	Default, Max time.Duration
}

// Options of the interceptors. All functions may be called concurrently.
type Options struct {
	// Timeouts returns the timeouts of a call. Required.
	Timeouts func(fullMethod string, req any) Timeouts
	// Unlimited reports whether the calls of a method keep the caller's deadline
	// unchanged. Nil: no method is unlimited.
	Unlimited func(fullMethod string) bool
	// Reserve is kept back from the caller's deadline, but never more than a
	// tenth of the time that is left.
	Reserve time.Duration
	// Floor is the least time that a call is started with. Zero: any time.
	Floor time.Duration
	// ErrorDomain is the domain of the google.rpc.ErrorInfo in each status. Empty:
	// "coderef".
	ErrorDomain string
}

// maxReserveShare bounds the reserve of short calls.
const maxReserveShare = 10

// UnaryServerInterceptor bounds unary calls.
func UnaryServerInterceptor(o Options) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		if o.unlimited(info.FullMethod) {
			return handler(ctx, req)
		}
		ctx, cancel, err := o.bound(ctx, info.FullMethod, req)
		if err != nil {
			return nil, err
		}
		defer cancel()
		return handler(ctx, req)
	}
}

// StreamServerInterceptor bounds streams.
func StreamServerInterceptor(o Options) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if o.unlimited(info.FullMethod) {
			return handler(srv, stream)
		}
		bounded := &boundedStream{ServerStream: stream, options: o, method: info.FullMethod, ctx: stream.Context(), cancel: func() {}}
		defer func() { bounded.cancel() }() // the one that the first message brings
		return handler(srv, bounded)
	}
}

// boundedStream is a stream whose context gets its deadline with the first
// message. Like any stream's, RecvMsg must not be called concurrently, nor
// together with Context before the first message.
type boundedStream struct {
	grpc.ServerStream
	options Options
	method  string
	ctx     context.Context
	cancel  context.CancelFunc
	bound   bool
}

func (s *boundedStream) Context() context.Context { return s.ctx }

func (s *boundedStream) RecvMsg(m any) error {
	if err := s.ServerStream.RecvMsg(m); err != nil || s.bound {
		return err
	}
	s.bound = true
	ctx, cancel, err := s.options.bound(s.ctx, s.method, m)
	if err != nil {
		return err
	}
	s.ctx, s.cancel = ctx, cancel
	return nil
}

func (o Options) unlimited(method string) bool { return o.Unlimited != nil && o.Unlimited(method) }

// bound returns ctx with the deadline of the call.
func (o Options) bound(ctx context.Context, method string, req any) (context.Context, context.CancelFunc, error) {
	limits := o.Timeouts(method, req)
	timeout, limited := limits.Default, limits.Default > 0
	if end, ok := ctx.Deadline(); ok {
		left := time.Until(end)
		timeout, limited = left-min(o.Reserve, max(left, 0)/maxReserveShare), true
	}
	if limits.Max > 0 && (!limited || timeout > limits.Max) {
		timeout, limited = limits.Max, true
	}
	if !limited {
		return ctx, func() {}, nil
	}
	if timeout < o.Floor || timeout <= 0 {
		return nil, nil, rpcerr.New(o.ErrorDomain, codes.DeadlineExceeded, commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED,
			"the deadline leaves too little time to start the call; nothing ran", map[string]string{"stage": "route"}).Err()
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	return ctx, cancel, nil
}
