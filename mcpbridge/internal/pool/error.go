package pool

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"
)

// Kind classifies an Error.
type Kind int

// The values of Kind.
const (
	// KindUnavailable means that no instance is up. While one is down after a failure,
	// Err is that *Error.
	KindUnavailable Kind = iota
	// KindParked means that the crash budget is spent. Err is the *Error that spent it.
	KindParked
	// KindStartFailed means that an instance could not be started at all.
	KindStartFailed
	// KindHandshakeFailed means that an instance did not complete the MCP handshake.
	KindHandshakeFailed
	// KindExited means that an instance ended, during the handshake if Stage is
	// StageStart.
	KindExited
	// KindOverloaded means that too many calls wait, or too many principals have open
	// calls.
	KindOverloaded
	// KindContext means that the caller's context ended; Err is its error.
	KindContext
	// KindClosed means that the bridge is closing.
	KindClosed
)

// Stage is the stage of a call that failed.
type Stage string

// The values of Stage.
const (
	StageQueue Stage = "queue"  // waiting for a slot
	StageStart Stage = "start"  // waiting for an instance and its handshake
	StageCall  Stage = "server" // the instance was in use
)

// Error is why an instance went down, or why a call got no slot. It is immutable.
type Error struct {
	Kind  Kind
	Stage Stage
	// RetryIn is the delay after which another attempt may succeed; zero: unknown.
	RetryIn time.Duration
	// Ran is the time from the start of the instance to its failure, if one failed.
	Ran time.Duration
	// Err is the cause, if there is one.
	Err error
}

func (f *Error) Error() string {
	return fmt.Sprintf("failure %d in stage %s: %v", f.Kind, f.Stage, f.Err)
}

// Unwrap returns the cause.
func (f *Error) Unwrap() error { return f.Err }

// asDown returns the failure of a call that finds the instance down for this reason.
func (f *Error) asDown(state State) *Error {
	out := *f
	out.Stage = StageStart
	switch {
	case state == StateParked:
		out.Kind, out.Err = KindParked, f
	case f.Kind != KindStartFailed && f.Kind != KindHandshakeFailed:
		out.Kind, out.Err = KindUnavailable, f
	}
	return &out
}

// permanent reports whether the next start will fail for the same reason, because the
// program is missing or may not be executed.
func (f *Error) permanent() bool {
	return f.Kind == KindStartFailed &&
		(errors.Is(f, fs.ErrNotExist) || errors.Is(f, fs.ErrPermission) || errors.Is(f, syscall.ENOEXEC))
}

// retryIn returns a copy with another RetryIn, at least 1 ms.
func (f *Error) retryIn(d time.Duration) *Error {
	out := *f
	out.RetryIn = max(d, time.Millisecond)
	return &out
}
