package framing

import (
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"
)

const (
	// copyBelow is the size from which the body of a message is written directly instead
	// of through the batch buffer.
	copyBelow = 16 << 10
	// batchBytes bounds the messages that are coalesced into one write.
	batchBytes = 64 << 10
)

var (
	// ErrQueueFull is returned by Enqueue when MaxQueue messages wait.
	ErrQueueFull = errors.New("write queue is full")
	// ErrStalled ends a Writer whose peer read nothing for the stall time.
	ErrStalled = errors.New("peer does not read its standard input")
)

// Pipe is the destination of a Writer, which calls Write from one goroutine. Close may run
// concurrently with Write and must unblock it.
type Pipe interface {
	io.WriteCloser
	SetWriteDeadline(time.Time) error
}

// WriterConfig configures a Writer.
type WriterConfig struct {
	// MaxQueue bounds the messages that wait to be written.
	MaxQueue int
	// Stall is how long the peer may leave the pipe full before the writer ends with
	// ErrStalled.
	Stall time.Duration
	// Busy, if set, reports whether more messages are likely to follow immediately. The
	// writer then yields before it writes, so that these messages share the write.
	Busy func() bool
	// OnEnd, if set, is called once when the writer ends with an error.
	OnEnd func(error)
}

// Writer writes messages to a pipe on a goroutine of its own. Its methods are safe for
// concurrent use and never wait for the peer.
type Writer struct {
	pipe  Pipe
	cfg   WriterConfig
	wake  chan struct{}
	quit  chan struct{}
	ended chan struct{}

	mu     sync.Mutex
	queue  []*Message
	closed bool
}

// NewWriter starts a Writer. It owns the pipe and closes it.
func NewWriter(pipe Pipe, cfg WriterConfig) *Writer {
	w := &Writer{
		pipe: pipe, cfg: cfg,
		wake: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	go w.run()
	return w
}

// Enqueue queues a message.
func (w *Writer) Enqueue(m *Message) error {
	w.mu.Lock()
	err := w.push(m)
	w.mu.Unlock()
	if err != nil {
		m.to(queued, dropped)
		return err
	}
	select {
	case w.wake <- struct{}{}:
	default:
	}
	return nil
}

func (w *Writer) push(m *Message) error {
	if w.closed {
		return io.ErrClosedPipe
	}
	if len(w.queue) >= w.cfg.MaxQueue {
		// Withdrawn messages do not count.
		w.queue = slices.DeleteFunc(w.queue, func(q *Message) bool { return state(q.state.Load()) == dropped })
	}
	if len(w.queue) >= w.cfg.MaxQueue {
		return ErrQueueFull
	}
	w.queue = append(w.queue, m)
	return nil
}

// Close closes the pipe, which also ends a blocked write, and drops the queued messages. It
// does not wait; see Ended.
func (w *Writer) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.closed = true
	close(w.quit)
	_ = w.pipe.Close()
	for _, m := range w.queue {
		m.to(queued, dropped)
	}
	w.queue = nil
}

// Ended is closed when the writer's goroutine has returned.
func (w *Writer) Ended() <-chan struct{} { return w.ended }

func (w *Writer) run() {
	defer close(w.ended)
	var out batch
	for {
		select {
		case <-w.quit:
			return
		case <-w.wake:
		}
		if w.cfg.Busy != nil && w.cfg.Busy() {
			runtime.Gosched()
		}
		for w.fill(&out) {
			if err := w.flush(&out); err != nil {
				w.Close()
				if w.cfg.OnEnd != nil {
					w.cfg.OnEnd(err)
				}
				return
			}
		}
	}
}

// fill moves queued messages into a batch: at least one, up to batchBytes.
func (w *Writer) fill(out *batch) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	out.reset()
	taken, now := 0, time.Now()
	for _, m := range w.queue {
		if len(out.messages) > 0 && len(out.buf)+m.size() > batchBytes {
			break
		}
		taken++
		if !m.take(now) {
			continue // withdrawn
		}
		if out.add(m); out.body != nil {
			break
		}
	}
	rest := copy(w.queue, w.queue[taken:])
	clear(w.queue[rest:])
	w.queue = w.queue[:rest]
	return len(out.messages) > 0
}

// flush writes a batch and marks its messages.
func (w *Writer) flush(out *batch) error {
	n, err := w.write(out.buf)
	if err == nil && out.body != nil {
		last := out.messages[len(out.messages)-1]
		if _, err = w.write(last.Body); err == nil {
			_, err = w.write(last.Tail)
		}
	}
	out.mark(n, err)
	return err
}

// write writes all of p. The stall time restarts each time the peer reads something.
func (w *Writer) write(p []byte) (done int, err error) {
	for done < len(p) {
		_ = w.pipe.SetWriteDeadline(time.Now().Add(w.cfg.Stall))
		n, err := w.pipe.Write(p[done:])
		done += n
		if err == nil || (n > 0 && errors.Is(err, os.ErrDeadlineExceeded)) {
			continue
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = ErrStalled
		}
		return done, err
	}
	return done, nil
}

// batch is the content of one write: consecutive small messages. A large message ends the
// batch: its head is in buf, and its body and tail follow without a copy.
type batch struct {
	buf      []byte
	messages []*Message
	starts   []int // the offset of each message in buf
	body     []byte
}

func (b *batch) reset() {
	clear(b.messages)
	b.buf, b.messages, b.starts, b.body = b.buf[:0], b.messages[:0], b.starts[:0], nil
}

func (b *batch) add(m *Message) {
	b.messages = append(b.messages, m)
	b.starts = append(b.starts, len(b.buf))
	b.buf = append(b.buf, m.Head...)
	if len(m.Body) >= copyBelow {
		b.body = m.Body
		return
	}
	b.buf = append(b.buf, m.Body...)
	b.buf = append(b.buf, m.Tail...)
}

// mark sets the state of the messages after a write of n bytes of buf that ended with err.
// If no byte of a message was written, the message did not reach the peer.
func (b *batch) mark(n int, err error) {
	now := time.Now()
	for i, m := range b.messages {
		switch {
		case err == nil:
			m.done(now)
		case b.starts[i] >= n:
			m.to(writing, dropped)
		}
	}
}
