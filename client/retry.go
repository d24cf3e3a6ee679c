package client

import (
	"context"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Figures of retries; service_config.json has the same.
const (
	maxAttempts    = 4
	initialBackoff = 200 * time.Millisecond
	maxBackoff     = 5 * time.Second
	multiplier     = 2
	// jitter is the fraction by which a delay varies in both directions, so that calls
	// that failed together are not repeated together.
	jitter = 0.2
)

// pushback is the trailer by which a server asks for a delay, or, with a negative
// or malformed value, for no further attempt (gRFC A6).
const pushback = "grpc-retry-pushback-ms"

// notByGRPC keeps gRPC from repeating a stream that the retrier repeats; together,
// they would exceed maxAttempts. It works because gRPC repeats no call whose
// messages exceed this buffer.
var notByGRPC = grpc.MaxRetryRPCBufferSize(0) //nolint:gochecknoglobals // a constant of an interface type

// retrier repeats calls that the service config does not cover.
type retrier struct {
	attempts int
	budget   *budget
}

func newRetrier(failFast bool) retrier {
	r := retrier{attempts: maxAttempts, budget: newBudget()}
	if failFast {
		r.attempts = 1
	}
	return r
}

// do calls attempt until it succeeds or must not be repeated, and returns its last
// error. Each call of attempt also returns the trailer of the RPC. may(err) reports
// whether err permits another attempt.
func (r *retrier) do(ctx context.Context, may func(error) bool, attempt func() (metadata.MD, error)) error {
	delays := backoff.ExponentialBackOff{
		InitialInterval: initialBackoff, MaxInterval: maxBackoff, Multiplier: multiplier, RandomizationFactor: jitter,
	}
	for n := 1; ; n++ {
		trailer, err := attempt()
		if err == nil {
			r.budget.succeeded()
			return nil
		}
		if !may(err) {
			return err
		}
		delay, allowed := retryDelay(err, trailer, delays.NextBackOff())
		// The failure counts, whether it can be repeated or not.
		if !r.budget.failed() || !allowed || n >= r.attempts || !wait(ctx, delay) {
			return err
		}
	}
}

// retryUnary is the interceptor that repeats unary calls that may have side
// effects. gRPC also reports UNAVAILABLE if a connection breaks during a call. The
// tool may then have run, so only the service's own UNAVAILABLE counts. This also
// applies to IDEMPOTENT methods: the response of a second Tag would not list the
// changes of the first.
func (c *Client) retryUnary(
	ctx context.Context, method string, req, reply any,
	conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption,
) error {
	if c.methods.Of(method).NoSideEffects {
		return invoke(ctx, method, req, reply, conn, opts...)
	}
	return c.retry.do(ctx, nothingRan, func() (metadata.MD, error) {
		var trailer metadata.MD
		// The cap makes append copy: the caller's slice may have room for more.
		err := invoke(ctx, method, req, reply, conn, append(opts[:len(opts):len(opts)], grpc.Trailer(&trailer))...)
		return trailer, err
	})
}

// nothingRan reports whether the service itself states that the tool did not run,
// or may safely run again.
func nothingRan(err error) bool {
	details, ok := Details(err)
	return ok && status.Code(err) == codes.Unavailable && !details.MaybeExecuted()
}

// interrupted reports whether a call failed because the service or the upstream
// server went away, whether or not the tool ran.
func interrupted(err error) bool {
	if status.Code(err) == codes.Aborted {
		details, _ := Details(err)
		return details.MaybeExecuted()
	}
	return status.Code(err) == codes.Unavailable
}

// retryDelay returns the delay before the next attempt, and whether the server
// permits one. The delay is the one that the server asks for; if it asks for none,
// the result is the parameter "own".
func retryDelay(err error, trailer metadata.MD, own time.Duration) (time.Duration, bool) {
	if values := trailer.Get(pushback); len(values) > 0 {
		ms, err := strconv.ParseUint(values[0], 10, 31)
		return time.Duration(ms) * time.Millisecond, err == nil
	}
	details, _ := Details(err)
	if delay, ok := details.RetryDelay(); ok {
		return delay, true
	}
	return own, true
}

// wait waits for the delay and reports true, or reports false at once if the delay
// does not fit the deadline, and as soon as the context ends.
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
