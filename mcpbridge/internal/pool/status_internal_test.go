package pool

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
)

// instant is a worker at one moment.
type instant struct {
	state   State
	failure *Error
	retryIn time.Duration // 0: none
	calls   int           // in flight, if the worker has an instance
}

// TestStatusOfSeveralInstances: the upstream has the state of its most usable instance, and
// the problem of the one that is started next.
func TestStatusOfSeveralInstances(t *testing.T) {
	t.Parallel()
	exited := &Error{Kind: KindExited, Stage: StageCall, Err: errors.New("exit status 1")}
	missing := &Error{Kind: KindStartFailed, Stage: StageStart, Err: fs.ErrNotExist}
	for _, tt := range []struct {
		name       string
		workers    []instant
		state      State
		problem    *Error // only Kind and RetryIn
		restarting bool
		retryIn    time.Duration
	}{
		{name: "one ready", workers: []instant{{state: StateReady}}, state: StateReady, restarting: true},
		{
			name: "one busy", workers: []instant{{state: StateReady}, {state: StateReady, calls: 1}}, state: StateBusy,
			restarting: true,
		},
		{
			name: "one suspect", workers: []instant{{state: StateSuspect, calls: 1}, {state: StateStarting}},
			state: StateSuspect, restarting: true,
		},
		{
			name: "one ready, one down", workers: []instant{{StateBackoff, exited, time.Second, 0}, {state: StateReady}},
			state: StateReady, restarting: true, retryIn: time.Second,
		},
		{
			name: "first start", workers: []instant{{state: StateStarting}}, state: StateStarting,
			problem: &Error{Kind: KindUnavailable, RetryIn: 7 * time.Second}, restarting: true,
		},
		{
			name: "one starting, one parked", workers: []instant{{StateParked, exited, time.Hour, 0}, {state: StateStarting}},
			state: StateStarting, problem: &Error{Kind: KindUnavailable, RetryIn: 7 * time.Second}, restarting: true,
			retryIn: time.Hour,
		},
		{
			name:    "both down",
			workers: []instant{{StateBackoff, missing, time.Minute, 0}, {StateBackoff, exited, time.Second, 0}},
			state:   StateBackoff, problem: &Error{Kind: KindUnavailable, RetryIn: time.Second}, restarting: true,
			retryIn: time.Second,
		},
		{
			name:    "down and parked",
			workers: []instant{{StateBackoff, exited, time.Minute, 0}, {StateParked, exited, time.Second, 0}},
			state:   StateBackoff, problem: &Error{Kind: KindParked, RetryIn: time.Second}, restarting: true,
			retryIn: time.Second,
		},
		{
			name: "all parked", workers: []instant{{StateParked, exited, time.Hour, 0}}, state: StateParked,
			problem: &Error{Kind: KindParked, RetryIn: time.Hour}, retryIn: time.Hour,
		},
		{
			name: "missing program", workers: []instant{{StateBackoff, missing, time.Second, 0}}, state: StateBackoff,
			problem: &Error{Kind: KindStartFailed, RetryIn: time.Second}, retryIn: time.Second,
		},
		{
			name: "restart that is due", workers: []instant{{StateBackoff, exited, -time.Second, 0}}, state: StateBackoff,
			problem: &Error{Kind: KindUnavailable, RetryIn: time.Millisecond}, restarting: true, retryIn: -time.Second,
		},
		{
			name: "stopping", workers: []instant{{state: StateStopping}}, state: StateStopping,
			problem: &Error{Kind: KindUnavailable, RetryIn: 7 * time.Second}, restarting: true,
		},
		{name: "none", state: StateIdle},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := New(t.Context(), t.Context(), Config{
					Sharing: SharingShared, Backoff: backoff.Policy{Initial: 7 * time.Second}, MaxInFlight: 1,
				})
				now := time.Now()
				g := p.newGroup(len(tt.workers), false)
				p.groups[""] = g
				for i, at := range tt.workers {
					w := g.workers[i]
					w.state, w.failure, w.parked, w.pid = at.state, at.failure, at.state == StateParked, i+1
					if at.retryIn != 0 {
						w.retryAt = now.Add(at.retryIn)
					}
					if at.state == StateReady || at.state == StateSuspect {
						w.inst = &instance{inFlight: at.calls}
					}
				}
				status := p.Status()
				if status.State != tt.state || p.State() != tt.state || len(status.Instances) != len(tt.workers) {
					t.Errorf("got state %s, %d instances, want %s, %d", status.State, len(status.Instances), tt.state, len(tt.workers))
				}
				for i, inst := range status.Instances {
					if inst.PID != i+1 || inst.InFlight != tt.workers[i].calls {
						t.Errorf("got instance %+v, want process %d, %d calls", inst, i+1, tt.workers[i].calls)
					}
				}
				var retryAt time.Time
				if tt.retryIn != 0 {
					retryAt = now.Add(tt.retryIn)
				}
				if !status.RetryAt.Equal(retryAt) {
					t.Errorf("got next start at %v, want %v", status.RetryAt, retryAt)
				}
				if got := p.Restarting(); got != tt.restarting {
					t.Errorf("got restarting %t, want %t", got, tt.restarting)
				}
				switch got := p.Problem(); {
				case (got == nil) != (tt.problem == nil):
					t.Errorf("got problem %v, want %v", got, tt.problem)
				case got != nil && (got.Kind != tt.problem.Kind || got.RetryIn != tt.problem.RetryIn):
					t.Errorf("got kind %d, retry in %v, want %d, %v", got.Kind, got.RetryIn, tt.problem.Kind, tt.problem.RetryIn)
				}
			})
		})
	}
}

