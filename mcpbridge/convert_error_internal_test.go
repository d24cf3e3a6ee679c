package mcpbridge

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
)

// TestPoolError: each kind of failure of a pool becomes its own kind of Error, which
// states whether the call may be repeated.
func TestPoolError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind      pool.Kind
		want      Kind
		safeRetry bool
	}{
		{pool.KindUnavailable, KindServerUnavailable, true},
		{pool.KindParked, KindServerParked, false},
		{pool.KindStartFailed, KindSpawnFailed, true},
		{pool.KindHandshakeFailed, KindHandshakeFailed, true},
		{pool.KindExited, KindServerExited, true},
		{pool.KindOverloaded, KindOverloaded, true},
		{pool.KindContext, KindCanceled, false},
		{pool.KindClosed, KindClosed, false},
	} {
		got := poolError("s", &pool.Error{Kind: tt.kind, Stage: pool.StageStart, RetryIn: time.Second})
		if got.Kind != tt.want || got.SafeToRetry() != tt.safeRetry || got.RetryAfter() != time.Second || got.Server != "s" {
			t.Errorf("kind %d of a pool: got %v (%v, safe to retry %t, after %v), want %v, %t, 1s",
				tt.kind, got, got.Kind, got.SafeToRetry(), got.RetryAfter(), tt.want, tt.safeRetry)
		}
	}
}

// TestPoolErrorCause: the cause of a parked server is an Error, and its own cause can be
// found.
func TestPoolErrorCause(t *testing.T) {
	t.Parallel()
	spawn := &pool.Error{Kind: pool.KindStartFailed, Stage: pool.StageStart, Err: fs.ErrNotExist}
	got := poolError("s", &pool.Error{Kind: pool.KindParked, Err: spawn})
	var cause *Error
	if !errors.As(got.Unwrap(), &cause) || cause.Kind != KindSpawnFailed || cause.Server != "s" ||
		!errors.Is(got, fs.ErrNotExist) {
		t.Errorf("got %v with cause %v, want a spawn failure of server s caused by %v", got, cause, fs.ErrNotExist)
	}
}
