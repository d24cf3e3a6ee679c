package retry

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/metadata"
)

// pushback is the trailer that stops a client's retry policy (gRFC A6).
const pushback = "grpc-retry-pushback-ms"

func noRetry() metadata.MD { return metadata.Pairs(pushback, "-1") }

// jitter is the fraction by which the backoff varies in both directions, so that calls that failed
// together are not repeated together.
const jitter = 0.2

// repeatable is an error that states whether its call may be repeated.
type repeatable interface {
	SafeToRetry() bool
	RetryAfter() time.Duration
}

// attemptsError is an error after more than one attempt.
type attemptsError struct {
	err      error
	attempts int
}

func (e *attemptsError) Error() string { return e.err.Error() }
func (e *attemptsError) Unwrap() error { return e.err }

// Attempts returns the number of attempts.
func (e *attemptsError) Attempts() int { return e.attempts }

// call is one call with all its attempts.
type call struct {
	// ctx returns the context of the call. A stream has it only after its first message.
	ctx func() context.Context
	// policy returns the policy of the call. It is called after an attempt, because a stream has it
	// only after its first message.
	policy func() Policy
	// once runs one attempt.
	once func(attempt int) error
	// open reports whether another attempt is possible, because no response was sent.
	open func() bool
	// budget is charged for retries.
	budget *Budget
}

// outcome is how a call ended.
type outcome struct {
	attempts int
	// leave means that the client should not repeat the call either.
	leave bool
	err   error
}

func (c *call) run() outcome {
	for attempt := 1; ; attempt++ {
		err := c.once(attempt)
		policy := c.policy()
		ctx := c.ctx()
		end := outcome{attempts: attempt, leave: attempt > 1, err: err}
		if err == nil {
			c.budget.refund(policy.Server)
			c.record(ctx, attempt)
			return end
		}
		wait, again := c.next(ctx, policy, attempt, err)
		if again && !c.budget.take(policy.Server) {
			again, end.leave = false, true
		}
		if !again {
			end.leave = end.leave && !elsewhere(err)
			c.record(ctx, attempt)
			return end.tried()
		}
		trace.SpanFromContext(ctx).AddEvent("retry", trace.WithAttributes(
			attribute.Int("coderef.attempt", attempt), attribute.Float64("coderef.retry.wait_s", wait.Seconds())))
		if err := sleep(ctx, wait); err != nil {
			end.err = err
			return end.tried()
		}
	}
}

// next reports whether to try again, and after which delay.
func (c *call) next(ctx context.Context, policy Policy, attempt int, err error) (time.Duration, bool) {
	var failure repeatable
	if attempt >= policy.MaxAttempts || !errors.As(err, &failure) || !failure.SafeToRetry() || !c.open() ||
		ctx.Err() != nil {
		return 0, false
	}
	wait := max(spread(policy.Backoff), failure.RetryAfter())
	if end, limited := ctx.Deadline(); limited && time.Until(end) <= wait {
		return 0, false
	}
	return wait, true
}

// elsewhere reports whether another replica, or the successor of this process, may serve the call.
// In that case client retries and server retries do not multiply.
func elsewhere(err error) bool {
	var failure interface{ RetryElsewhere() bool }
	return errors.As(err, &failure) && failure.RetryElsewhere()
}

// spread varies a delay by the jitter.
func spread(delay time.Duration) time.Duration {
	constant := backoff.ExponentialBackOff{
		InitialInterval: delay, MaxInterval: delay, Multiplier: 1, RandomizationFactor: jitter,
	}
	return constant.NextBackOff()
}

func (c *call) record(ctx context.Context, attempts int) {
	trace.SpanFromContext(ctx).SetAttributes(attribute.Int("coderef.attempts", attempts))
}

// tried adds the number of attempts to the error if there was more than one.
func (o outcome) tried() outcome {
	if o.attempts > 1 {
		o.err = &attemptsError{err: o.err, attempts: o.attempts}
	}
	return o
}

// fallback returns the result that the last error holds, or nil.
func (o outcome) fallback() any {
	var held interface{ Fallback() any }
	if !errors.As(o.err, &held) {
		return nil
	}
	return held.Fallback()
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
