package jsonrpc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// peer is the other end of a Conn.
type peer struct {
	conn *Conn
	in   *bufio.Reader
	side net.Conn
}

func newPeer(t testing.TB) *peer {
	t.Helper()
	ours, theirs := net.Pipe()
	p := &peer{in: bufio.NewReader(theirs), side: theirs}
	p.conn = NewConn(Config{
		Stdin: ours, Stdout: ours, MaxLineBytes: 1 << 20, MaxDepth: 16, MaxQueue: 4,
		Stall: time.Second, Counters: new(Counters),
	})
	t.Cleanup(func() {
		p.conn.Close(io.EOF)
		_ = theirs.Close()
		p.conn.Ended()
	})
	return p
}

func (p *peer) send(line string) { _, _ = io.WriteString(p.side, line+"\n") }

func (p *peer) receive(t *testing.T) string {
	t.Helper()
	line, err := p.in.ReadString('\n')
	if err != nil {
		t.Error(err)
	}
	return line
}

// TestDroppedRequest: a request canceled before it was written is never written, and no
// cancellation is sent.
func TestDroppedRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPeer(t)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		first := make(chan error, 1)
		go func() {
			_, err := p.conn.Call(t.Context(), Request{Method: "first"})
			first <- err
		}()
		synctest.Wait() // the writer blocks on the first request
		out, err := p.conn.Call(ctx, Request{Method: "second"})
		if !errors.Is(err, context.DeadlineExceeded) || out.Sent {
			t.Errorf("got outcome %+v, error %v, want not sent and %v", out, err, context.DeadlineExceeded)
		}
		if got := p.receive(t); got != `{"jsonrpc":"2.0","id":1,"method":"first","params":{}}`+"\n" {
			t.Errorf(`the peer received %s, want the request "first" with id 1`, got)
		}
		p.send(`{"jsonrpc":"2.0","id":1,"result":{}}`)
		if err := <-first; err != nil {
			t.Error(err)
		}
		if err := p.conn.Notify("third", nil); err != nil {
			t.Error(err)
		}
		if got := p.receive(t); got != `{"jsonrpc":"2.0","method":"third"}`+"\n" {
			t.Errorf(`the peer received %s, want the notification "third"`, got)
		}
		if n := p.conn.cfg.Counters.Cancellations.Load(); n != 0 {
			t.Errorf("got %d cancellations, want 0", n)
		}
	})
}

// TestStalledPeer: a connection ends exactly when the peer has read nothing for the stall
// time.
func TestStalledPeer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPeer(t)
		start := time.Now()
		_, err := p.conn.Call(t.Context(), Request{Method: "x"})
		if !errors.Is(err, framing.ErrStalled) || time.Since(start) != time.Second {
			t.Errorf("after %v: got error %v, want %v after 1s", time.Since(start), err, framing.ErrStalled)
		}
	})
}

func TestQueueFull(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPeer(t)
		call := func() { _, _ = p.conn.Call(t.Context(), Request{Method: "x"}) }
		// The writer takes all queued messages at once. The others wait for certain only
		// while it is blocked with the first.
		go call()
		synctest.Wait()
		for range 8 {
			go call()
		}
		synctest.Wait()
		if _, err := p.conn.Call(t.Context(), Request{Method: "y"}); !errors.Is(err, ErrQueueFull) {
			t.Errorf("got error %v, want %v", err, ErrQueueFull)
		}
		p.conn.Close(io.EOF)
		synctest.Wait()
	})
}

// TestNotesAreBounded: the notifications that wait for a slow consumer are bounded in bytes
// too, and the newest are kept.
func TestNotesAreBounded(t *testing.T) {
	t.Parallel()
	n := newNotes(true, true)
	for i := range 10 {
		params := bytes.Repeat([]byte{byte('0' + i)}, maxNoteBytes/4)
		if dropped := n.add(i%2 == 1, params); dropped != (i >= 4) {
			t.Errorf("note %d: got dropped %t, want %t", i, dropped, i >= 4)
		}
	}
	if !n.add(false, make([]byte, maxNoteBytes+1)) {
		t.Error("a note over the bound was queued, want it dropped")
	}
	if len(n.queue) != 4 || n.bytes != maxNoteBytes || n.queue[3].params[0] != '9' {
		t.Errorf("got %d notes of %d bytes, want 4 of %d, the last note 9", len(n.queue), n.bytes, maxNoteBytes)
	}
	var got int
	n.deliver(Request{OnProgress: func([]byte) { got++ }, OnLog: func([]byte) { got++ }})
	if got != 4 || n.bytes != 0 {
		t.Errorf("got %d notes delivered, %d bytes left, want 4 and 0", got, n.bytes)
	}
}

