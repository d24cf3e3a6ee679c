package broadcast

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pending returns the signals that wait in a channel, and whether it is closed.
func pending(signals <-chan struct{}) (n int, closed bool) {
	for {
		select {
		case _, ok := <-signals:
			if !ok {
				return n, true
			}
			n++
		default:
			return n, false
		}
	}
}

func expect(t *testing.T, name string, signals <-chan struct{}, want int, wantClosed bool) {
	t.Helper()
	if n, closed := pending(signals); n != want || closed != wantClosed {
		t.Errorf("%s: got %d signals, closed %t, want %d, %t", name, n, closed, want, wantClosed)
	}
}

// TestSlowSubscriber: signals to a subscriber that does not receive become one, and do not
// delay the others.
func TestSlowSubscriber(t *testing.T) {
	t.Parallel()
	var b Broadcaster
	slow, cancelSlow := b.Subscribe()
	defer cancelSlow()
	fast, cancelFast := b.Subscribe()
	defer cancelFast()
	for range 3 {
		b.Signal()
		expect(t, "fast", fast, 1, false)
	}
	expect(t, "slow", slow, 1, false)
	b.Signal()
	expect(t, "slow, after it received", slow, 1, false)
}

// TestLateSubscriber: a subscriber gets no signal from before its subscription.
func TestLateSubscriber(t *testing.T) {
	t.Parallel()
	var b Broadcaster
	b.Signal()
	late, cancel := b.Subscribe()
	defer cancel()
	expect(t, "late", late, 0, false)
}

// TestCancel: a canceled subscription gets no further signals and stays open, and others are
// not affected. A second cancel has no effect, also after Close.
func TestCancel(t *testing.T) {
	t.Parallel()
	var b Broadcaster
	one, cancel := b.Subscribe()
	other, cancelOther := b.Subscribe()
	defer cancelOther()
	b.Signal()
	cancel()
	cancel()
	b.Signal()
	expect(t, "canceled", one, 1, false) // the signal from before the cancellation
	expect(t, "other", other, 1, false)
	if n := len(b.all); n != 1 {
		t.Errorf("got %d subscriptions, want 1", n)
	}
	b.Close()
	cancel()
	expect(t, "canceled, after Close", one, 0, false)
}

// TestClose: after Close, a channel delivers its pending signal and is then closed; the
// channels of later subscriptions are closed too.
func TestClose(t *testing.T) {
	t.Parallel()
	var b Broadcaster
	idle, cancelIdle := b.Subscribe()
	defer cancelIdle()
	signaled, cancelSignaled := b.Subscribe()
	defer cancelSignaled()
	b.Signal()
	expect(t, "idle", idle, 1, false)
	b.Close()
	b.Close()
	b.Signal()
	expect(t, "idle", idle, 0, true)
	expect(t, "signaled", signaled, 1, true)
	late, cancelLate := b.Subscribe()
	expect(t, "late", late, 0, true)
	cancelLate()
	cancelLate()
}

// TestEverySignalIsSeen: a change that a publisher made before a signal is visible to each
// subscriber that reads it after the signal, while subscribers come and go.
func TestEverySignalIsSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const last = 1000
		var b Broadcaster
		var state atomic.Int64
		var subscribers sync.WaitGroup
		for range 8 {
			signals, cancel := b.Subscribe()
			subscribers.Go(func() {
				defer cancel()
				for range signals {
					if state.Load() == last {
						return
					}
				}
				t.Errorf("the subscription ended at %d of %d changes, want it to signal the last", state.Load(), last)
			})
			subscribers.Go(func() {
				for range last {
					_, cancel := b.Subscribe()
					cancel()
				}
			})
		}
		for range last {
			state.Add(1)
			b.Signal()
		}
		subscribers.Wait() // a lost signal is a deadlock
		if n := len(b.all); n != 0 {
			t.Errorf("got %d subscriptions at the end, want 0", n)
		}
	})
}

// TestCloseDuringSignals: Close may be called while signals are sent and subscriptions are
// made and canceled.
func TestCloseDuringSignals(t *testing.T) {
	t.Parallel()
	var b Broadcaster
	var users sync.WaitGroup
	for range 4 {
		users.Go(func() {
			for range 200 {
				b.Signal()
			}
		})
		users.Go(func() {
			for range 200 {
				signals, cancel := b.Subscribe()
				defer cancel()
				users.Go(func() {
					for range signals { // until Close
					}
				})
			}
		})
		users.Go(b.Close)
	}
	users.Wait()
	late, _ := b.Subscribe()
	expect(t, "late", late, 0, true)
	if len(b.all) != 0 {
		t.Errorf("got %d subscriptions after Close, want 0", len(b.all))
	}
}
