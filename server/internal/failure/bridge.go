// Package failure turns errors into statuses: a code, one google.rpc.ErrorInfo and
// typed details. It is the one place that chooses them.
package failure

import (
	"context"
	"errors"
	"strconv"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// overloadedRetry is told to callers of a full queue when the bridge does not
// know better: long enough for short calls to drain it.
const overloadedRetry = time.Second

// Status returns the status that err becomes: a code, one google.rpc.ErrorInfo,
// and google.rpc.BadRequest or RetryInfo where they apply. It is the one table
// from domain errors to statuses. An error that is a status already is returned
// as it is; an error that is not known is INTERNAL and keeps its text to itself.
// A nil err is OK.
func Status(err error) *status.Status {
	if err == nil {
		return nil
	}
	if st, ok := status.FromError(err); ok {
		return st
	}
	v := Judge(err)
	var tried interface{ Attempts() int }
	if errors.As(err, &tried) && tried.Attempts() > 0 {
		v = v.With("attempts", strconv.Itoa(tried.Attempts()))
	}
	return v.status()
}

// Judge returns the status of err, which is not nil and not a status.
func Judge(err error) Verdict {
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
			Message: "the call's time ran out",
		}
	case errors.Is(err, context.Canceled):
		return Verdict{
			Code: codes.Canceled, Reason: commonv1.ErrorReason_ERROR_REASON_CANCELLED,
			Message: "the caller gave up the call",
		}
	default:
		return Verdict{
			Code: codes.Internal, Reason: commonv1.ErrorReason_ERROR_REASON_INTERNAL,
			Message: "internal error: the service's log holds the cause under the request id",
		}
	}
}

// Bridge returns the status of a failure of the bridge.
func Bridge(e *mcpbridge.Error) Verdict {
	v := Verdict{Code: codes.Internal, Reason: Reason(e.Kind), Message: Message(e)}
	switch e.Kind {
	case mcpbridge.KindServerNotFound, mcpbridge.KindToolNotFound:
		v.Code = codes.NotFound
	case mcpbridge.KindResourceNotFound:
		v.Code, v.Details = codes.NotFound, rpcDetails(e.RPC)
	case mcpbridge.KindTemplateNotFound:
		v.Code, v.Violations = codes.NotFound, []Violation{{"uri_template", "is not offered"}}
	case mcpbridge.KindMalformedURI:
		v.Code, v.Violations = codes.InvalidArgument, []Violation{{"uri", URIProblem(e.Err)}}
	case mcpbridge.KindServerUnavailable:
		v.Code, v.RetryIn = codes.Unavailable, e.RetryIn
	case mcpbridge.KindServerParked, mcpbridge.KindSpawnFailed, mcpbridge.KindHandshakeFailed:
		v.Code, v.RetryIn = codes.FailedPrecondition, e.RetryIn
	case mcpbridge.KindServerExited, mcpbridge.KindClosed:
		// Clients repeat UNAVAILABLE by themselves: it may only be said where a
		// second run does no harm.
		v.Code, v.RetryIn = codes.Unavailable, e.RetryIn
		if e.Written && !e.Repeatable {
			v.Code, v.RetryIn = codes.Aborted, 0
		}
	case mcpbridge.KindOverloaded:
		v.Code, v.RetryIn = codes.ResourceExhausted, max(e.RetryIn, 0)
		if v.RetryIn == 0 {
			v.RetryIn = overloadedRetry
		}
	case mcpbridge.KindDeadlineExceeded:
		v.Code = codes.DeadlineExceeded
	case mcpbridge.KindCanceled:
		v.Code = codes.Canceled
	case mcpbridge.KindResponseTooLarge:
		v.Code = codes.ResourceExhausted
	case mcpbridge.KindRPC:
		v.Code, v.Details = rpcCode(e.RPC), rpcDetails(e.RPC)
	case mcpbridge.KindTransientResult:
		v.Code = codes.FailedPrecondition
	case mcpbridge.KindProtocol, mcpbridge.KindInternal:
	}
	v = v.With("server", e.Server).With("tool", e.Tool).With("uri", text.Clean(e.URI, text.MaxForeign)).With("stage", string(e.Stage))
	if e.Written && !e.Repeatable && outcomeUnknown(e.Kind) {
		v = v.MaybeExecuted(false)
	}
	return v
}

// outcomeUnknown tells the failures after which a written request may have run.
func outcomeUnknown(kind mcpbridge.Kind) bool {
	switch kind {
	case mcpbridge.KindServerExited, mcpbridge.KindDeadlineExceeded, mcpbridge.KindCanceled,
		mcpbridge.KindProtocol, mcpbridge.KindResponseTooLarge, mcpbridge.KindClosed, mcpbridge.KindInternal:
		return true
	default:
		return false
	}
}

// Reason is the reason of a kind, also where no call failed: of a server's
// last failure, or of one whose tools cannot be listed.
func Reason(kind mcpbridge.Kind) commonv1.ErrorReason {
	switch kind {
	case mcpbridge.KindServerNotFound:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_NOT_FOUND
	case mcpbridge.KindToolNotFound:
		return commonv1.ErrorReason_ERROR_REASON_TOOL_NOT_FOUND
	case mcpbridge.KindResourceNotFound:
		return commonv1.ErrorReason_ERROR_REASON_RESOURCE_NOT_FOUND
	case mcpbridge.KindTemplateNotFound:
		return commonv1.ErrorReason_ERROR_REASON_RESOURCE_TEMPLATE_NOT_FOUND
	case mcpbridge.KindMalformedURI:
		return commonv1.ErrorReason_ERROR_REASON_INVALID_REQUEST
	case mcpbridge.KindServerUnavailable:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_UNAVAILABLE
	case mcpbridge.KindServerParked:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_PARKED
	case mcpbridge.KindSpawnFailed:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_START_FAILED
	case mcpbridge.KindHandshakeFailed:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_HANDSHAKE_FAILED
	case mcpbridge.KindServerExited:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_EXITED
	case mcpbridge.KindOverloaded:
		return commonv1.ErrorReason_ERROR_REASON_OVERLOADED
	case mcpbridge.KindDeadlineExceeded:
		return commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED
	case mcpbridge.KindCanceled:
		return commonv1.ErrorReason_ERROR_REASON_CANCELLED
	case mcpbridge.KindProtocol:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_PROTOCOL_ERROR
	case mcpbridge.KindResponseTooLarge:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_RESPONSE_TOO_LARGE
	case mcpbridge.KindRPC:
		return commonv1.ErrorReason_ERROR_REASON_SERVER_ERROR
	case mcpbridge.KindTransientResult:
		return commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR
	case mcpbridge.KindClosed:
		return commonv1.ErrorReason_ERROR_REASON_SHUTTING_DOWN
	case mcpbridge.KindInternal:
		return commonv1.ErrorReason_ERROR_REASON_INTERNAL
	default:
		return commonv1.ErrorReason_ERROR_REASON_INTERNAL
	}
}
