package client

import (
	"context"
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Calls that may have side effects are repeated by these, not by the service config: gRPC gives
// UNAVAILABLE also when a connection breaks during a call, after which the tool
// may have run. Only the service's own UNAVAILABLE, which carries an ErrorInfo,
// says that it is safe to call again.
const (
	callAttempts   = 4
	initialBackoff = 200 * time.Millisecond
	maxBackoff     = 5 * time.Second
)

// pushback is the trailer by which a server asks for a pause, or, with a negative
// value, for no more attempts (gRPC proposal A6).
const pushback = "grpc-retry-pushback-ms"

// sideEffects reports the unary methods that may change something.
func sideEffects(method string) bool {
	switch method {
	case toolv1.ToolService_CallTool_FullMethodName, codeintelv1.CodeIntelService_Tag_FullMethodName, codeintelv1.CodeIntelService_Export_FullMethodName:
		return true
	default:
		return false
	}
}

// retryCalls is a client interceptor that repeats calls that may have side effects.
func retryCalls(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if !sideEffects(method) {
		return invoke(ctx, method, req, reply, conn, opts...)
	}
	for attempt, backoff := 1, initialBackoff; ; attempt, backoff = attempt+1, min(2*backoff, maxBackoff) {
		var trailer metadata.MD
		// A slice of its own: the caller's may have room that appending would fill.
		err := invoke(ctx, method, req, reply, conn, append(opts[:len(opts):len(opts)], grpc.Trailer(&trailer))...)
		delay, again := retryDelay(err, trailer, backoff)
		if !again || attempt == callAttempts || !wait(ctx, delay) {
			return err
		}
	}
}

// retryDelay says whether a failed call may be repeated, and after how long.
func retryDelay(err error, trailer metadata.MD, backoff time.Duration) (time.Duration, bool) {
	if status.Code(err) != codes.Unavailable {
		return 0, false
	}
	if _, ok := Reason(err); !ok {
		return 0, false
	}
	if values := trailer.Get(pushback); len(values) > 0 {
		ms, err := strconv.Atoi(values[0])
		return time.Duration(ms) * time.Millisecond, err == nil && ms >= 0
	}
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok {
			return info.GetRetryDelay().AsDuration(), true
		}
	}
	return backoff, true
}

// wait reports whether the delay fits into the caller's time, after it passed.
func wait(ctx context.Context, delay time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= delay {
		return false
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
