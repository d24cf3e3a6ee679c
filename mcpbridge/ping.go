package mcpbridge

import (
	"context"
	"errors"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

// Ping asks a server for a sign of life (ping, or server/discover where MCP has
// no ping any more) and returns the time that took. It takes no place from calls.
// With SharingPerPrincipal any running process answers; where none runs, the
// error is KindServerUnavailable.
func (b *Bridge) Ping(ctx context.Context, server string) (time.Duration, error) {
	s, err := b.server(server)
	if err != nil {
		return 0, err
	}
	if err := s.settle(ctx, nil); err != nil {
		return 0, err
	}
	proc := s.anyProcess()
	if proc == nil {
		if problem := s.problem(); problem != nil {
			return 0, problem
		}
		return 0, s.fault(KindServerUnavailable, StageSpawn, errIdle)
	}
	began := time.Now()
	if err := proc.sess.Ping(ctx); err != nil && !answered(err) {
		a := attempt{b: b, s: s}
		a.out.Sent, a.out.Written = true, true
		failure := a.classify(ctx, err)
		failure.Repeatable = true
		return 0, failure
	}
	return time.Since(began), nil
}

// answered reports whether an error came from the server itself: it is alive.
func answered(err error) bool {
	var rpc *jsonrpc.Error
	return errors.As(err, &rpc)
}

func (s *server) anyProcess() *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.workers() {
		if w.proc != nil && !w.proc.lost() {
			return w.proc
		}
	}
	return nil
}
