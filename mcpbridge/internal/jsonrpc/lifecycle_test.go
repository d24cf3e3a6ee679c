package jsonrpc

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestCancellation checks the notification that the peer gets when the caller gives up,
// and how the later messages of the peer are counted.
func TestCancellation(t *testing.T) {
	t.Parallel()
	const cancelled = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":`
	for _, tt := range []struct {
		name     string
		noCancel bool
		cause    error
		want     string // the notification; empty: none
	}{
		{"canceled", false, context.Canceled, cancelled + `"canceled by the caller"}}`},
		{"deadline", false, context.DeadlineExceeded, cancelled + `"deadline exceeded"}}`},
		{"no cancellation wanted", true, context.Canceled, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPipePeer(t)
			ctx := &endable{Context: t.Context(), done: make(chan struct{})}
			wait := p.call(ctx, t, Request{Method: "m", NoCancel: tt.noCancel, OnProgress: func([]byte) {}})
			ctx.end(tt.cause)
			out, err := wait()
			if !errors.Is(err, tt.cause) || !out.Sent || out.Result != nil {
				t.Errorf("got %+v, error %v, want a sent request and %v", out, err, tt.cause)
			}
			want := map[string]uint64{"late": 1, "stray": 1}
			if tt.want != "" {
				want["cancellations"] = 1
				if got := p.hear(t); got != tt.want {
					t.Errorf("got %s, want %s", got, tt.want)
				}
			}
			// The peer may not have received the cancellation when it sends these.
			p.say(t, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}`,
				`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`,
				`{"jsonrpc":"2.0","id":"last","method":"ping"}`)
			p.hear(t)
			if diff := cmp.Diff(want, p.counted()); diff != "" {
				t.Errorf("counters (-want +got):\n%s", diff)
			}
		})
	}
}

// endable is a context that ends when and as the test wants.
type endable struct {
	context.Context
	done chan struct{}
	err  error // valid when done is closed
}

func (e *endable) end(err error) {
	e.err = err
	close(e.done)
}

func (e *endable) Done() <-chan struct{} { return e.done }

func (e *endable) Err() error {
	select {
	case <-e.done:
		return e.err
	default:
		return nil
	}
}

// TestEndedContext: a call whose context has ended sends nothing.
func TestEndedContext(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out, err := p.conn.Call(ctx, Request{Method: "m"}); !errors.Is(err, context.Canceled) || out.ID != 0 {
		t.Errorf("got %+v, error %v, want no request and %v", out, err, context.Canceled)
	}
	if err := p.conn.Notify("n", nil); err != nil {
		t.Fatal(err)
	}
	if got, want := p.hear(t), `{"jsonrpc":"2.0","method":"n"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestEndOfConnection: open calls and later ones fail with the cause.
func TestEndOfConnection(t *testing.T) {
	t.Parallel()
	cause := errors.New("stopped by the test")
	for _, tt := range []struct {
		name string
		end  func(*pipePeer)
		want error
	}{
		{"closed", func(p *pipePeer) { p.conn.Close(cause); p.conn.Close(io.EOF) }, cause},
		{"end of the peer's output", (*pipePeer).hangUp, io.EOF},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPipePeer(t)
			if err := p.conn.Err(); err != nil {
				t.Errorf("before the end: got error %v, want none", err)
			}
			wait := p.call(t.Context(), t, Request{Method: "m"})
			tt.end(p)
			out, err := wait()
			var lost *LostError
			if !errors.As(err, &lost) || !errors.Is(err, tt.want) || !out.Sent {
				t.Errorf("open call: got %+v, error %v, want a *LostError because of %v", out, err, tt.want)
			}
			if got, want := text(err), "connection lost: "+tt.want.Error(); got != want {
				t.Errorf("got error %q, want %q", got, want)
			}
			<-p.conn.Failed()
			<-p.conn.WriteEnded()
			if err := p.conn.Err(); !errors.Is(err, tt.want) {
				t.Errorf("after the end: got error %v, want %v", err, tt.want)
			}
			out, err = p.conn.Call(t.Context(), Request{Method: "m"})
			if !errors.As(err, &lost) || !errors.Is(err, tt.want) || out.Sent || out.ID != 0 {
				t.Errorf("later call: got %+v, error %v, want nothing sent because of %v", out, err, tt.want)
			}
			if err := p.conn.Notify("n", nil); !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("later notification: got error %v, want %v", err, io.ErrClosedPipe)
			}
		})
	}
}

// TestPeerBlockedOnOutput: after Close, the peer's output is read until its end, so that a
// peer that blocks on a write can end.
func TestPeerBlockedOnOutput(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	p.conn.Close(io.EOF)
	if _, err := io.WriteString(p.out, strings.Repeat("noise\n", 64<<10)); err != nil { // more than a pipe holds
		t.Errorf("got error %v, want none", err)
	}
}

// TestLastLineWithoutEnd: a response before the end of the output counts, even without a
// line end.
func TestLastLineWithoutEnd(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	wait := p.call(t.Context(), t, Request{Method: "m"})
	if _, err := io.WriteString(p.out, `{"jsonrpc":"2.0","id":1,"result":{}}`); err != nil {
		t.Fatal(err)
	}
	p.hangUp()
	if out, err := wait(); err != nil || string(out.Result) != `{}` {
		t.Errorf("got %s, error %v, want {}", out.Result, err)
	}
	<-p.conn.Failed()
}

func TestLastReadMovesWithEachMessage(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	before := p.conn.LastRead()
	p.say(t, `{"jsonrpc":"2.0","id":"a","method":"ping"}`)
	p.hear(t)
	if after := p.conn.LastRead(); !after.After(before) {
		t.Errorf("LastRead() = %v after a message, want it after %v", after, before)
	}
}

// closedInput is the input of a peer that closes it after the first message.
type closedInput struct {
	discard
	writes *int
}

func (c closedInput) Write(p []byte) (int, error) {
	if *c.writes++; *c.writes == 1 {
		return len(p), nil
	}
	return 0, &os.PathError{Op: "write", Err: syscall.EPIPE}
}

// TestClosedInput: a peer that closed its input can still respond to earlier requests, but
// not for long.
func TestClosedInput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		wait time.Duration // until the peer responds
		want error
	}{
		{"response within the grace", brokenPipeGrace - 1, nil},
		{"response after the grace", brokenPipeGrace + 1, syscall.EPIPE},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				stdout, peer := io.Pipe()
				c := NewConn(Config{
					Stdin: closedInput{writes: new(int)}, Stdout: stdout, MaxLineBytes: 1 << 10, MaxDepth: 4,
					MaxQueue: 4, Stall: time.Minute, Counters: new(Counters),
				})
				ended := make(chan error, 1)
				go func() {
					_, err := c.Call(t.Context(), Request{Method: "m"})
					ended <- err
				}()
				synctest.Wait() // the request is written
				start := time.Now()
				if err := c.Notify("n", nil); err != nil {
					t.Errorf("got error %v, want none before the write fails", err)
				}
				<-c.WriteEnded()
				if err := c.Err(); err != nil {
					t.Errorf("got error %v within the grace, want none", err)
				}
				respond := time.AfterFunc(tt.wait, func() {
					_, _ = io.WriteString(peer, `{"jsonrpc":"2.0","id":1,"result":{}}`+"\n")
				})
				defer respond.Stop()
				if err := <-ended; !errors.Is(err, tt.want) {
					t.Errorf("got error %v, want %v", err, tt.want)
				}
				<-c.Failed()
				if took := time.Since(start); took != brokenPipeGrace || !errors.Is(c.Err(), syscall.EPIPE) {
					t.Errorf("after %v: got error %v, want %v after %v", took, c.Err(), syscall.EPIPE, brokenPipeGrace)
				}
				_ = peer.Close()
				c.Ended()
			})
		})
	}
}

// TestLateIDsAreBounded: the oldest canceled call is forgotten first.
func TestLateIDsAreBounded(t *testing.T) {
	t.Parallel()
	var late lateIDs
	if late.take(1) {
		t.Error("take(1) of the zero value = true, want false")
	}
	const more = 10
	for id := range int64(maxLate + more) {
		late.add(id)
	}
	for id := range int64(maxLate + more) {
		if got, want := late.take(id), id >= more; got != want {
			t.Errorf("id %d: got %t, want %t", id, got, want)
		}
		if late.take(id) {
			t.Errorf("take(%d) again = true, want false", id)
		}
	}
	if len(late.order) != maxLate || len(late.known) != 0 {
		t.Errorf("got %d ids in order and %d known, want %d and 0", len(late.order), len(late.known), maxLate)
	}
}
