package mcpbridge

import (
	"context"
	"sync"
)

// gate bounds how many processes of SharingPerCall exist, and how many calls wait
// for one.
type gate struct {
	max, maxQueue int

	mu      sync.Mutex
	inside  int
	waiting []chan struct{}
}

// enter waits for a place; leave gives it back.
func (g *gate) enter(ctx context.Context, s *server) *Error {
	g.mu.Lock()
	if g.inside < g.max {
		g.inside++
		g.mu.Unlock()
		return nil
	}
	if len(g.waiting) >= g.maxQueue {
		g.mu.Unlock()
		return s.fault(KindOverloaded, StageQueue, nil)
	}
	turn := make(chan struct{})
	g.waiting = append(g.waiting, turn)
	g.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		g.withdraw(turn)
		err := contextError(ctx.Err())
		err.Server, err.Stage = s.cfg.Name, StageQueue
		return err
	case <-s.b.life.Done():
		g.withdraw(turn)
		return s.fault(KindClosed, StageQueue, errClosing)
	}
}

// withdraw stops waiting; a place that was given meanwhile goes to the next.
func (g *gate) withdraw(turn chan struct{}) {
	g.mu.Lock()
	for i, other := range g.waiting {
		if other == turn {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			g.mu.Unlock()
			return
		}
	}
	g.mu.Unlock()
	g.leave()
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) > 0 {
		close(g.waiting[0])
		g.waiting = g.waiting[1:]
		return
	}
	g.inside--
}
