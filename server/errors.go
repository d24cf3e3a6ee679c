package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// errorDomain is the domain of every google.rpc.ErrorInfo.
const errorDomain = "coderef"

// overloadedRetry is told to callers of a full queue when the bridge does not
// know better: long enough for short calls to drain it.
const overloadedRetry = time.Second

// verdict is what the table says of an error.
type verdict struct {
	code       codes.Code
	reason     toolv1.ErrorReason
	message    string
	metadata   map[string]string
	violations []violation
	// retryIn, when positive, becomes google.rpc.RetryInfo.
	retryIn time.Duration
}

// violation is one broken rule of the request.
type violation struct {
	field       string
	description string
}

// classified is a domain error of this package: it knows its own row.
type classified interface {
	error
	verdict() verdict
}

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
			code: codes.DeadlineExceeded, reason: toolv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED,
			message: "the call's time ran out",
		}
	case errors.Is(err, context.Canceled):
		return verdict{
			code: codes.Canceled, reason: toolv1.ErrorReason_ERROR_REASON_CANCELLED,
			message: "the caller gave up the call",
		}
	default:
		return verdict{
			code: codes.Internal, reason: toolv1.ErrorReason_ERROR_REASON_INTERNAL,
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
	case mcpbridge.KindServerUnavailable:
		v.code, v.retryIn = codes.Unavailable, e.RetryIn
	case mcpbridge.KindServerParked, mcpbridge.KindSpawnFailed, mcpbridge.KindHandshakeFailed:
		v.code, v.retryIn = codes.FailedPrecondition, e.RetryIn
	case mcpbridge.KindServerExited:
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
		v.code = rpcCode(e.RPC)
		if e.RPC != nil {
			v = v.with("jsonrpcCode", strconv.FormatInt(e.RPC.Code, 10))
		}
	case mcpbridge.KindTransientResult:
		v.code = codes.FailedPrecondition
	case mcpbridge.KindClosed:
		v.code = codes.Unavailable
	case mcpbridge.KindProtocol, mcpbridge.KindInternal:
	}
	v = v.with("server", e.Server).with("tool", e.Tool).with("stage", string(e.Stage))
	if e.Written && !e.Repeatable && outcomeUnknown(e.Kind) {
		v = v.with("maybeExecuted", "true")
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

func rpcCode(e *mcpbridge.RPCError) codes.Code {
	if e == nil {
		return codes.Unknown
	}
	switch e.Code {
	case -32601: // Method not found
		return codes.Unimplemented
	case -32602: // Invalid params
		return codes.InvalidArgument
	default:
		return codes.Unknown
	}
}

// bridgeReason is the reason of a kind, also where no call failed: of a server's
// last failure, or of one whose tools cannot be listed.
func bridgeReason(kind mcpbridge.Kind) toolv1.ErrorReason {
	switch kind {
	case mcpbridge.KindServerNotFound:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_NOT_FOUND
	case mcpbridge.KindToolNotFound:
		return toolv1.ErrorReason_ERROR_REASON_TOOL_NOT_FOUND
	case mcpbridge.KindServerUnavailable:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_UNAVAILABLE
	case mcpbridge.KindServerParked:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_PARKED
	case mcpbridge.KindSpawnFailed:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_START_FAILED
	case mcpbridge.KindHandshakeFailed:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_HANDSHAKE_FAILED
	case mcpbridge.KindServerExited:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_EXITED
	case mcpbridge.KindOverloaded:
		return toolv1.ErrorReason_ERROR_REASON_OVERLOADED
	case mcpbridge.KindDeadlineExceeded:
		return toolv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED
	case mcpbridge.KindCanceled:
		return toolv1.ErrorReason_ERROR_REASON_CANCELLED
	case mcpbridge.KindProtocol:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_PROTOCOL
	case mcpbridge.KindResponseTooLarge:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_RESPONSE_TOO_LARGE
	case mcpbridge.KindRPC:
		return toolv1.ErrorReason_ERROR_REASON_SERVER_ERROR
	case mcpbridge.KindTransientResult:
		return toolv1.ErrorReason_ERROR_REASON_TOOL_ERROR
	case mcpbridge.KindClosed:
		return toolv1.ErrorReason_ERROR_REASON_SHUTTING_DOWN
	case mcpbridge.KindInternal:
		return toolv1.ErrorReason_ERROR_REASON_INTERNAL
	default:
		return toolv1.ErrorReason_ERROR_REASON_INTERNAL
	}
}

// bridgeMessage says what happened and, where there is something to do, what. It
// never repeats the text of a cause, which may hold paths.
func bridgeMessage(e *mcpbridge.Error) string {
	server, tool := fmt.Sprintf("server %q", e.Server), fmt.Sprintf("tool %q", e.Tool)
	switch e.Kind {
	case mcpbridge.KindServerNotFound:
		return "no " + server + " is configured; ListServers names those that are"
	case mcpbridge.KindToolNotFound:
		if e.Server == "" {
			return "no server offers " + tool + "; ListTools names those that are offered"
		}
		return server + " offers no " + tool + "; ListTools names those that it offers"
	case mcpbridge.KindServerUnavailable:
		return server + " is starting or restarting; try again"
	case mcpbridge.KindServerParked:
		return server + " failed too often and is parked; its next start is tried in a while"
	case mcpbridge.KindSpawnFailed:
		return server + " cannot be started" + spawnCause(e.Err)
	case mcpbridge.KindHandshakeFailed:
		return server + " did not complete the MCP handshake, or speaks no revision that this service speaks"
	case mcpbridge.KindServerExited:
		return server + " ended during the call" + executed(e)
	case mcpbridge.KindOverloaded:
		return server + " has too many calls waiting; try again later"
	case mcpbridge.KindDeadlineExceeded:
		return "the call's time ran out " + stageText(e.Stage) + executed(e)
	case mcpbridge.KindCanceled:
		return "the caller gave up the call" + executed(e)
	case mcpbridge.KindProtocol:
		return "the answer of " + server + " is not valid MCP"
	case mcpbridge.KindResponseTooLarge:
		return "the answer of " + server + " is over the limit for one message; ask for less"
	case mcpbridge.KindRPC:
		return server + " answered with an error" + rpcText(e.RPC)
	case mcpbridge.KindTransientResult:
		return tool + " failed for now; try again"
	case mcpbridge.KindClosed:
		return "the service is shutting down"
	case mcpbridge.KindInternal:
	}
	return "internal error: the service's log holds the cause under the request id"
}

// executed adds what the caller must know before trying again.
func executed(e *mcpbridge.Error) string {
	switch {
	case !e.Written:
		return "; the tool did not run"
	case e.Repeatable:
		return "; it may be repeated"
	default:
		return "; the tool may have run"
	}
}

func spawnCause(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ": its program or working folder does not exist"
	case errors.Is(err, fs.ErrPermission):
		return ": its program is not executable"
	default:
		return "; the service's log says why"
	}
}

