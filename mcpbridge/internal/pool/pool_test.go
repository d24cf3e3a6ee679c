package pool_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
)

var (
	errStart = errors.New("cannot start")
	errEnded = errors.New("the instance ended")
	errList  = errors.New("cannot list")
	errClose = errors.New("the pool is closing")
)

// memory is a transport without processes: an instance is a goroutine that responds to
// every request.
type memory struct {
	broken atomic.Bool // Start fails
	latest atomic.Pointer[memoryInstance]
	// reply, if set, returns the members of the response to a request; empty: none.
	reply func(method string) string
	cpu   func() (time.Duration, bool) // of each instance; nil: unknown
	stop  time.Duration                // the duration of Stop
	full  atomic.Bool                  // the instances accept no calls

	mu      sync.Mutex
	methods []string
}

// ready are the members of the response to any request that makes a handshake succeed.
const ready = `"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}`

// received returns the methods that were received so far, separated by spaces, and forgets
// them.
func (m *memory) received() string {
	synctest.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	out := strings.Join(m.methods, " ")
	m.methods = nil
	return out
}

func (m *memory) Network() string { return "memory" }

func (m *memory) Start(_ context.Context, onNotification func(string) bool) (transport.Instance, error) {
	if m.broken.Load() {
		return nil, errStart
	}
	ours, theirs := net.Pipe()
	go m.respond(theirs)
	i := &memoryInstance{memory: m, theirs: theirs, counters: new(jsonrpc.Counters)}
	i.Conn = jsonrpc.NewConn(jsonrpc.Config{
		Stdin: ours, Stdout: ours, MaxLineBytes: 1 << 20, MaxDepth: 16, MaxQueue: 8,
		Stall: time.Minute, Counters: i.counters,
		OnNotification: func(method string, _ []byte) bool { return onNotification(method) },
	})
	m.latest.Store(i)
	return i, nil
}

// respond is the upstream's side of a connection.
func (m *memory) respond(conn net.Conn) {
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		var request struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(lines.Bytes(), &request) != nil {
			continue
		}
		m.mu.Lock()
		m.methods = append(m.methods, request.Method)
		m.mu.Unlock()
		members := ready
		if m.reply != nil {
			members = m.reply(request.Method)
		}
		if request.ID != nil && members != "" {
			fmt.Fprintf(conn, `{"jsonrpc":"2.0","id":%s,%s}`+"\n", request.ID, members)
		}
	}
}

// memoryInstance implements transport.Instance.
type memoryInstance struct {
	*jsonrpc.Conn
	memory   *memory
	counters *jsonrpc.Counters
	theirs   net.Conn
}

// send sends a line of the upstream.
func (i *memoryInstance) send(line string) { fmt.Fprintln(i.theirs, line) }

func (i *memoryInstance) Accepting() bool {
	select {
	case <-i.Failed():
		return false
	default:
		return !i.memory.full.Load()
	}
}

func (i *memoryInstance) Stop(_ context.Context, cause error) (exit error) {
	i.Close(cause)
	_ = i.theirs.Close()
	time.Sleep(i.memory.stop) //nolint:forbidigo // virtual time
	i.Ended()
	return fmt.Errorf("%w: %w", errEnded, i.Err())
}

func (i *memoryInstance) PID() int { return 1 }
func (i *memoryInstance) OutputTail() []outputlog.Entry {
	return []outputlog.Entry{{Stream: "stderr", Text: "bye"}}
}

func (i *memoryInstance) Signs() transport.Signs {
	return transport.Signs{LastReceived: i.LastRead(), LastActivity: i.LastRead()}
}

func (i *memoryInstance) CPUTime() (used time.Duration, ok bool) {
	if i.memory.cpu == nil {
		return 0, false
	}
	return i.memory.cpu()
}

// catalog implements pool.Catalog and pool.Observer.
type catalog struct {
	listedAt         atomic.Int64
	down             chan pool.Down
	tools, resources atomic.Int64 // the listings
	broken           atomic.Bool  // the listings fail
}

func (c *catalog) ListTools(context.Context, *session.Session) error {
	c.tools.Add(1)
	if c.broken.Load() {
		return errList
	}
	c.listedAt.Store(time.Now().UnixNano())
	return nil
}

func (c *catalog) ListResources(context.Context, *session.Session) error {
	c.resources.Add(1)
	if c.broken.Load() {
		return errList
	}
	return nil
}

func (c *catalog) ToolsListedAt() time.Time {
	if ns := c.listedAt.Load(); ns != 0 {
		return time.Unix(0, ns)
	}
	return time.Time{}
}

func (c *catalog) Started()             {}
func (c *catalog) Changed()             {}
func (c *catalog) WentDown(d pool.Down) { c.down <- d }

