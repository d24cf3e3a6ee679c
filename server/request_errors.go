package server

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/codes"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
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
		v.reason = toolv1.ErrorReason_ERROR_REASON_NUMBER_NOT_EXACT
	case jsonpb.NotJSON:
		v.reason = toolv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS
	case jsonpb.Malformed, jsonpb.TooDeep:
		v.reason = toolv1.ErrorReason_ERROR_REASON_MALFORMED_JSON
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
		code: codes.InvalidArgument, reason: toolv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS,
		message: e.Error(),
	}
	for _, broken := range e.violations {
		v.violations = append(v.violations, violation{field: broken.Field, description: broken.Description})
	}
	return v.with("server", e.server).with("tool", e.tool)
}

// pageTokenError says that a page token is not one of this list.
type pageTokenError struct {
	stale bool
	// either: it may as well be a stale one, which a tool's cursor does not tell.
	either bool
}

func (e *pageTokenError) Error() string {
	switch {
	case e.stale:
		return "the list has changed since page_token was given; start again without it"
	case e.either:
		return "page_token was not given for these fields, or the project has changed since; start again without it"
	default:
		return "page_token was not given by this list with these fields; start again without it"
	}
}

func (e *pageTokenError) verdict() verdict {
	return verdict{
		code: codes.InvalidArgument, reason: toolv1.ErrorReason_ERROR_REASON_INVALID_PAGE_TOKEN,
		message: e.Error(), violations: []violation{{field: "page_token", description: e.Error()}},
	}
}

// tooLargeError says that an answer does not fit a unary response.
type tooLargeError struct {
	server, tool string
	size, limit  int
	// instead says what to do.
	instead string
}

func (e *tooLargeError) Error() string {
	return fmt.Sprintf("the answer has %d bytes, a unary response at most %d: %s", e.size, e.limit, e.instead)
}

func (e *tooLargeError) verdict() verdict {
	v := verdict{
		code: codes.ResourceExhausted, reason: toolv1.ErrorReason_ERROR_REASON_RESPONSE_TOO_LARGE, message: e.Error(),
	}
	return v.with("sizeBytes", strconv.Itoa(e.size)).with("limitBytes", strconv.Itoa(e.limit)).
		with("server", e.server).with("tool", e.tool)
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

// toolError is the no of a tool that a typed RPC ran.
type toolError struct {
	server, tool  string
	code, message string
	hint          string
	candidates    []string
}

// toolInvalidCursor is the code of the tools' no to a cursor.
const toolInvalidCursor = "INVALID_CURSOR"

// maxCandidates bounds the candidates in a message.
const maxCandidates = 10

func (e *toolError) Error() string {
	var b strings.Builder
	b.WriteString(cleanText(e.message, maxForeignText))
	if len(e.candidates) > 0 {
		shown := e.candidates[:min(maxCandidates, len(e.candidates))]
		b.WriteString("; candidates: " + cleanText(strings.Join(shown, ", "), 2*maxForeignText))
		if more := len(e.candidates) - len(shown); more > 0 {
			fmt.Fprintf(&b, " and %d more", more)
		}
	}
	if e.hint != "" {
		b.WriteString("; " + cleanText(e.hint, maxForeignText))
	}
	return b.String()
}

func (e *toolError) verdict() verdict {
	v := verdict{
		code: codes.FailedPrecondition, reason: toolv1.ErrorReason_ERROR_REASON_TOOL_ERROR, message: e.Error(),
	}
	switch e.code {
	case toolInvalidCursor:
		token := &pageTokenError{either: true}
		return token.verdict().with("server", e.server).with("tool", e.tool)
	case "INVALID_INPUT":
		v.code = codes.InvalidArgument
	case "PROJECT_NOT_FOUND", "ELEMENT_NOT_FOUND", "INDEX_NOT_FOUND":
		v.code = codes.NotFound
	case "OUTSIDE_ROOTS":
		v.code = codes.PermissionDenied
	case "PROJECT_CHANGING":
		v.code = codes.Aborted
	case "TIMEOUT":
		v.code = codes.DeadlineExceeded
	case "INTERNAL", "JSON_PARSE_ERROR", "SUBPROCESS_ERROR":
		v.code = codes.Internal
	}
	return v.with("toolErrorCode", cleanText(e.code, 64)).with("server", e.server).with("tool", e.tool)
}

// projectChangedError says that a project changed between two pages of a stream.
type projectChangedError struct{ server, tool string }

func (e *projectChangedError) Error() string {
	return "the project changed while its elements were being sent; call again"
}

func (e *projectChangedError) verdict() verdict {
	v := verdict{code: codes.Aborted, reason: toolv1.ErrorReason_ERROR_REASON_PROJECT_CHANGED, message: e.Error()}
	return v.with("server", e.server).with("tool", e.tool)
}

// malformedResultError says that a tool's answer is not what a typed RPC promises.
type malformedResultError struct {
	server, tool string
	err          error
}

func (e *malformedResultError) Error() string {
	return fmt.Sprintf("the answer of tool %q does not have the shape that this RPC promises; CallTool gives it as it is", e.tool)
}

func (e *malformedResultError) Unwrap() error { return e.err }

func (e *malformedResultError) verdict() verdict {
	v := verdict{
		code: codes.Internal, reason: toolv1.ErrorReason_ERROR_REASON_TOOL_RESULT_MALFORMED, message: e.Error(),
	}
	return v.with("server", e.server).with("tool", e.tool)
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
