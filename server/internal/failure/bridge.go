package failure

import (
	"fmt"
	"time"

	"google.golang.org/grpc/codes"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// overloadedRetry is the RetryInfo delay for callers of a full queue if the bridge cannot estimate one. It is
// long enough for short calls to leave the queue.
const overloadedRetry = time.Second

// row maps a kind of failure to a status.
type row struct {
	reason commonv1.ErrorReason
	code   codes.Code
	// message names the failed operation and its input, and states the remedy. It never contains the text of
	// a cause, which may contain paths.
	message string
	// lost means that a request that was written to the server may have run without a response.
	lost bool
}

// rowOf returns the row of a failure of the bridge. It is the only such table.
func rowOf(e *mcpbridge.Error) row {
	server, tool := fmt.Sprintf("server %q", e.Server), fmt.Sprintf("tool %q", e.Tool)
	switch e.Kind {
	case mcpbridge.KindServerNotFound:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_NOT_FOUND, code: codes.NotFound,
			message: server + " is not configured; ListServers returns the configured servers",
		}
	case mcpbridge.KindToolNotFound:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_TOOL_NOT_FOUND, code: codes.NotFound,
			message: noTool(e),
		}
	case mcpbridge.KindResourceNotFound:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_RESOURCE_NOT_FOUND, code: codes.NotFound,
			message: noResource(e),
		}
	case mcpbridge.KindTemplateNotFound:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_RESOURCE_TEMPLATE_NOT_FOUND, code: codes.NotFound,
			message: "no server has this URI template; ListResourceTemplates returns the available ones",
		}
	case mcpbridge.KindMalformedURI:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_INVALID_REQUEST, code: codes.InvalidArgument,
			message: "the URI " + URIProblem(e.Err),
		}
	case mcpbridge.KindServerUnavailable:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_UNAVAILABLE, code: codes.Unavailable,
			message: server + " is starting or restarting; try again",
		}
	case mcpbridge.KindServerParked:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_PARKED, code: codes.FailedPrecondition,
			message: server + " failed too often and is parked" + parkedCause(e) + "; it will be restarted later",
		}
	case mcpbridge.KindSpawnFailed:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_START_FAILED, code: codes.FailedPrecondition,
			message: server + " cannot be started" + spawnCause(e.Err),
		}
	case mcpbridge.KindHandshakeFailed:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_HANDSHAKE_FAILED, code: codes.FailedPrecondition,
			message: server + " did not complete the MCP handshake, or supports none of the MCP revisions of this service",
		}
	case mcpbridge.KindServerExited:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_EXITED, code: lostCode(e), lost: true,
			message: server + " exited during the call" + executed(e),
		}
	case mcpbridge.KindOverloaded:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_OVERLOADED, code: codes.ResourceExhausted,
			message: server + " has too many waiting calls; try again later",
		}
	case mcpbridge.KindDeadlineExceeded:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED, code: codes.DeadlineExceeded, lost: true,
			message: "the deadline expired " + stageText(e) + executed(e),
		}
	case mcpbridge.KindCanceled:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_CANCELLED, code: codes.Canceled, lost: true,
			message: "the caller cancelled the call" + executed(e),
		}
	case mcpbridge.KindProtocol:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_PROTOCOL_ERROR, code: codes.Internal, lost: true,
			message: "the response of " + server + " is not valid MCP",
		}
	case mcpbridge.KindResponseTooLarge:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_RESPONSE_TOO_LARGE, code: codes.ResourceExhausted, lost: true,
			message: "the response of " + server + " exceeds the limit for one message; request less",
		}
	case mcpbridge.KindRPC:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SERVER_ERROR, code: rpcCode(e.RPC),
			message: server + " returned JSON-RPC error" + rpcText(e.RPC),
		}
	case mcpbridge.KindTransientResult:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR, code: codes.FailedPrecondition,
			message: tool + " failed transiently; try again",
		}
	case mcpbridge.KindClosed:
		return row{
			reason: commonv1.ErrorReason_ERROR_REASON_SHUTTING_DOWN, code: lostCode(e), lost: true,
			message: "the service is shutting down" + closing(e),
		}
	case mcpbridge.KindInternal:
	}
	return row{
		reason: commonv1.ErrorReason_ERROR_REASON_INTERNAL, code: codes.Internal, lost: true,
		message: internalMessage,
	}
}

// internalMessage does not contain the cause, which may contain paths.
const internalMessage = "internal error: the log of the service contains the cause under the request id"

// lostCode returns the code of a call whose server exited or whose service is shutting down. Clients repeat
// UNAVAILABLE automatically, so it is used only where repeating is safe.
func lostCode(e *mcpbridge.Error) codes.Code {
	if e.Written && !e.Repeatable {
		return codes.Aborted
	}
	return codes.Unavailable
}

// Bridge returns the verdict of a failure of the bridge.
func Bridge(e *mcpbridge.Error) Verdict {
	r := rowOf(e)
	v := Verdict{Code: r.code, Reason: r.reason, Message: r.message, Details: rpcDetails(e.RPC)}
	switch e.Kind { //nolint:exhaustive // only some kinds need more than their row
	case mcpbridge.KindTemplateNotFound:
		v.Violations = []Violation{{Field: "uri_template", Description: "is not available"}}
	case mcpbridge.KindMalformedURI:
		v.Violations = []Violation{{Field: "uri", Description: URIProblem(e.Err)}}
	}
	v.RetryIn = retryIn(e, r.code)
	v = v.With("server", e.Server).With("tool", e.Tool).With("uri", text.Clean(e.URI, text.MaxForeign)).
		With("stage", string(e.Stage))
	if r.lost && e.Written {
		v = v.MaybeExecuted(e.Repeatable)
	}
	return v
}

// retryIn returns the delay for RetryInfo. It returns 0 if no delay is known, or if repeating the call is not
// the remedy.
func retryIn(e *mcpbridge.Error, code codes.Code) time.Duration {
	switch code {
	case codes.Unavailable, codes.FailedPrecondition:
		return e.RetryIn
	case codes.ResourceExhausted:
		if e.Kind == mcpbridge.KindOverloaded && e.RetryIn <= 0 {
			return overloadedRetry
		}
		return e.RetryIn
	default: // the causes of these codes do not go away with time
		return 0
	}
}

// Reason returns the reason of a kind of failure. It also serves failures outside a call: the last failure of
// a server, and the failure that prevented a list of its tools or resources.
func Reason(kind mcpbridge.Kind) commonv1.ErrorReason {
	return rowOf(&mcpbridge.Error{Kind: kind}).reason
}

// Message returns the message of a failure.
func Message(e *mcpbridge.Error) string { return rowOf(e).message }
