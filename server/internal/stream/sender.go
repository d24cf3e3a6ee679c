// Package stream sends the events of server streams.
package stream

import (
	"context"
	"fmt"
	"sync"

	"google.golang.org/grpc"
)

// buffer is the number of events that may wait for a slow reader. Notifications are bounded, and results,
// which are never dropped, are sent in chunks of up to 256 KiB, so buffer also bounds memory.
const buffer = 32

// Sender writes the events of one stream on its own goroutine.
//
// A caller that does not read blocks the stream's Send as long as its connection lives. The tool's
// notifications must not wait for that, because the server's slot is occupied until they are handled. The
// call's deadline must not be exceeded either.
type Sender[T any] struct {
	stream grpc.ServerStreamingServer[T]
	events chan *T       // never closed, because a notification may arrive late
	quit   chan struct{} // closed: send the waiting events, then end
	stop   sync.Once     // guards the close of quit
	done   chan struct{} // closed when the goroutine has ended
	err    error         // the error of Send; readable once done is closed
}

// NewSender returns a sender for stream. The caller must call Close or CloseWith.
func NewSender[T any](stream grpc.ServerStreamingServer[T]) *Sender[T] {
	s := &Sender[T]{
		stream: stream,
		events: make(chan *T, buffer),
		quit:   make(chan struct{}),
		done:   make(chan struct{}),
	}
	go s.loop()
	return s
}

func (s *Sender[T]) loop() {
	defer close(s.done)
	defer func() { // no interceptor recovers on this goroutine
		if p := recover(); p != nil {
			s.err = fmt.Errorf("server: panic while sending: %v", p)
		}
	}()
	for s.err == nil {
		select {
		case event := <-s.events:
			s.err = s.stream.Send(event)
		case <-s.quit:
			s.err = s.drain()
			return
		}
	}
}

func (s *Sender[T]) drain() error {
	for {
		select {
		case event := <-s.events:
			if err := s.stream.Send(event); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// Offer sends a notification. If the buffer is full, it drops the oldest waiting one. It never blocks. Only
// one goroutine may call it at a time.
func (s *Sender[T]) Offer(event *T) {
	for {
		select {
		case s.events <- event:
			return
		case <-s.done:
			return
		default:
		}
		select {
		case <-s.events:
		default:
		}
	}
}

// Put sends an event that must not be dropped.
func (s *Sender[T]) Put(ctx context.Context, event *T) error {
	select {
	case s.events <- event:
		return nil
	case <-s.done:
		return s.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Finish sends the last events and waits until they are sent.
func (s *Sender[T]) Finish(ctx context.Context, events []*T) error {
	for _, event := range events {
		if err := s.Put(ctx, event); err != nil {
			return s.CloseWith(ctx, err)
		}
	}
	return s.CloseWith(ctx, nil)
}

// Close ends the goroutine after it has sent the waiting events. It does not wait for that.
func (s *Sender[T]) Close() { s.stop.Do(func() { close(s.quit) }) }

// CloseWith waits until all events are sent or ctx has ended. It returns err or, if err is nil, the reason
// why sending failed. No event may be sent afterwards.
func (s *Sender[T]) CloseWith(ctx context.Context, err error) error {
	s.Close()
	select {
	case <-s.done:
		if err == nil {
			err = s.err
		}
	case <-ctx.Done():
		// The stream, and a Send that is still blocked, end with the handler.
		if err == nil {
			err = ctx.Err()
		}
	}
	return err
}
