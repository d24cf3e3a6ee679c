package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
)

// progressSteps is how many notifications a call sends at most per phase: one
// per percent tells a person enough and costs nothing.
const progressSteps = 100

// progressOf returns a function that notifies the caller, or nil when the
// caller gave no token. Values rise, as the protocol demands, even when a call
// goes through several phases of different lengths.
func progressOf(ctx context.Context, session *mcp.ServerSession, token any) index.Progress {
	if token == nil || session == nil {
		return nil
	}
	var base, last, lastTotal int
	return func(done, total int) {
		if total != lastTotal && done <= 1 { // a new phase begins
			base, lastTotal = last, total
		}
		step := max(total/progressSteps, 1)
		if done%step != 0 && done != total || base+done <= last {
			return
		}
		last = base + done
		// A notification that cannot be sent is no reason to stop working.
		_ = session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(last), Total: float64(base + total),
		})
	}
}
