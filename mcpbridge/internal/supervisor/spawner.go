package supervisor

import (
	"context"
	"errors"
	"runtime"
	"sync"
)

// ErrClosed is returned by [Supervisor.Start] after [Supervisor.Close].
var ErrClosed = errors.New("the supervisor is closed")

// spawner runs jobs on one goroutine that keeps its OS thread.
//
// Linux sends the parent-death signal when the forking thread exits, even if its process
// continues (prctl(2), PR_SET_PDEATHSIG). The Go runtime may later end a thread on which
// an unlocked goroutine forked a child, and the signal would kill that child.
type spawner struct {
	jobs   chan func()
	quit   chan struct{}
	closed sync.Once
	ended  chan struct{}
}

func newSpawner() *spawner {
	s := &spawner{jobs: make(chan func()), quit: make(chan struct{}), ended: make(chan struct{})}
	go s.loop()
	return s
}

func (s *spawner) loop() {
	defer close(s.ended)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for {
		select {
		case job := <-s.jobs:
			job()
		case <-s.quit:
			return
		}
	}
}

// do passes a job to the thread. It returns when the job was accepted, not when it is done.
func (s *spawner) do(ctx context.Context, job func()) error {
	select {
	case s.jobs <- job:
		return nil
	case <-s.quit:
		return ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s *spawner) close() {
	s.closed.Do(func() { close(s.quit) })
	<-s.ended
}