// TestResponseBeforeWriteTime: a peer may respond before the writer reads the clock. No
// stage of a call has a negative duration.
func TestResponseBeforeWriteTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		writer := framing.NewWriter(discard{}, framing.WriterConfig{MaxQueue: 1, Stall: time.Hour})
		c := &call{done: make(chan struct{})}
		c.settle(reply{})
		time.Sleep(time.Millisecond) //nolint:forbidigo // Virtual time: the write is later than the response.
		c.msg.Head = []byte("x\n")
		if err := writer.Enqueue(&c.msg); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if !c.msg.Written() {
			t.Error("Written() = false, want true")
		}
		if out := c.outcome(); out.RespondedAt.Before(out.WrittenAt) {
			t.Errorf("the response is %v before the write, want it after", out.WrittenAt.Sub(out.RespondedAt))
		}
		writer.Close()
		<-writer.Ended()
	})
}

// TestResponseMeansWritten: a response proves that the request arrived, even if the writer
// has not recorded that yet. The end of the connection proves nothing.
func TestResponseMeansWritten(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		reply reply
		want  bool
	}{
		{"result", reply{result: []byte(`{}`)}, true},
		{"error", reply{err: &Error{Code: 1}}, true},
		{"broken", reply{err: ProtocolError("x")}, true},
		{"lost", reply{err: &LostError{Err: io.EOF}}, false},
	} {
		c := &call{done: make(chan struct{})}
		if c.outcome().Written {
			t.Errorf("%s: outcome of an open call: got written true, want false", tt.name)
		}
		c.settle(tt.reply)
		if got := c.outcome().Written; got != tt.want {
			t.Errorf("%s: got written %t, want %t", tt.name, got, tt.want)
		}
	}
	// Progress proves it too.
	conn := &Conn{cfg: Config{Counters: new(Counters)}, pending: map[int64]*call{}}
	c := &call{id: 1, done: make(chan struct{}), notes: newNotes(true, false)}
	conn.pending[1] = c
	conn.progress([]byte(`{"progressToken":1}`))
	if !c.outcome().Written {
		t.Error("outcome of a call with progress: got written false, want true")
	}
}

// FuzzIntake: no input makes the reader fail or deliver a response to a request that was
// not sent.
func FuzzIntake(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `[{"jsonrpc":"2.0","id":1,"result":{}}]`, `{"id":"1","result":{}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}`, `{"jsonrpc":"2.0","id":2,"method":"ping"}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}`, `[[`, `{}{}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &Conn{cfg: Config{Counters: new(Counters)}, pending: map[int64]*call{}}
		c.writer = framing.NewWriter(discard{}, framing.WriterConfig{MaxQueue: 8, Stall: time.Hour})
		defer func() {
			c.writer.Close()
			<-c.writer.Ended()
		}()
		open := &call{id: 1, done: make(chan struct{}), notes: newNotes(true, true)}
		c.pending[1] = open
		in := &intake{conn: c, scan: scanner{maxDepth: 8}}
		lines := framing.NewReader(bytes.NewReader(data), 256)
		for {
			line, err := lines.Next()
			if err != nil {
				break
			}
			in.line(line)
		}
		select {
		case <-open.done:
			t.Error("a response to a request that was not sent was delivered, want it dropped")
		default:
		}
	})
}

// discard is a pipe that discards everything.
type discard struct{}

func (discard) Write(p []byte) (int, error)      { return len(p), nil }
func (discard) Close() error                     { return nil }
func (discard) SetWriteDeadline(time.Time) error { return nil }
