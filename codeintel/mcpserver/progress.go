package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
)

// progressSteps is about how many notifications a call sends: one per percent
// tells a person enough and costs nothing.
const progressSteps = 100

// progressOf returns a function that notifies the caller, or nil when the
// caller gave no token.
func progressOf(ctx context.Context, session *mcp.ServerSession, token any) index.Progress {
	if token == nil || session == nil {
		return nil
	}
	last := 0
	return func(done, total int) {
		// What a call does in several parts may begin anew, but what it tells must rise.
		if done <= last || done != total && done-last < max(total/progressSteps, 1) {
			return
		}
		last = done
		// A notification that cannot be sent is no reason to stop working.
		_ = session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total),
		})
	}
}
