package failure

import (
	"context"
	"errors"
	"strconv"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// Status converts err to a status: a code, one google.rpc.ErrorInfo and typed details. A status is returned
// unchanged. An unknown error becomes INTERNAL without its text. A nil error becomes OK.
func Status(err error) *status.Status {
	if err == nil {
		return nil
	}
	if st, ok := status.FromError(err); ok {
		return st
	}
	v := VerdictOf(err)
	var tried interface{ Attempts() int }
	if errors.As(err, &tried) && tried.Attempts() > 0 {
		v = v.With("attempts", strconv.Itoa(tried.Attempts()))
	}
	return v.status()
}

// VerdictOf returns the verdict of err. err must not be nil and must not be a status.
func VerdictOf(err error) Verdict {
	var own Classified
	if errors.As(err, &own) {
		return own.Verdict()
	}
	var bridge *mcpbridge.Error
	switch {
	case errors.As(err, &bridge):
		return Bridge(bridge)
	case errors.Is(err, context.DeadlineExceeded):
		return Verdict{
			Code: codes.DeadlineExceeded, Reason: commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED,
			Message: "the deadline expired",
		}
	case errors.Is(err, context.Canceled):
		return Verdict{
			Code: codes.Canceled, Reason: commonv1.ErrorReason_ERROR_REASON_CANCELLED,
			Message: "the caller cancelled the call",
		}
	default:
		return Verdict{
			Code: codes.Internal, Reason: commonv1.ErrorReason_ERROR_REASON_INTERNAL, Message: internalMessage,
		}
	}
}
