package pool_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// TestWaitingCallEnds: a call that waits in any stage ends with its context and with the pool.
// It leaves its place in the queue.
func TestWaitingCallEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		sharing  pool.Sharing
		starting bool // the instance does not complete its handshake
		stage    pool.Stage
	}{
		{"for an instance", pool.SharingShared, true, pool.StageStart},
		{"for the instance of a principal", pool.SharingPerPrincipal, true, pool.StageStart},
		{"for a slot", pool.SharingShared, false, pool.StageQueue},
		{"at the gate", pool.SharingPerCall, false, pool.StageQueue},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := new(memory)
				if tt.starting {
					m.reply = silent
				}
				p, _, stop := open(t, m, tt.sharing)
				defer stop()
				var first pool.Lease
				if !tt.starting {
					first = acquire(t, p, "")
				}
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				_, failure := p.Acquire(ctx, "")
				if failure == nil || failure.Kind != pool.KindContext || failure.Stage != tt.stage ||
					!errors.Is(failure, context.DeadlineExceeded) {
					t.Errorf("got %v, want kind %d in stage %s", failure, pool.KindContext, tt.stage)
				}
				if !tt.starting {
					first.Release()
					first = acquire(t, p, "") // the slot is free: the call that ended did not get it
				}
				failed := make(chan *pool.Error, 1)
				go func() {
					_, failure := p.Acquire(t.Context(), "")
					failed <- failure
				}()
				synctest.Wait()
				stop()
				if failure := <-failed; failure == nil || failure.Kind != pool.KindClosed || !errors.Is(failure, errClose) {
					t.Errorf("got %v after the end of the pool, want kind %d, %v", failure, pool.KindClosed, errClose)
				}
				if !tt.starting {
					first.Release()
				}
				_, failure = p.Acquire(t.Context(), "")
				if failure == nil || failure.Kind != pool.KindClosed || !errors.Is(failure, errClose) {
					t.Errorf("got %v for a later call, want kind %d, %v", failure, pool.KindClosed, errClose)
				}
				if p.State() != pool.StateStopping || p.Problem() == nil || p.Session() != nil {
					t.Errorf("got state %s, problem %v, session %v, want stopping, one, none", p.State(), p.Problem(), p.Session())
				}
			})
		})
	}
}

// TestOverloaded: calls beyond the queue are refused in every stage, and the others are not
// affected.
func TestOverloaded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		sharing  pool.Sharing
		starting bool
		queue    int
	}{
		{"slots, no queue", pool.SharingShared, false, 0},
		{"slots", pool.SharingPerPrincipal, false, 2},
		{"gate, no queue", pool.SharingPerCall, false, 0},
		{"gate", pool.SharingPerCall, false, 2},
		{"start, no queue", pool.SharingShared, true, 0},
		{"start", pool.SharingPerPrincipal, true, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := new(memory)
				if tt.starting {
					m.reply = silent
				}
				p, _, stop := open(t, m, tt.sharing, func(c *pool.Config) { c.MaxQueue = tt.queue })
				defer stop()
				if !tt.starting {
					<-p.Settled()
					defer acquire(t, p, "").Release()
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var waiting, refused atomic.Int64
				for range tt.queue + 3 {
					go func() {
						switch _, failure := p.Acquire(ctx, ""); failure.Kind {
						case pool.KindOverloaded:
							refused.Add(1)
						case pool.KindContext:
							waiting.Add(1)
						default:
							t.Errorf("got %v, want kind %d or %d", failure, pool.KindOverloaded, pool.KindContext)
						}
					}()
				}
				synctest.Wait()
				if n := refused.Load(); n != 3 {
					t.Errorf("got %d refused calls, want 3", n)
				}
				cancel()
				synctest.Wait()
				if n := waiting.Load(); n != int64(tt.queue) {
					t.Errorf("got %d waiting calls, want %d", n, tt.queue)
				}
			})
		})
	}
}

// TestQueueIsServedInOrder: the call that waits longest gets the next slot.
func TestQueueIsServedInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _, stop := open(t, new(memory), pool.SharingShared, func(c *pool.Config) { c.MaxQueue = 8 })
		defer stop()
		first := acquire(t, p, "")
		var order []int
		for i := range 8 {
			go func() {
				lease, failure := p.Acquire(t.Context(), "")
				if failure != nil {
					t.Errorf("Acquire: got failure %v, want none", failure)
					return
				}
				if lease.AwaitedStart {
					t.Error("call that waited for a slot: got AwaitedStart true, want false")
				}
				order = append(order, i) // one call at a time has the slot
				lease.Release()
			}()
			synctest.Wait()
		}
		if s := p.Status(); len(s.Instances) != 1 || s.Instances[0].Queued != 8 || s.Instances[0].InFlight != 1 {
			t.Errorf("got instances %+v, want one with 8 queued calls and one in flight", s.Instances)
		}
		first.Release()
		synctest.Wait()
		if want := []int{0, 1, 2, 3, 4, 5, 6, 7}; !slices.Equal(order, want) {
			t.Errorf("got order %v, want %v", order, want)
		}
	})
}