// open starts a pool over the memory transport. change may change its configuration; stop
// ends it with errClose.
func open(
	t *testing.T, m *memory, sharing pool.Sharing, change ...func(*pool.Config),
) (p *pool.Pool, c *catalog, stop func()) {
	t.Helper()
	life, end := context.WithCancelCause(t.Context())
	c = &catalog{down: make(chan pool.Down, 16)}
	cfg := pool.Config{
		Transport: m, Catalog: c, Observer: c,
		Output:  outputlog.New(slog.New(slog.DiscardHandler), "a", nil),
		Session: session.Options{ClientName: "test", ProbeTimeout: time.Second},
		Spawn:   func(f func()) bool { go f(); return true },
		Sharing: sharing, Instances: 1, MaxInFlight: 1, MaxQueue: 1, IdleTimeout: time.Minute,
		StartTimeout: time.Minute, PingInterval: time.Hour, PingFailures: 3,
		Backoff: backoff.Policy{
			Initial: time.Second, Max: time.Second, Multiplier: 1, Budget: 2, Window: time.Minute,
			ParkedRetry: time.Hour, ResetAfter: time.Hour,
		},
	}
	for _, f := range change {
		f(&cfg)
	}
	p = pool.New(life, life, cfg)
	p.Start()
	return p, c, func() {
		end(errClose)
		synctest.Wait()
	}
}

// TestRestart: a pool works with any transport. An instance that ends is restarted after
// the delay of the policy, and waiting calls get the new one.
func TestRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		p, c, stop := open(t, m, pool.SharingShared)
		defer stop()
		lease, failure := p.Acquire(t.Context(), "")
		if failure != nil {
			t.Fatalf("Acquire: got failure %v, want none", failure)
		}
		if err := lease.Session().Ping(t.Context()); err != nil {
			t.Errorf("ping: got error %v, want none", err)
		}
		_ = m.latest.Load().theirs.Close()
		down := <-c.down
		if down.Failure.Kind != pool.KindExited || !errors.Is(down.Failure, errEnded) || down.RetryIn != time.Second {
			t.Errorf("got %v, retry in %v, want %v and 1s", down.Failure, down.RetryIn, errEnded)
		}
		lease.Release()
		if _, failure := p.Acquire(t.Context(), ""); failure == nil || failure.Kind != pool.KindUnavailable {
			t.Errorf("while down: got %v, want kind %d", failure, pool.KindUnavailable)
		}
		time.Sleep(time.Second + time.Millisecond) //nolint:forbidigo // virtual time
		lease, failure = p.Acquire(t.Context(), "")
		if failure != nil {
			t.Fatalf("Acquire after the delay: got failure %v, want none", failure)
		}
		lease.Release()
		if s := p.Status(); s.Starts != 2 || s.Exits != 1 || s.State != pool.StateReady {
			t.Errorf("got %d starts, %d exits, state %s, want 2, 1, ready", s.Starts, s.Exits, s.State)
		}
	})
}

// TestParked: the crash budget parks the upstream, and calls fail with the cause.
func TestParked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		m.broken.Store(true)
		p, c, stop := open(t, m, pool.SharingPerPrincipal)
		defer stop()
		first, second := <-c.down, <-c.down
		if !first.StartFailed || first.State != pool.StateBackoff || second.StartFailed || second.State != pool.StateParked {
			t.Errorf("got %+v, then %+v, want a failed first start, then parked", first, second)
		}
		_, failure := p.Acquire(t.Context(), "alice")
		if failure == nil || failure.Kind != pool.KindParked || !errors.Is(failure, errStart) {
			t.Errorf("got %v, want kind %d caused by %v", failure, pool.KindParked, errStart)
		}
	})
}

// TestQueue: a call beyond MaxInFlight waits, and one beyond MaxQueue fails.
func TestQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _, stop := open(t, new(memory), pool.SharingShared)
		defer stop()
		first, failure := p.Acquire(t.Context(), "")
		if failure != nil {
			t.Fatalf("first Acquire: got failure %v, want none", failure)
		}
		second := make(chan pool.Lease, 1)
		go func() {
			lease, failure := p.Acquire(t.Context(), "")
			if failure != nil {
				t.Errorf("second Acquire: got failure %v, want none", failure)
			}
			second <- lease
		}()
		synctest.Wait()
		if _, failure := p.Acquire(t.Context(), ""); failure == nil || failure.Kind != pool.KindOverloaded {
			t.Errorf("third call: got %v, want kind %d", failure, pool.KindOverloaded)
		}
		first.Release()
		(<-second).Release()
	})
}

// TestPerCall: each call has its own instance, which is stopped after it.
func TestPerCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _, stop := open(t, new(memory), pool.SharingPerCall)
		defer stop()
		<-p.Settled()
		for range 2 {
			lease, failure := p.Acquire(t.Context(), "")
			if failure != nil {
				t.Fatalf("Acquire: got failure %v, want none", failure)
			}
			lease.Release()
			synctest.Wait()
		}
		if s := p.Status(); s.Starts != 3 || s.Exits != 3 || s.State != pool.StateIdle {
			t.Errorf("got %d starts, %d exits, state %s, want 3 (one to list), 3, idle", s.Starts, s.Exits, s.State)
		}
	})
}
