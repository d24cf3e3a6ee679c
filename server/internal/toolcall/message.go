package toolcall

import (
	"math"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// Info returns the facts about a call. The retry interceptor knows the number of
// attempts and corrects it.
func Info(result *mcpbridge.Result) *commonv1.CallInfo {
	return &commonv1.CallInfo{
		Server:          result.Server,
		AttemptCount:    1,
		QueueDuration:   durationpb.New(Positive(result.QueueTime)),
		ServerDuration:  durationpb.New(Positive(result.ServerTime)),
		ProtocolVersion: result.ProtocolVersion,
	}
}

// Positive returns d, or zero for a negative one, which a clock step can cause.
func Positive(d time.Duration) time.Duration { return max(d, 0) }

// Progress returns a progress event. Its text is bounded like a chunk, so that a
// server can neither end a call, nor fill the memory of one with a slow reader, by
// what it reports.
func (r *Runner) Progress(p mcpbridge.Progress) *commonv1.ProgressEvent {
	return &commonv1.ProgressEvent{
		Progress: p.Progress, Total: p.Total, Message: text.Cut(text.Valid(p.Message), r.Limits.ChunkBytes),
	}
}

// Count fits a number of things into an int32.
func Count(n int) int32 {
	return int32(min(max(n, math.MinInt32), math.MaxInt32)) //nolint:gosec // bounded on this line
}
