package codeintel

import (
	"fmt"

	"google.golang.org/grpc/codes"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// malformedResultError reports a tool result that does not have the form that a typed RPC requires.
type malformedResultError struct {
	call toolcall.Call
	err  error
}

func (e *malformedResultError) Error() string {
	return fmt.Sprintf(
		"the result of tool %q does not have the form that this RPC requires; CallTool returns it unchanged",
		e.call.Tool,
	)
}

func (e *malformedResultError) Unwrap() error { return e.err }

func (e *malformedResultError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code: codes.Internal, Reason: commonv1.ErrorReason_ERROR_REASON_TOOL_RESULT_MALFORMED, Message: e.Error(),
	}
	return v.With("server", e.call.Server).With("tool", e.call.Tool).MaybeExecuted(e.call.Repeatable)
}
