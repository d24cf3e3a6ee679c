package server

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"google.golang.org/grpc/codes"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolschema"
)

// errShuttingDown ends watches.
var errShuttingDown = &mcpbridge.Error{Kind: mcpbridge.KindClosed}

// argumentsError says that arguments could not be turned into one JSON object.
type argumentsError struct {
	server, tool string
	err          *jsonpb.Error
}

func (e *argumentsError) Error() string {
	if e.err.Pointer == "" {
		return "arguments: " + e.err.Detail
	}
	return fmt.Sprintf("arguments: %s: %s", text.Cut(e.err.Pointer, maxForeignText/2), e.err.Detail)
}

func (e *argumentsError) verdict() verdict {
	v := verdict{code: codes.InvalidArgument, message: cleanText(e.Error(), maxForeignText)}
	switch e.err.Problem {
	case jsonpb.NotExact:
		v.reason = commonv1.ErrorReason_ERROR_REASON_NUMBER_NOT_EXACT
	case jsonpb.NotJSON:
		v.reason = commonv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS
	case jsonpb.Malformed, jsonpb.TooDeep:
		v.reason = commonv1.ErrorReason_ERROR_REASON_MALFORMED_JSON
	}
	if pointer := text.Cut(e.err.Pointer, maxForeignText/2); pointer != "" {
		v.violations = []violation{{field: cleanText(pointer, maxForeignText), description: cleanText(e.err.Detail, maxForeignText)}}
		if e.err.Problem == jsonpb.NotExact {
			v = v.with("pointer", cleanText(pointer, maxForeignText))
		}
	}
	return v.with("server", e.server).with("tool", e.tool)
}

// schemaError says that arguments break the tool's input schema.
type schemaError struct {
	server, tool string
	violations   []toolschema.Violation
}

func (e *schemaError) Error() string {
	message := e.violations[0].Description
	if more := len(e.violations) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	return message
}

func (e *schemaError) verdict() verdict {
	v := verdict{
		code: codes.InvalidArgument, reason: commonv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS,
		message: e.Error(),
	}
	for _, broken := range e.violations {
		v.violations = append(v.violations, violation{field: broken.Field, description: broken.Description})
	}
	return v.with("server", e.server).with("tool", e.tool)
}

// pageTokenError says that a page token is malformed or belongs to another request.
type pageTokenError struct{ server, tool string }

func (e *pageTokenError) Error() string {
	return "page_token does not belong to a request with these fields; list again without it"
}

func (e *pageTokenError) verdict() verdict {
	v := verdict{
		code: codes.InvalidArgument, reason: commonv1.ErrorReason_ERROR_REASON_INVALID_PAGE_TOKEN,
		message: e.Error(), violations: []violation{{field: "page_token", description: e.Error()}},
	}
	return v.with("server", e.server).with("tool", e.tool)
}

// listChangedError says that a list changed after its first page or message.
type listChangedError struct{ server, tool string }

func (e *listChangedError) Error() string {
	return "the list changed after its first page, so further pages would not fit; list again from the start"
}

func (e *listChangedError) verdict() verdict {
	v := verdict{code: codes.Aborted, reason: commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED, message: e.Error()}
	return v.with("server", e.server).with("tool", e.tool)
}

// tooLargeError says that a result exceeds a message.
type tooLargeError struct {
	server, tool string
	size, limit  int
	// instead is the remedy for the next call.
	instead string
	// repeatable means that calling again does no harm.
	repeatable bool
}

func (e *tooLargeError) Error() string {
	message := fmt.Sprintf("the response has %d bytes and exceeds the limit of %d", e.size, e.limit)
	if e.repeatable {
		return message + ": " + e.instead
	}
	return message + "; the tool has run, and calling it again runs it again; for further calls, " + e.instead
}

func (e *tooLargeError) verdict() verdict {
	v := verdict{
		code: codes.ResourceExhausted, reason: commonv1.ErrorReason_ERROR_REASON_RESPONSE_TOO_LARGE, message: e.Error(),
	}
	return v.with("sizeBytes", strconv.Itoa(e.size)).with("limitBytes", strconv.Itoa(e.limit)).
		with("server", e.server).with("tool", e.tool).maybeExecuted(e.repeatable)
}

// bridgeLimitError adds the limit, which the bridge's error does not carry.
type bridgeLimitError struct {
	failure *mcpbridge.Error
	limit   int
}

func (e *bridgeLimitError) Error() string { return e.failure.Error() }
func (e *bridgeLimitError) Unwrap() error { return e.failure }

func (e *bridgeLimitError) verdict() verdict {
	return bridgeVerdict(e.failure).with("limitBytes", strconv.Itoa(e.limit))
}

// malformedResultError says that a tool's result does not have the form that a
// typed RPC requires.
type malformedResultError struct {
	call toolCall
	err  error
}

func (e *malformedResultError) Error() string {
	return fmt.Sprintf("the result of tool %q does not have the form that this RPC requires; CallTool returns it unchanged", e.call.Tool)
}

func (e *malformedResultError) Unwrap() error { return e.err }

func (e *malformedResultError) verdict() verdict {
	v := verdict{
		code: codes.Internal, reason: commonv1.ErrorReason_ERROR_REASON_TOOL_RESULT_MALFORMED, message: e.Error(),
	}
	return v.with("server", e.call.Server).with("tool", e.call.Tool).maybeExecuted(e.call.repeatable)
}

// transientError is a tool's transient no: worth another attempt, and an answer
// if there is none.
type transientError struct {
	err      error
	fallback any
}

func (e *transientError) Error() string { return e.err.Error() }
func (e *transientError) Unwrap() error { return e.err }

// Fallback is the answer to give when the call is not repeated: a response, the
// responses of a stream ([]any), or an error.
func (e *transientError) Fallback() any { return e.fallback }

// transient asks whether err is a tool's transient no and returns its result.
func transient(err error) (*mcpbridge.Result, bool) {
	var failure *mcpbridge.Error
	if errors.As(err, &failure) && failure.Kind == mcpbridge.KindTransientResult && failure.Result != nil {
		return failure.Result, true
	}
	return nil, false
}

// positive returns d, or zero for a negative one, which a clock step can make.
func positive(d time.Duration) time.Duration { return max(d, 0) }
