package server

import (
	"context"
	"errors"
	"strconv"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
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
	v := judge(err)
	var tried interface{ Attempts() int }
	if errors.As(err, &tried) && tried.Attempts() > 0 {
		v = v.with("attempts", strconv.Itoa(tried.Attempts()))
	}
	return v.status()
}

func judge(err error) verdict {
	var own classified
	if errors.As(err, &own) {
		return own.verdict()
	}
	var bridge *mcpbridge.Error
	switch {
	case errors.As(err, &bridge):
		return bridgeVerdict(bridge)
	case errors.Is(err, context.DeadlineExceeded):
		return verdict{
			code: codes.DeadlineExceeded, reason: commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED,
			message: "the call's time ran out",
		}
	case errors.Is(err, context.Canceled):
		return verdict{
			code: codes.Canceled, reason: commonv1.ErrorReason_ERROR_REASON_CANCELLED,
			message: "the caller gave up the call",
		}
	default:
		return verdict{
			code: codes.Internal, reason: commonv1.ErrorReason_ERROR_REASON_INTERNAL,
			message: "internal error: the service's log holds the cause under the request id",
		}
	}
}

// bridgeVerdict is the table for failures of the bridge.
func bridgeVerdict(e *mcpbridge.Error) verdict {
	v := verdict{code: codes.Internal, reason: bridgeReason(e.Kind), message: bridgeMessage(e)}
	switch e.Kind {
	case mcpbridge.KindServerNotFound, mcpbridge.KindToolNotFound:
		v.code = codes.NotFound
	case mcpbridge.KindResourceNotFound:
		v.code, v.details = codes.NotFound, rpcDetails(e.RPC)
	case mcpbridge.KindTemplateNotFound:
		v.code, v.violations = codes.NotFound, []violation{{"uri_template", "is not offered"}}
	case mcpbridge.KindMalformedURI:
		v.code, v.violations = codes.InvalidArgument, []violation{{"uri", uriProblem(e.Err)}}
	case mcpbridge.KindServerUnavailable:
		v.code, v.retryIn = codes.Unavailable, e.RetryIn
	case mcpbridge.KindServerParked, mcpbridge.KindSpawnFailed, mcpbridge.KindHandshakeFailed:
		v.code, v.retryIn = codes.FailedPrecondition, e.RetryIn
	case mcpbridge.KindServerExited, mcpbridge.KindClosed:
		// Clients repeat UNAVAILABLE by themselves: it may only be said where a
		// second run does no harm.
		v.code, v.retryIn = codes.Unavailable, e.RetryIn
		if e.Written && !e.Repeatable {
			v.code, v.retryIn = codes.Aborted, 0
		}
	case mcpbridge.KindOverloaded:
		v.code, v.retryIn = codes.ResourceExhausted, max(e.RetryIn, 0)
		if v.retryIn == 0 {
			v.retryIn = overloadedRetry
		}
	case mcpbridge.KindDeadlineExceeded:
		v.code = codes.DeadlineExceeded
	case mcpbridge.KindCanceled:
		v.code = codes.Canceled
	case mcpbridge.KindResponseTooLarge:
		v.code = codes.ResourceExhausted
	case mcpbridge.KindRPC:
		v.code, v.details = rpcCode(e.RPC), rpcDetails(e.RPC)
	case mcpbridge.KindTransientResult:
		v.code = codes.FailedPrecondition
	case mcpbridge.KindProtocol, mcpbridge.KindInternal:
	}
	v = v.with("server", e.Server).with("tool", e.Tool).with("uri", cleanText(e.URI, maxForeignText)).with("stage", string(e.Stage))
	if e.Written && !e.Repeatable && outcomeUnknown(e.Kind) {
		v = v.maybeExecuted(false)
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

// bridgeReason is the reason of a kind, also where no call failed: of a server's
// last failure, or of one whose tools cannot be listed.
func bridgeReason(kind mcpbridge.Kind) commonv1.ErrorReason {
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
