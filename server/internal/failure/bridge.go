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
			commonv1.ErrorReason_ERROR_REASON_SERVER_NOT_FOUND, codes.NotFound,
			server + " is not configured; ListServers returns the configured servers", false,
		}
	case mcpbridge.KindToolNotFound:
		return row{commonv1.ErrorReason_ERROR_REASON_TOOL_NOT_FOUND, codes.NotFound, noTool(e), false}
	case mcpbridge.KindResourceNotFound:
		return row{commonv1.ErrorReason_ERROR_REASON_RESOURCE_NOT_FOUND, codes.NotFound, noResource(e), false}
	case mcpbridge.KindTemplateNotFound:
		return row{
			commonv1.ErrorReason_ERROR_REASON_RESOURCE_TEMPLATE_NOT_FOUND, codes.NotFound,
			"no server has this URI template; ListResourceTemplates returns the available ones", false,
		}
	case mcpbridge.KindMalformedURI:
		return row{
			commonv1.ErrorReason_ERROR_REASON_INVALID_REQUEST,
			codes.InvalidArgument,
			"the URI " + URIProblem(e.Err),
			false,
		}
	case mcpbridge.KindServerUnavailable:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SERVER_UNAVAILABLE, codes.Unavailable,
			server + " is starting or restarting; try again", false,
		}
	case mcpbridge.KindServerParked:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SERVER_PARKED,
			codes.FailedPrecondition,
			server + " failed too often and is parked" + parkedCause(e) +
				"; it will be restarted later",
			false,
		}
	case mcpbridge.KindSpawnFailed:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SERVER_START_FAILED, codes.FailedPrecondition,
			server + " cannot be started" + spawnCause(e.Err), false,
		}
	case mcpbridge.KindHandshakeFailed:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SERVER_HANDSHAKE_FAILED, codes.FailedPrecondition,
			server + " did not complete the MCP handshake, or supports none of the MCP revisions of this service",
			false,
		}
	case mcpbridge.KindServerExited:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SERVER_EXITED,
			lostCode(e),
			server + " exited during the call" + executed(e),
			true,
		}
	case mcpbridge.KindOverloaded:
		return row{
			commonv1.ErrorReason_ERROR_REASON_OVERLOADED, codes.ResourceExhausted,
			server + " has too many waiting calls; try again later", false,
		}
	case mcpbridge.KindDeadlineExceeded:
		return row{
			commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED, codes.DeadlineExceeded,
			"the deadline expired " + stageText(e) + executed(e), true,
		}
	case mcpbridge.KindCanceled:
		return row{
			commonv1.ErrorReason_ERROR_REASON_CANCELLED,
			codes.Canceled,
			"the caller cancelled the call" + executed(e),
			true,
		}
	case mcpbridge.KindProtocol:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SERVER_PROTOCOL_ERROR, codes.Internal,
			"the response of " + server + " is not valid MCP", true,
		}
	case mcpbridge.KindResponseTooLarge:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SERVER_RESPONSE_TOO_LARGE, codes.ResourceExhausted,
			"the response of " + server + " exceeds the limit for one message; request less", true,
		}
	case mcpbridge.KindRPC:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SERVER_ERROR,
			rpcCode(e.RPC),
			server + " returned JSON-RPC error" + rpcText(e.RPC),
			false,
		}
	case mcpbridge.KindTransientResult:
		return row{
			commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR, codes.FailedPrecondition,
			tool + " failed transiently; try again", false,
		}
	case mcpbridge.KindClosed:
		return row{
			commonv1.ErrorReason_ERROR_REASON_SHUTTING_DOWN,
			lostCode(e),
			"the service is shutting down" + closing(e),
			true,
		}
	case mcpbridge.KindInternal:
		return row{commonv1.ErrorReason_ERROR_REASON_INTERNAL, codes.Internal, internalMessage, true}
	}
	return row{commonv1.ErrorReason_ERROR_REASON_INTERNAL, codes.Internal, internalMessage, true}
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
	switch code { // these codes do not go away with time
	case codes.Unavailable, codes.FailedPrecondition:
		return e.RetryIn
	case codes.ResourceExhausted:
		if e.Kind == mcpbridge.KindOverloaded && e.RetryIn <= 0 {
			return overloadedRetry
		}
		return e.RetryIn
	default:
		return 0
	}
}

// Reason returns the reason of a kind of failure. It also serves failures outside a call: the last failure of
// a server, or of a server whose tools cannot be listed.
func Reason(kind mcpbridge.Kind) commonv1.ErrorReason {
	return rowOf(&mcpbridge.Error{Kind: kind}).reason
}

// Message returns the message of a failure.
func Message(e *mcpbridge.Error) string { return rowOf(e).message }