func stageText(stage mcpbridge.Stage) string {
	switch stage {
	case mcpbridge.StageRoute:
		return "while the tool was looked up"
	case mcpbridge.StageQueue:
		return "in the server's queue"
	case mcpbridge.StageSpawn:
		return "while the server started"
	case mcpbridge.StageWrite:
		return "while the request was written to the server"
	case mcpbridge.StageChild:
		return "while the tool ran"
	default:
		return "on its way"
	}
}

// rpcText gives the server's own words. They are the answer of a tool server to
// this caller, not a diagnosis of ours, so they pass, cleaned and cut.
func rpcText(e *mcpbridge.RPCError) string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf(" %d: %s", e.Code, cleanText(e.Message, maxForeignText))
}

// with returns v with one more metadata entry; empty values are left out.
func (v verdict) with(key, value string) verdict {
	if value == "" {
		return v
	}
	metadata := maps.Clone(v.metadata)
	if metadata == nil {
		metadata = make(map[string]string)
	}
	metadata[key] = value
	v.metadata = metadata
	return v
}

func (v verdict) status() *status.Status {
	st := status.New(v.code, v.message)
	details := []protoadapt.MessageV1{&errdetails.ErrorInfo{
		Reason: v.reason.String(), Domain: errorDomain, Metadata: v.metadata,
	}}
	if len(v.violations) > 0 {
		bad := new(errdetails.BadRequest)
		for _, broken := range v.violations {
			bad.FieldViolations = append(bad.FieldViolations, &errdetails.BadRequest_FieldViolation{
				Field: broken.field, Description: broken.description,
			})
		}
		details = append(details, bad)
	}
	if v.retryIn > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(v.retryIn)})
	}
	detailed, err := st.WithDetails(details...)
	if err != nil { // only a message that cannot be marshalled, which none of these is
		return st
	}
	return detailed
}
