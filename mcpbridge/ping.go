package mcpbridge

import (
	"context"
	"errors"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

var errIdle = errors.New("no instance is running")

// Ping sends a ping (server/discover where MCP has no ping) and returns the time until
// the response. It needs no free slot. With SharingPerPrincipal, any running instance
// responds; if none runs, the error is KindServerUnavailable. Every error is an [*Error].
func (b *Bridge) Ping(ctx context.Context, server string) (time.Duration, error) {
	u, err := b.upstream(server)
	if err != nil {
		return 0, err
	}
	if err := u.await(ctx, u.settled(), nil); err != nil {
		return 0, err
	}
	sess := u.pool.Session()
	if sess == nil {
		if b.life.Err() != nil {
			return 0, u.fault(KindClosed, StageSpawn, errClosing)
		}
		if problem := u.problem(); problem != nil {
			return 0, problem
		}
		return 0, u.fault(KindServerUnavailable, StageSpawn, errIdle)
	}
	began := time.Now()
	if err := sess.Ping(ctx); err != nil && !jsonrpc.IsResponse(err) {
		failure := u.requestError(ctx, err)
		failure.Stage, failure.Written, failure.Repeatable = StageChild, true, true
		return 0, failure
	}
	return time.Since(began), nil
}