// TestPermanentFailure: only a failure that the next start repeats is permanent.
func TestPermanentFailure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		kind Kind
		err  error
		want bool
	}{
		{"missing program", KindStartFailed, &fs.PathError{Op: "fork", Path: "/x", Err: syscall.ENOENT}, true},
		{"not executable", KindStartFailed, syscall.EACCES, true},
		{"not a program", KindStartFailed, syscall.ENOEXEC, true},
		{"too many processes", KindStartFailed, syscall.EAGAIN, false},
		{"missing file in a handshake", KindHandshakeFailed, fs.ErrNotExist, false},
		{"exit", KindExited, fs.ErrNotExist, false},
	} {
		if got := (&Error{Kind: tt.kind, Err: tt.err}).permanent(); got != tt.want {
			t.Errorf("%s: got %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestFailureOfACallWhileDown: a call gets the reason why the instance is down, as the cause
// of its own failure where the two differ.
func TestFailureOfACallWhileDown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		kind  Kind
		state State
		want  Kind
		cause bool // the failure is the cause
	}{
		{"exited", KindExited, StateBackoff, KindUnavailable, true},
		{"exited, parked", KindExited, StateParked, KindParked, true},
		{"not started", KindStartFailed, StateBackoff, KindStartFailed, false},
		{"not started, parked", KindStartFailed, StateParked, KindParked, true},
		{"handshake", KindHandshakeFailed, StateBackoff, KindHandshakeFailed, false},
	} {
		failure := &Error{Kind: tt.kind, Stage: StageCall, Err: errors.New("broken")}
		got := failure.asDown(tt.state)
		if got.Kind != tt.want || got.Stage != StageStart || errors.Is(got, failure) != tt.cause ||
			!errors.Is(got, failure.Err) {
			t.Errorf("%s: got %+v, want kind %d, caused by the failure: %t", tt.name, got, tt.want, tt.cause)
		}
		if failure.Kind != tt.kind || failure.Stage != StageCall {
			t.Errorf("%s: the failure was changed to %+v, want kind %d in stage %s", tt.name, failure, tt.kind, StageCall)
		}
	}
}