// TestLeastLoadedInstance: calls are spread over the instances, and one that failed is
// left out.
func TestLeastLoadedInstance(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		p, c, stop := open(t, m, pool.SharingShared, func(c *pool.Config) { c.Instances, c.MaxInFlight = 2, 3 })
		defer stop()
		synctest.Wait()
		var leases []pool.Lease
		calls := map[*session.Session]int{}
		for i := range 6 {
			lease := acquire(t, p, "")
			leases = append(leases, lease)
			calls[lease.Session()]++
			if n := calls[lease.Session()]; n != i/2+1 {
				t.Errorf("call %d: got %d calls on its instance, want %d", i, n, i/2+1)
			}
		}
		for _, lease := range leases {
			lease.Release()
		}
		_ = m.latest.Load().theirs.Close()
		<-c.down
		if got := p.State(); got != pool.StateReady {
			t.Errorf("got state %s while one instance is down, want ready", got)
		}
		one, other := acquire(t, p, ""), acquire(t, p, "")
		if one.Session() != other.Session() || p.Session() != one.Session() {
			t.Error("got two different instances while one is down, want the same")
		}
		one.Release()
		other.Release()
	})
}

// TestRestartDuringCalls: when an instance ends, the calls that wait for it fail, the open
// call holds no slot on the next instance, and calls during the restart get the next instance.
func TestRestartDuringCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		var slow atomic.Bool
		m.reply = func(string) string {
			if slow.Load() {
				time.Sleep(10 * time.Second) //nolint:forbidigo // virtual time
			}
			return ready
		}
		p, c, stop := open(t, m, pool.SharingShared, func(c *pool.Config) { c.Session.Pin = "2026-07-28" })
		defer stop()
		if lease := acquire(t, p, ""); !lease.AwaitedStart {
			t.Error("first call: got AwaitedStart false, want true")
		} else {
			lease.Release()
		}
		old := acquire(t, p, "")
		failed := make(chan *pool.Error, 1)
		go func() {
			_, failure := p.Acquire(t.Context(), "")
			failed <- failure
		}()
		synctest.Wait()
		slow.Store(true)
		_ = m.latest.Load().theirs.Close()
		failure := <-failed
		if failure == nil || failure.Kind != pool.KindUnavailable || failure.RetryIn != time.Second ||
			!errors.Is(failure, errEnded) {
			t.Errorf("got %v, want kind %d, %v, retry in 1s", failure, pool.KindUnavailable, errEnded)
		}
		<-c.down
		advance(2 * time.Second)
		if got := p.State(); got != pool.StateStarting || p.Problem() == nil {
			t.Errorf("got state %s, problem %v, want starting, one", got, p.Problem())
		}
		lease := acquire(t, p, "")
		if !lease.AwaitedStart {
			t.Error("call after the restart: got AwaitedStart false, want true")
		}
		old.Release()
		if s := p.Status(); s.Instances[0].InFlight != 1 {
			t.Errorf("got %d calls in flight, want 1", s.Instances[0].InFlight)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, failure := p.Acquire(ctx, ""); failure == nil || failure.Kind != pool.KindContext {
			t.Errorf("got %v for a second call, want kind %d", failure, pool.KindContext)
		}
		lease.Release()
		defer acquire(t, p, "").Release()
	})
}

// TestSlowStopDelaysNoCall: while instances stop, which may take long, the calls that wait for
// them end with the pool.
func TestSlowStopDelaysNoCall(t *testing.T) {
	t.Parallel()
	for _, sharing := range []pool.Sharing{pool.SharingShared, pool.SharingPerPrincipal, pool.SharingPerCall} {
		t.Run(string(sharing), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{stop: time.Minute}
				p, _, stop := open(t, m, sharing)
				defer stop()
				lease := acquire(t, p, "")
				failed := make(chan *pool.Error, 1)
				go func() {
					_, failure := p.Acquire(t.Context(), "")
					failed <- failure
				}()
				synctest.Wait()
				stop()
				select {
				case failure := <-failed:
					if failure == nil || failure.Kind != pool.KindClosed || failure.Stage != pool.StageQueue {
						t.Errorf("got %v, want kind %d in stage %s", failure, pool.KindClosed, pool.StageQueue)
					}
				default:
					t.Error("the call waits for the end of the instance, want a failure at once")
					<-failed
				}
				lease.Release()
				advance(2 * time.Minute)
			})
		})
	}
}

// TestInstanceThatAcceptsNoCall: an instance that runs but accepts no calls gets none. The
// calls wait until it does, or until the next instance.
func TestInstanceThatAcceptsNoCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		p, _, stop := open(t, m, pool.SharingShared, func(c *pool.Config) { c.MaxInFlight = 2 })
		defer stop()
		first := acquire(t, p, "")
		m.full.Store(true)
		if p.Session() != nil {
			t.Error("got a session that accepts no calls, want none")
		}
		got := make(chan pool.Lease, 1)
		go func() {
			lease, failure := p.Acquire(t.Context(), "")
			if failure != nil {
				t.Errorf("Acquire: got failure %v, want none", failure)
			}
			got <- lease
		}()
		synctest.Wait()
		if n := len(got); n != 0 {
			t.Errorf("got %d leases, want none", n)
		}
		m.full.Store(false)
		first.Release()
		(<-got).Release()
	})
}
