package pool_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
)

const unknownMethod = `"error":{"code":-32601,"message":"m"}`

// advance lets virtual time pass, and everything happen that is due.
func advance(d time.Duration) {
	time.Sleep(d) //nolint:forbidigo // virtual time
	synctest.Wait()
}

// legacy is a server of the legacy era. more(method) responds to all requests after the
// handshake.
func legacy(more func(method string) string) func(string) string {
	return func(method string) string {
		switch method {
		case "server/discover":
			return unknownMethod
		case "initialize":
			return `"result":{"protocolVersion":"2025-11-25","capabilities":{}}`
		case "notifications/initialized":
			return ""
		}
		return more(method)
	}
}

func silent(string) string { return "" }

// everySecond makes a pool ping once a second.
func everySecond(c *pool.Config) { c.PingInterval, c.PingFailures = time.Second, 3 }

func acquire(t *testing.T, p *pool.Pool, principal string) pool.Lease {
	t.Helper()
	lease, failure := p.Acquire(t.Context(), principal)
	if failure != nil {
		t.Fatalf("Acquire(%q): got failure %v, want none", principal, failure)
	}
	return lease
}

// TestHungInstance: an instance with an open call that does not respond to pings is suspect,
// and is then replaced.
func TestHungInstance(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{reply: legacy(silent)}
		p, c, stop := open(t, m, pool.SharingShared, everySecond)
		defer stop()
		lease := acquire(t, p, "")
		m.received()
		if got := p.State(); got != pool.StateBusy {
			t.Errorf("got state %s before the first ping, want busy", got)
		}
		advance(2500 * time.Millisecond)
		if got := p.State(); got != pool.StateSuspect {
			t.Errorf("got state %s after a ping without a response, want suspect", got)
		}
		if got := p.Problem(); got != nil {
			t.Errorf("got problem %v of a suspect instance, want none", got)
		}
		down := <-c.down
		if !errors.Is(down.Failure, transport.ErrHung) || down.Failure.Stage != pool.StageCall {
			t.Errorf("got failure %v, want %v", down.Failure, transport.ErrHung)
		}
		if got, want := m.received(), "ping ping ping"; got != want {
			t.Errorf("the instance received %s, want %s", got, want)
		}
		lease.Release()
		advance(time.Second)
		if s := p.Status(); s.Starts != 2 || s.State != pool.StateReady {
			t.Errorf("got %d starts, state %s, want 2, ready", s.Starts, s.State)
		}
	})
}

// TestIdleInstanceIsNotPinged: an instance without calls may be silent.
func TestIdleInstanceIsNotPinged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{reply: legacy(silent)}
		p, _, stop := open(t, m, pool.SharingShared, everySecond)
		defer stop()
		<-p.Settled()
		m.received()
		advance(time.Hour)
		if got := m.received(); got != "" || p.State() != pool.StateReady {
			t.Errorf("got requests %q, state %s, want none, ready", got, p.State())
		}
	})
}

// TestSignsOfLife: any response to a ping, and any other output, keeps a busy instance.
func TestSignsOfLife(t *testing.T) {
	t.Parallel()
	const notification = `{"jsonrpc":"2.0","method":"notifications/x"}`
	for _, tt := range []struct {
		name  string
		reply func(m *memory) func(string) string
	}{
		{"result", func(*memory) func(string) string { return func(string) string { return `"result":{}` } }},
		{"error", func(*memory) func(string) string { return func(string) string { return unknownMethod } }},
		{"output instead of a response", func(m *memory) func(string) string {
			return func(string) string { m.latest.Load().send(notification); return "" }
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := new(memory)
				m.reply = legacy(tt.reply(m))
				p, _, stop := open(t, m, pool.SharingShared, everySecond)
				defer stop()
				lease := acquire(t, p, "")
				defer lease.Release()
				m.received()
				advance(time.Minute)
				if s := p.Status(); s.Starts != 1 || s.State != pool.StateBusy {
					t.Errorf("got %d starts, state %s, want 1, busy", s.Starts, s.State)
				}
				if got := m.received(); !strings.HasPrefix(got, "ping ping") {
					t.Errorf("the instance received %q, want pings", got)
				}
			})
		})
	}
}

// TestSuspectRecovers: a response ends the suspicion and the count of failed pings; so does
// the end of the last call.
func TestSuspectRecovers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var pings atomic.Int64
		m := &memory{reply: legacy(func(string) string {
			if pings.Add(1)%3 == 0 { // the other two are not enough to replace it
				return `"result":{}`
			}
			return ""
		})}
		p, _, stop := open(t, m, pool.SharingShared, everySecond)
		defer stop()
		lease := acquire(t, p, "")
		seen := map[pool.State]bool{}
		for range 300 {
			lease.Abandon() // the use of processor time does not count now
			advance(100 * time.Millisecond)
			seen[p.State()] = true
		}
		if !seen[pool.StateSuspect] || !seen[pool.StateBusy] || len(seen) != 2 || p.Status().Starts != 1 {
			t.Errorf("got states %v, %d starts, want busy and suspect, 1", seen, p.Status().Starts)
		}
		for p.State() != pool.StateSuspect {
			advance(100 * time.Millisecond)
		}
		lease.Release()
		advance(3 * time.Second)
		if got := p.State(); got != pool.StateReady {
			t.Errorf("got state %s after the last call, want ready", got)
		}
	})
}

// TestComputingInstance: a silent instance that uses processor time is kept as long as the
// caller waits for it.
func TestComputingInstance(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		m := &memory{reply: legacy(silent), cpu: func() (time.Duration, bool) { return time.Since(start) / 2, true }}
		p, c, stop := open(t, m, pool.SharingShared, everySecond)
		defer stop()
		lease := acquire(t, p, "")
		advance(10 * time.Minute)
		if s := p.Status(); s.Starts != 1 || s.State != pool.StateSuspect {
			t.Errorf("got %d starts, state %s, want 1, suspect", s.Starts, s.State)
		}
		lease.Abandon()
		if down := <-c.down; !errors.Is(down.Failure, transport.ErrHung) {
			t.Errorf("got failure %v after the caller gave up, want %v", down.Failure, transport.ErrHung)
		}
		lease.Release()
	})
}
