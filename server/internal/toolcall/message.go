package toolcall

import (
	"math"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// Info returns the facts about a call. The retry interceptor corrects the number of attempts, which is not
// known here.
func Info(result *mcpbridge.Result) *commonv1.CallInfo {
	return &commonv1.CallInfo{
		Server:          result.Server,
		AttemptCount:    1,
		QueueDuration:   durationpb.New(Positive(result.QueueTime)),
		ServerDuration:  durationpb.New(Positive(result.ServerTime)),
		ProtocolVersion: result.ProtocolVersion,
	}
}

// Positive returns d, or zero for a negative duration, which a clock step can cause.
func Positive(d time.Duration) time.Duration { return max(d, 0) }

// Progress returns a progress event. Its text is bounded like a chunk, so that a server cannot end a call
// with a large text or fill the memory of a call whose caller reads slowly.
func (r *Runner) Progress(p mcpbridge.Progress) *commonv1.ProgressEvent {
	return &commonv1.ProgressEvent{
		Progress: p.Progress, Total: p.Total, Message: text.Cut(text.Valid(p.Message), r.Limits.ChunkBytes),
	}
}

// Count converts a count to an int32. Values outside its range become its bounds.
func Count(n int) int32 {
	return int32(min(max(n, math.MinInt32), math.MaxInt32)) // bounded on this line
}
