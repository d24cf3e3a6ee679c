package framing

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// startWriter starts a Writer that ends with the test.
func startWriter(t testing.TB, pipe Pipe, cfg WriterConfig) *Writer {
	t.Helper()
	if cfg.Stall == 0 {
		cfg.Stall = time.Minute
	}
	w := NewWriter(pipe, cfg)
	t.Cleanup(func() {
		w.Close()
		<-w.Ended()
	})
	return w
}

// osPipe returns the ends of a pipe of the operating system.
func osPipe(t testing.TB) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r, w
}

func message(text string) *Message { return &Message{Head: []byte(text)} }

func enqueue(t testing.TB, w *Writer, messages ...*Message) {
	t.Helper()
	for i, m := range messages {
		if err := w.Enqueue(m); err != nil {
			t.Fatalf("message %d: got error %v, want none", i, err)
		}
	}
}

// stateOf returns the state of a message as its methods report it.
func stateOf(m *Message) string {
	switch {
	case m.Written() && m.Sent() && !m.WrittenAt().IsZero():
		return "written"
	case m.Sent() && !m.Written() && !m.WrittenAt().IsZero():
		return "writing"
	case !m.Sent() && !m.Written() && m.WrittenAt().IsZero():
		return "not sent"
	}
	return fmt.Sprintf("contradictory: sent %t, written %t, at %v", m.Sent(), m.Written(), m.WrittenAt())
}

// steppedPipe is a pipe whose writes wait for the test: each write takes a step, the
// number of bytes that it accepts, and an error.
type steppedPipe struct {
	entered chan []byte // a copy of what a write got
	steps   chan step
	closed  chan struct{}
	once    sync.Once
}

type step struct {
	n   int // bytes; -1: all
	err error
}

func newSteppedPipe() *steppedPipe {
	return &steppedPipe{entered: make(chan []byte), steps: make(chan step), closed: make(chan struct{})}
}

func (p *steppedPipe) Write(data []byte) (int, error) {
	select {
	case p.entered <- bytes.Clone(data):
	case <-p.closed:
		return 0, os.ErrClosed
	}
	select {
	case s := <-p.steps:
		if s.n < 0 {
			s.n = len(data)
		}
		return s.n, s.err
	case <-p.closed:
		return 0, os.ErrClosed
	}
}

func (p *steppedPipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (*steppedPipe) SetWriteDeadline(time.Time) error { return nil }

// TestWriterKeepsOrder: messages of all sizes and forms arrive in order, each as one
// unbroken line.
func TestWriterKeepsOrder(t *testing.T) {
	t.Parallel()
	r, pipe := osPipe(t)
	w := startWriter(t, pipe, WriterConfig{MaxQueue: 100, Busy: func() bool { return true }})
	var want []string
	var messages []*Message
	for i, size := range []int{0, 1, copyBelow - 1, copyBelow, copyBelow + 1, batchBytes, 300 << 10, 2, 0, copyBelow, 3} {
		m := &Message{Head: fmt.Appendf(nil, "%d<", i), Body: bytes.Repeat([]byte{'a' + byte(i)}, size), Tail: []byte(">\n")}
		messages = append(messages, m)
		want = append(want, string(m.Head)+string(m.Body)+string(m.Tail))
	}
	enqueue(t, w, messages...)
	lines := bufio.NewReader(r)
	for i := range want {
		if got, err := lines.ReadString('\n'); got != want[i] || err != nil {
			t.Fatalf("line %d: got %d bytes %.20q, error %v, want %d bytes %.20q",
				i, len(got), got, err, len(want[i]), want[i])
		}
	}
}

// TestConcurrentMessages: the messages of each of several goroutines arrive in order and
// complete.
func TestConcurrentMessages(t *testing.T) {
	t.Parallel()
	const senders, each = 8, 200
	r, pipe := osPipe(t)
	w := startWriter(t, pipe, WriterConfig{MaxQueue: senders * each})
	for sender := range senders {
		go func() {
			for i := range each {
				body := bytes.Repeat([]byte("x"), 100*i)
				m := &Message{Head: fmt.Appendf(nil, "%d %d ", sender, i), Body: body, Tail: []byte("\n")}
				if err := w.Enqueue(m); err != nil {
					t.Errorf("sender %d, message %d: got error %v, want none", sender, i, err)
				}
			}
		}()
	}
	var next [senders]int
	lines := bufio.NewReader(r)
	for range senders * each {
		line, err := lines.ReadString('\n')
		var sender, i int
		var body string
		if _, scanErr := fmt.Sscan(line, &sender, &i, &body); err != nil || (scanErr != nil && i > 0) {
			t.Fatalf("got line %.40q, error %v, %v, want a sender, a number and a body", line, err, scanErr)
		}
		if i != next[sender] || body != strings.Repeat("x", 100*i) {
			t.Fatalf("sender %d: got message %d with %d bytes, want message %d", sender, i, len(body), next[sender])
		}
		next[sender]++
	}
}

// TestQueuedMessagesShareAWrite: the messages that wait during a write are written
// together, up to batchBytes, and a large body is written without a copy.
func TestQueuedMessagesShareAWrite(t *testing.T) {
	t.Parallel()
	half, large := strings.Repeat("h", batchBytes/2), strings.Repeat("l", copyBelow)
	for _, tt := range []struct {
		name   string
		queued []*Message
		want   []string // writes
	}{
		{name: "small", queued: []*Message{message("a\n"), message("b\n"), message("c\n")}, want: []string{"a\nb\nc\n"}},
		{
			name: "more than a batch", queued: []*Message{message(half), message(half), message("c\n"), message("d\n")},
			want: []string{half + half, "c\nd\n"},
		},
		{
			name: "one that fills a batch", queued: []*Message{message(half + half + "\n"), message("b\n")},
			want: []string{half + half + "\n", "b\n"},
		},
		{
			name:   "large body",
			queued: []*Message{message("a\n"), {Head: []byte("<"), Body: []byte(large), Tail: []byte(">\n")}, message("c\n")},
			want:   []string{"a\n<", large, ">\n", "c\n"},
		},
		{
			name:   "body below the bound",
			queued: []*Message{{Head: []byte("<"), Body: []byte(large[1:]), Tail: []byte(">\n")}, message("b\n")},
			want:   []string{"<" + large[1:] + ">\n" + "b\n"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // a missing write is a deadlock
				pipe := newSteppedPipe()
				w := startWriter(t, pipe, WriterConfig{MaxQueue: 10})
				enqueue(t, w, message("first\n"))
				<-pipe.entered
				enqueue(t, w, tt.queued...)
				pipe.steps <- step{n: -1}
				for i, want := range tt.want {
					if got := string(<-pipe.entered); got != want {
						t.Errorf("write %d: got %d bytes %.20q, want %d bytes %.20q", i, len(got), got, len(want), want)
					}
					pipe.steps <- step{n: -1}
				}
			})
		})
	}
}

