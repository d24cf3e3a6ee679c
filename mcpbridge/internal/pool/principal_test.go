package pool_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
)

func starts(t *testing.T, p *pool.Pool, want uint64) {
	t.Helper()
	synctest.Wait()
	if got := p.Status().Starts; got != want {
		t.Errorf("got %d starts, want %d", got, want)
	}
}

// TestPrincipals: each principal has an instance; the first principal gets the instance that
// listed the tools. Beyond MaxPrincipals, the instance that has been unused for longest is
// replaced, but never one in use.
func TestPrincipals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _, stop := open(t, new(memory), pool.SharingPerPrincipal, func(c *pool.Config) { c.MaxPrincipals = 2 })
		defer stop()
		<-p.Settled()
		alice := acquire(t, p, "alice")
		starts(t, p, 1)
		bob := acquire(t, p, "bob")
		starts(t, p, 2)
		if alice.Session() == bob.Session() {
			t.Error("two principals share an instance, want one each")
		}
		_, failure := p.Acquire(t.Context(), "carol")
		if failure == nil || failure.Kind != pool.KindOverloaded || !strings.Contains(failure.Error(), "principals") {
			t.Errorf("got %v for a third principal, want kind %d", failure, pool.KindOverloaded)
		}
		alice.Release()
		advance(time.Second)
		bob.Release()
		acquire(t, p, "carol").Release()
		starts(t, p, 3)
		acquire(t, p, "bob").Release() // now bob's instance has been unused for a shorter time than alice's
		starts(t, p, 3)
		acquire(t, p, "alice").Release()
		starts(t, p, 4)
		if s := p.Status(); s.Exits != 2 || len(s.Instances) != 2 {
			t.Errorf("got %d exits, %d instances, want 2, 2", s.Exits, len(s.Instances))
		}
	})
}

// TestIdleTimeout: an instance ends when its principal has made no call for IdleTimeout.
func TestIdleTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _, stop := open(t, new(memory), pool.SharingPerPrincipal)
		defer stop()
		long := acquire(t, p, "alice")
		advance(time.Hour)
		long.Release()
		for range 3 {
			advance(59 * time.Second)
			acquire(t, p, "alice").Release()
		}
		starts(t, p, 1)
		advance(61 * time.Second)
		if s := p.Status(); s.Exits != 1 || s.State != pool.StateIdle || p.Problem() != nil {
			t.Errorf("got %d exits, state %s, problem %v, want 1, idle, none", s.Exits, s.State, p.Problem())
		}
		acquire(t, p, "alice").Release()
		starts(t, p, 2)
	})
}

// TestInstanceWithoutPrincipal: the instance that lists the tools ends after IdleTimeout when
// it has listed them, and is restarted until then.
func TestInstanceWithoutPrincipal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		m.broken.Store(true)
		p, _, stop := open(t, m, pool.SharingPerPrincipal, func(c *pool.Config) {
			c.Backoff.Initial, c.Backoff.Max = 5*time.Minute, 5*time.Minute // longer than IdleTimeout
		})
		defer stop()
		advance(2 * time.Minute)
		if got := p.State(); got != pool.StateBackoff {
			t.Errorf("got state %s, want backoff", got)
		}
		m.broken.Store(false)
		advance(3*time.Minute + time.Second)
		if got := p.State(); got != pool.StateReady {
			t.Errorf("got state %s after the restart, want ready", got)
		}
		advance(time.Minute)
		if got := p.State(); got != pool.StateIdle {
			t.Errorf("got state %s after IdleTimeout, want idle", got)
		}
	})
}

// TestIdleAfterFailure: an upstream whose only instance failed and was given up remains
// unavailable, because its tools are unknown.
func TestIdleAfterFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		m.broken.Store(true)
		p, c, stop := open(t, m, pool.SharingPerPrincipal)
		defer stop()
		<-c.down
		if _, failure := p.Acquire(t.Context(), "alice"); failure == nil || failure.Kind != pool.KindStartFailed {
			t.Errorf("got %v, want kind %d", failure, pool.KindStartFailed)
		}
		<-c.down // parked
		advance(2 * time.Minute)
		if got := p.State(); got != pool.StateIdle {
			t.Errorf("got state %s, want idle", got)
		}
		if got := p.Problem(); got == nil || got.Kind != pool.KindStartFailed || !errors.Is(got, errStart) {
			t.Errorf("got problem %v, want kind %d, %v", got, pool.KindStartFailed, errStart)
		}
		m.broken.Store(false)
		acquire(t, p, "alice").Release()
		if got := p.Problem(); got != nil {
			t.Errorf("got problem %v after a call, want none", got)
		}
	})
}

// TestPerCallIsHeld: after an instance for a single call could not be started, no other one is
// started before the delay is over, and the crash budget parks them all.
func TestPerCallIsHeld(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		p, c, stop := open(t, m, pool.SharingPerCall)
		defer stop()
		synctest.Wait()
		m.broken.Store(true)
		refused := func(kind pool.Kind, retryIn time.Duration) {
			t.Helper()
			_, failure := p.Acquire(t.Context(), "")
			if failure == nil || failure.Kind != kind || failure.RetryIn != retryIn || !errors.Is(failure, errStart) {
				t.Errorf("got %v, retry in %v, want kind %d, %v, retry in %v", failure, failure.RetryIn, kind, errStart, retryIn)
			}
		}
		refused(pool.KindStartFailed, time.Second)
		<-c.down
		advance(400 * time.Millisecond)
		m.broken.Store(false) // is not noticed yet
		refused(pool.KindStartFailed, 600*time.Millisecond)
		if got := p.Problem(); p.State() != pool.StateBackoff || got == nil || got.RetryIn != 600*time.Millisecond {
			t.Errorf("got state %s, problem %v, want backoff, retry in 600ms", p.State(), got)
		}
		m.broken.Store(true)
		advance(600 * time.Millisecond)
		refused(pool.KindParked, time.Hour)
		if down := <-c.down; down.State != pool.StateParked || p.State() != pool.StateParked {
			t.Errorf("got %+v, state %s, want parked", down, p.State())
		}
		m.broken.Store(false)
		advance(time.Hour)
		acquire(t, p, "").Release()
		starts(t, p, 2) // one to list, one for the last call
		if got := p.Problem(); got != nil {
			t.Errorf("got problem %v, want none", got)
		}
	})
}

// TestPerCallExit: an instance that ends during its call does not affect other calls.
func TestPerCallExit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		p, c, stop := open(t, m, pool.SharingPerCall)
		defer stop()
		<-p.Settled()
		for range 5 { // more than the crash budget
			lease := acquire(t, p, "")
			_ = m.latest.Load().theirs.Close()
			synctest.Wait()
			lease.Release()
		}
		synctest.Wait()
		if s := p.Status(); len(c.down) != 0 || s.LastFailure != nil || s.State != pool.StateIdle || s.Exits != 6 {
			t.Errorf("got %d failures, last %v, state %s, %d exits, want none, idle, 6",
				len(c.down), s.LastFailure, s.State, s.Exits)
		}
	})
}
