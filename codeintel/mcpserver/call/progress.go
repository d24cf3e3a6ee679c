package call

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
)

// progressSteps is the approximate number of notifications of a call: one per percent.
const progressSteps = 100

// Progress returns a function that sends progress notifications to the client, or nil if
// the client gave no token.
func Progress(ctx context.Context, session *mcp.ServerSession, token any) index.Progress {
	if token == nil || session == nil {
		return nil
	}
	last := 0
	return func(done, total int) {
		// A call with several parts may count from 0 again, but "the progress value MUST
		// increase with each notification" (MCP).
		if done <= last || done != total && done-last < max(total/progressSteps, 1) {
			return
		}
		last = done
		// The call continues if a notification cannot be sent.
		_ = session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total),
		})
	}
}
