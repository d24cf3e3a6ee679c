package mcpbridge_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// misbehaviour is a row of the table: what a server does and what the bridge should do then.
// It is tested by replies of the child, by a test function, or both.
type misbehaviour struct {
	does, should string
	choice       string // the decision of the bridge, if "should" leaves it a choice
	replies      []reply
	test         func(t *testing.T)
}

// reply is what the child writes when it is called, and how the call ends: with a result,
// with a failure, or with neither, if it stays open until it is canceled.
type reply struct {
	does      string // the variant of the row's fault
	mode, pin string // the child's mode, "normal" if empty, and the revision to use
	tool      string // "say" if empty
	args      string // of the tool; empty: arguments that make the tool write the text of "says"
	says      string // %s is the call's id

	raw      string         // the whole result
	fails    mcpbridge.Kind // never KindInternal
	problem  string         // part of the error's text
	progress int            // notifications that the caller gets
	count    func(c *mcpbridge.Counters)
	logged   string // in the operators' log, and in the ring of the child's output
}

const (
	// good is a valid response, goodRaw its result.
	goodRaw = `{"content":[],"ok":true}`
	good    = `{"jsonrpc":"2.0","id":%s,"result":` + goodRaw + "}\n"
	// begun is a progress notification. It shows that the child received the call.
	begun = `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1}}` + "\n"
)

// matrixChild is a child with its log and expected counters.
type matrixChild struct {
	b      *mcpbridge.Bridge
	logged *syncBuffer
	want   mcpbridge.Counters // the expected counters of the cases so far
}

func newMatrixChild(t *testing.T, mode, pin string) *matrixChild {
	t.Helper()
	if mode == "" {
		mode = "normal"
	}
	sc := faulty(t, "a", mode)
	sc.ProtocolVersion = pin
	c := &matrixChild{logged: new(syncBuffer), want: mcpbridge.Counters{Starts: 1}}
	c.b = openConfig(t, mcpbridge.Config{
		Servers: []mcpbridge.ServerConfig{sc},
		Logger:  slog.New(slog.NewTextHandler(c.logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	return c
}

// echo calls the child again. It checks that the child still responds, and ensures that its
// earlier output has been read.
func (c *matrixChild) echo(t *testing.T) {
	t.Helper()
	c.want.Calls++
	if got := string(call(t, c.b, "", "echo", `{"text":"still here"}`).Raw); got != `{"content":[{"type":"text","text":"still here"}]}` {
		t.Errorf(`the next call got %s, want the text "still here"`, got)
	}
}

func (m *misbehaviour) run(t *testing.T) {
	t.Parallel()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the server does: %s\nthe bridge should: %s\ndecision: %s", m.does, m.should, m.choice)
		}
	})
	children := make(map[string]*matrixChild)
	for _, r := range m.replies {
		c := children[r.mode+r.pin]
		if c == nil {
			c = newMatrixChild(t, r.mode, r.pin)
			children[r.mode+r.pin] = c
		}
		if r.does == "" {
			r.test(t, c)
			continue
		}
		t.Run(r.does, func(t *testing.T) { r.test(t, c) })
	}
	if m.test != nil {
		m.test(t)
	}
}

// outcome is how a call ended.
type outcome struct {
	result   *mcpbridge.Result
	err      error
	progress int
}

// test makes the call and checks its outcome, that the session still works, and the
// counters.
func (r reply) test(t *testing.T, c *matrixChild) {
	open := r.raw == "" && r.fails == 0
	if open {
		r.says = begun + r.says
		r.progress++
	}
	if r.tool == "" {
		r.tool = "say"
	}
	if r.args == "" {
		r.args = saying(r.says)
	}
	ctx, giveUp := context.WithTimeout(t.Context(), 30*time.Second)
	defer giveUp()
	c.want.Calls++
	received, ended := start(ctx, c.b, r.tool, r.args)
	if open {
		<-received
		c.echo(t)
		if n := c.b.Servers()[0].Instances[0].InFlight; n != 1 {
			t.Errorf("%d calls are open, want the one without a response", n)
		}
		giveUp()
		c.want.Cancellations++
		r.fails = mcpbridge.KindCanceled
	}
	got := <-ended
	c.echo(t)
	r.check(t, got)
	if r.count != nil {
		r.count(&c.want)
	}
	if got := counters(t, c.b); got != c.want {
		t.Errorf("counters = %+v\nwant       %+v", got, c.want)
	}
	c.want = counters(t, c.b) // a failure of this case must not fail the next one
	ring, err := c.b.StderrTail("a")
	if err != nil || !strings.Contains(c.logged.String(), r.logged) ||
		!strings.Contains(strings.Join(ring, "\n"), r.logged) {
		t.Errorf("got log\n%sand ring %q, error %v, want %q in both", c.logged, ring, err, r.logged)
	}
}

func (r reply) check(t *testing.T, got outcome) {
	t.Helper()
	if got.progress != r.progress {
		t.Errorf("%d notifications of progress, want %d", got.progress, r.progress)
	}
	if r.raw != "" {
		if got.err != nil || string(got.result.Raw) != r.raw {
			t.Errorf("result = %+v, %v\nwant %s", got.result, got.err, r.raw)
		}
		return
	}
	if got.err == nil {
		t.Fatalf("result = %s, want kind %v", got.result.Raw, r.fails)
	}
	e := asError(t, got.err)
	if e.Kind != r.fails || e.Stage != mcpbridge.StageChild || !e.Written || e.SafeToRetry() ||
		!strings.Contains(e.Error(), r.problem) {
		t.Errorf("error = %s\nwant kind %v, %q in it", describe(e), r.fails, r.problem)
	}
}

// start begins a call with all callbacks. received is closed at its first progress.
func start(
	ctx context.Context, b *mcpbridge.Bridge, tool, args string,
) (received <-chan struct{}, ended <-chan outcome) {
	first, end := make(chan struct{}), make(chan outcome, 1)
	go func() {
		var out outcome
		out.result, out.err = b.CallTool(ctx, mcpbridge.Call{
			Tool: tool, Arguments: []byte(args), OnLog: func(mcpbridge.Log) {},
			OnProgress: func(mcpbridge.Progress) {
				if out.progress++; out.progress == 1 {
					close(first)
				}
			},
		})
		end <- out
		if out.progress == 0 {
			close(first)
		}
	}()
	return first, end
}

// saying returns the arguments that make the child write text.
func saying(words string) string {
	args, _ := json.Marshal(map[string][]byte{"raw": []byte(words)})
	return string(args)
}

// asking returns the arguments that make the child send a request and wait for the response
// to its id.
func asking(id, words string) string {
	args, _ := json.Marshal(map[string]any{"text": id, "raw": []byte(words + "\n")})
	return string(args)
}

// expiring is a context whose deadline passes when expire is called.
type expiring struct {
	context.Context
	done  chan struct{}
	watch sync.Once
	// watched is closed when something first waits for the deadline.
	watched chan struct{}
}

func newExpiring() *expiring {
	return &expiring{Context: context.Background(), done: make(chan struct{}), watched: make(chan struct{})}
}

func (e *expiring) expire() { close(e.done) }

func (e *expiring) Done() <-chan struct{} {
	e.watch.Do(func() { close(e.watched) })
	return e.done
}

func (e *expiring) Err() error {
	select {
	case <-e.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
