package deadline

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/rpcerr"
)

// Timeouts are the timeouts of one call.
type Timeouts struct {
	// Default is the timeout of a call without a deadline. Max is the largest timeout of any call.
	// Zero means none.
	Default, Max time.Duration
}

// Options configures the interceptors. All functions may be called concurrently.
type Options struct {
	// Timeouts returns the timeouts of a call. Required.
	Timeouts func(fullMethod string, req any) Timeouts
	// Unlimited reports whether the calls of a method keep the caller's deadline unchanged. Nil
	// means that no method is unlimited.
	Unlimited func(fullMethod string) bool
	// Reserve is subtracted from the caller's deadline, up to a tenth of the remaining time.
	Reserve time.Duration
	// Floor is the minimum time that a call needs to be started. Zero means no minimum.
	Floor time.Duration
	// ErrorDomain is the domain of the google.rpc.ErrorInfo in each status. Empty means "coderef".
	ErrorDomain string
}

// maxReserveShare limits the reserve of a short call to 1/maxReserveShare of its time.
const maxReserveShare = 10

// UnaryServerInterceptor sets the deadline of unary calls.
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

// StreamServerInterceptor sets the deadline of streams.
func StreamServerInterceptor(o Options) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if o.unlimited(info.FullMethod) {
			return handler(srv, stream)
		}
		bounded := &boundedStream{
			ServerStream: stream,
			options:      o,
			method:       info.FullMethod,
			ctx:          stream.Context(),
			cancel:       func() {},
		}
		defer func() { bounded.cancel() }() // cancel is set by the first message
		return handler(srv, bounded)
	}
}

// boundedStream is a stream whose context gets its deadline with the first message. As with any
// stream, RecvMsg must not be called concurrently. It must also not run concurrently with Context
// before the first message.
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
		reason := commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED
		message := "the deadline leaves too little time to start the call; no tool ran"
		stage := map[string]string{"stage": "route"}
		return nil, nil, rpcerr.New(o.ErrorDomain, codes.DeadlineExceeded, reason, message, stage).Err()
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	return ctx, cancel, nil
}
