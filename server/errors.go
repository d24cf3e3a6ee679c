package server

import (
	"context"
	"errors"
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
	"github.com/coderef-system/coderefd/server/internal/text"
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
	case mcpbridge.KindResourceNotFound:
		v.code = codes.NotFound
		if e.RPC != nil {
			v = v.with("jsonrpcCode", strconv.FormatInt(e.RPC.Code, 10))
		}
	case mcpbridge.KindTemplateNotFound:
		v.code, v.violations = codes.InvalidArgument, []violation{{"uri_template", "is not offered"}}
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
		v.code = rpcCode(e.RPC)
		if e.RPC != nil {
			v = v.with("jsonrpcCode", strconv.FormatInt(e.RPC.Code, 10))
		}
	case mcpbridge.KindTransientResult:
		v.code = codes.FailedPrecondition
	case mcpbridge.KindProtocol, mcpbridge.KindInternal:
	}
	v = v.with("server", e.Server).with("tool", e.Tool).with("uri", cleanText(e.URI, maxForeignText)).with("stage", string(e.Stage))
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
	case mcpbridge.KindResourceNotFound:
		return toolv1.ErrorReason_ERROR_REASON_RESOURCE_NOT_FOUND
	case mcpbridge.KindTemplateNotFound:
		return toolv1.ErrorReason_ERROR_REASON_RESOURCE_TEMPLATE_NOT_FOUND
	case mcpbridge.KindMalformedURI:
		return toolv1.ErrorReason_ERROR_REASON_INVALID_REQUEST
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

// Bounds of a status, in bytes: it travels in headers, which proxies and clients
// cap at 8 KiB, its message twice and escaped, its details in base64.
const (
	maxMessage        = 1 << 10
	maxViolationBytes = 3 << 10
)

func (v verdict) status() *status.Status {
	st := status.New(v.code, text.Cut(v.message, maxMessage))
	details := []protoadapt.MessageV1{&errdetails.ErrorInfo{
		Reason: v.reason.String(), Domain: errorDomain, Metadata: v.metadata,
	}}
	if len(v.violations) > 0 {
		bad := new(errdetails.BadRequest)
		room := maxViolationBytes
		for _, broken := range v.violations {
			if room -= len(broken.field) + len(broken.description); room < 0 {
				break
			}
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