// TestDrop: a message can be withdrawn until the writer takes it.
func TestDrop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // a missing write is a deadlock
		pipe := newSteppedPipe()
		w := startWriter(t, pipe, WriterConfig{MaxQueue: 2})
		taken, withdrawn, last := message("taken\n"), message("withdrawn\n"), message("last\n")
		enqueue(t, w, taken)
		<-pipe.entered
		enqueue(t, w, withdrawn, message("kept\n"))
		if err := w.Enqueue(last); !errors.Is(err, ErrQueueFull) || stateOf(last) != "not sent" {
			t.Errorf("full queue: got error %v, message %s, want %v, not sent", err, stateOf(last), ErrQueueFull)
		}
		if taken.Drop() || stateOf(taken) != "writing" {
			t.Errorf("taken message: got dropped or %s, want writing", stateOf(taken))
		}
		for range 2 { // again: the same
			if !withdrawn.Drop() || stateOf(withdrawn) != "not sent" {
				t.Errorf("queued message: got %s, want dropped", stateOf(withdrawn))
			}
		}
		further := message("further\n")
		enqueue(t, w, further) // in the place of the withdrawn one
		pipe.steps <- step{n: -1}
		if got, want := string(<-pipe.entered), "kept\nfurther\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if taken.Drop() || stateOf(taken) != "written" {
			t.Errorf("written message: got dropped or %s, want written", stateOf(taken))
		}
		pipe.steps <- step{n: -1}
	})
}

// TestOnlyWithdrawnMessages: a queue of withdrawn messages leads to no write.
func TestOnlyWithdrawnMessages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // a missing write is a deadlock
		pipe := newSteppedPipe()
		w := startWriter(t, pipe, WriterConfig{MaxQueue: 4})
		enqueue(t, w, message("first\n"))
		<-pipe.entered
		for range 3 {
			m := message("withdrawn\n")
			enqueue(t, w, m)
			m.Drop()
		}
		pipe.steps <- step{n: -1}
		enqueue(t, w, message("next\n"))
		if got, want := string(<-pipe.entered), "next\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		pipe.steps <- step{n: -1}
	})
}

