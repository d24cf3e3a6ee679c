package framing

import (
	"sync/atomic"
	"time"
)

// state of a message on its way out.
type state int32

const (
	queued  state = iota
	writing       // taken by the writer: a part of it may have reached the peer
	written
	dropped // never reached the peer and never will
)

// Message is one outgoing line in up to three parts, so that a large middle part is written
// without a copy. Its parts must not change until it is written or dropped.
type Message struct {
	// Head, Body and Tail make one line; Tail ends with '\n'. Body may be empty.
	Head, Body, Tail []byte

	state atomic.Int32
	// takenAt and writtenAt are set by the writer before it moves state to
	// writing and written; other goroutines read them only after they have
	// loaded that state.
	takenAt, writtenAt time.Time
}

func (m *Message) size() int { return len(m.Head) + len(m.Body) + len(m.Tail) }

// Drop withdraws the message. It reports false if a part of the message may have reached
// the peer.
func (m *Message) Drop() bool {
	return m.to(queued, dropped) || state(m.state.Load()) == dropped
}

// Sent reports whether a part of the message may have reached the peer.
func (m *Message) Sent() bool {
	s := state(m.state.Load())
	return s == writing || s == written
}

// Written reports whether the whole message was written to the pipe.
func (m *Message) Written() bool { return state(m.state.Load()) == written }

// WrittenAt is when the last byte was written to the pipe. During the write it is when the
// write began; before it, zero.
func (m *Message) WrittenAt() time.Time {
	switch state(m.state.Load()) {
	case written:
		return m.writtenAt
	case writing:
		return m.takenAt
	default:
		return time.Time{}
	}
}

func (m *Message) to(from, next state) bool {
	return m.state.CompareAndSwap(int32(from), int32(next))
}

// take claims the message for writing.
func (m *Message) take(now time.Time) bool {
	m.takenAt = now
	return m.to(queued, writing)
}

func (m *Message) done(now time.Time) {
	m.writtenAt = now
	m.state.Store(int32(written))
}
