package supervisor

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
)

// Supervisor starts the child processes of one service. It is safe for concurrent use.
type Supervisor struct {
	spawner *spawner
	guard   *guardProcess // nil: none
	// abandoned waits for the starts whose callers no longer wait.
	abandoned sync.WaitGroup
}

// New returns a Supervisor and starts its guard process with the argv guard (empty: none). A
// guard that cannot be started is an error: a service configured with a guard must not run
// without one.
func New(guard []string, log *slog.Logger) (*Supervisor, error) {
	s := &Supervisor{spawner: newSpawner()}
	if len(guard) == 0 {
		return s, nil
	}
	g, err := startGuard(guard, log)
	if err != nil {
		s.spawner.close()
		return nil, fmt.Errorf("start guard process: %w", err)
	}
	s.guard = g
	return s, nil
}

// Start starts a child. If ctx ends first, Start returns its cause, and the child is killed
// as soon as it exists.
func (s *Supervisor) Start(ctx context.Context, spec Spec) (*Child, error) {
	type outcome struct {
		child *Child
		err   error
	}
	result := make(chan outcome, 1)
	job := func() {
		child, err := start(spec, s.guard)
		result <- outcome{child, err}
	}
	if err := s.spawner.do(ctx, job); err != nil {
		return nil, err
	}
	select {
	case r := <-result:
		return r.child, r.err
	case <-ctx.Done():
		s.abandoned.Go(func() {
			if r := <-result; r.child != nil {
				r.child.discard()
			}
		})
		return nil, context.Cause(ctx)
	}
}

// Close ends the guard process and the spawning thread. Every child must have been stopped
// before, and no Start may be in progress.
func (s *Supervisor) Close() {
	s.spawner.close()
	s.abandoned.Wait()
	s.guard.close()
}