// TestFailedWrite: after a failed write, a message counts as sent exactly if at least one of
// its bytes was written, and OnEnd gets the error once.
func TestFailedWrite(t *testing.T) {
	t.Parallel()
	failure := errors.New("disk on fire")
	for _, tt := range []struct {
		name  string
		bytes int // written before the failure
		sent  int // messages
	}{
		{"nothing", 0, 0},
		{"a part of the first", 1, 1},
		{"the first", 3, 1},
		{"a byte of the second", 4, 2},
		{"all but one byte", 8, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // a missing write is a deadlock
				pipe := newSteppedPipe()
				ended := make(chan error, 2)
				w := startWriter(t, pipe, WriterConfig{MaxQueue: 10, OnEnd: func(err error) { ended <- err }})
				enqueue(t, w, message("first\n"))
				<-pipe.entered
				batch := []*Message{message("aa\n"), message("bb\n"), message("cc\n")}
				enqueue(t, w, batch...)
				pipe.steps <- step{n: -1}
				<-pipe.entered
				waiting := message("dd\n")
				enqueue(t, w, waiting)
				pipe.steps <- step{tt.bytes, failure}
				<-w.Ended()
				if err := <-ended; !errors.Is(err, failure) || len(ended) != 0 {
					t.Errorf("got error %v and %d more, want %v once", err, len(ended), failure)
				}
				for i, m := range append(batch, waiting) {
					want := "not sent"
					if i < tt.sent {
						want = "writing" // it is unknown how much of it the peer reads
					}
					if got := stateOf(m); got != want {
						t.Errorf("message %d: got %s, want %s", i, got, want)
					}
				}
				late := message("late\n")
				if err := w.Enqueue(late); !errors.Is(err, io.ErrClosedPipe) || stateOf(late) != "not sent" {
					t.Errorf("later message: got error %v, %s, want %v, not sent", err, stateOf(late), io.ErrClosedPipe)
				}
			})
		})
	}
}

// TestFailedWriteOfABody: a message whose head was written counts as sent when its body
// fails.
func TestFailedWriteOfABody(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"body", "tail"} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // a missing write is a deadlock
				pipe := newSteppedPipe()
				w := startWriter(t, pipe, WriterConfig{MaxQueue: 10})
				m := &Message{Head: []byte("<"), Body: bytes.Repeat([]byte("b"), copyBelow), Tail: []byte(">\n")}
				enqueue(t, w, m)
				<-pipe.entered
				pipe.steps <- step{n: -1}
				<-pipe.entered
				if part == "tail" {
					pipe.steps <- step{n: -1}
					<-pipe.entered
				}
				pipe.steps <- step{0, io.ErrUnexpectedEOF}
				<-w.Ended()
				if got := stateOf(m); got != "writing" {
					t.Errorf("got %s, want writing", got)
				}
			})
		})
	}
}

// TestCloseEndsABlockedWrite: Close does not wait for a peer that reads nothing, and drops
// the messages that wait.
func TestCloseEndsABlockedWrite(t *testing.T) {
	t.Parallel()
	peer, pipe := osPipe(t)
	w := NewWriter(pipe, WriterConfig{MaxQueue: 10, Stall: time.Hour, OnEnd: func(error) {}})
	blocked, waiting := message(strings.Repeat("x", 1<<20)), message("waiting\n")
	enqueue(t, w, blocked)
	if _, err := peer.Read(make([]byte, 1)); err != nil { // the write has begun, and the rest does not fit in the pipe
		t.Fatal(err)
	}
	enqueue(t, w, waiting)
	w.Close()
	w.Close()
	<-w.Ended()
	if got := stateOf(waiting); got != "not sent" || !waiting.Drop() {
		t.Errorf("waiting message: got %s, want it dropped", got)
	}
	if got := stateOf(blocked); got != "writing" {
		t.Errorf("blocked message: got %s, want writing", got)
	}
}

// TestStall: the writer ends if the peer reads nothing for the stall time, however much it
// read before. Each time the peer reads something, the stall time starts again.
func TestStall(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		reads int           // bytes that the peer reads, one at a time
		pause time.Duration // before each of them
		err   error
		took  time.Duration
	}{
		{"no read", 0, 0, ErrStalled, time.Second},
		{"slow reads", 4, 900 * time.Millisecond, ErrStalled, 5 * time.Second},
		{"slow reads of all", 6, 999 * time.Millisecond, nil, 6 * 999 * time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				ended := make(chan error, 1)
				w := startWriter(t, ours, WriterConfig{MaxQueue: 1, Stall: time.Second, OnEnd: func(err error) { ended <- err }})
				start := time.Now()
				m := message("12345\n")
				enqueue(t, w, m)
				for range tt.reads {
					time.Sleep(tt.pause) //nolint:forbidigo // virtual time
					if _, err := theirs.Read(make([]byte, 1)); err != nil {
						t.Fatalf("got error %v, want none", err)
					}
				}
				if tt.err == nil {
					synctest.Wait()
					if stateOf(m) != "written" || len(ended) != 0 {
						t.Errorf("got %s, want written, and no end", stateOf(m))
					}
				} else if err := <-ended; !errors.Is(err, tt.err) {
					t.Errorf("got error %v, want %v", err, tt.err)
				}
				if took := time.Since(start); took != tt.took {
					t.Errorf("it took %v, want %v", took, tt.took)
				}
				_ = theirs.Close()
			})
		})
	}
}
