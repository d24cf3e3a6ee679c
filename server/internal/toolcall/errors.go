package toolcall

import (
	"errors"
	"fmt"
	"strconv"

	"google.golang.org/grpc/codes"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolschema"
)

// ArgumentsError reports that the arguments could not be converted to one JSON object.
type ArgumentsError struct {
	server, tool string
	err          *jsonpb.Error
}

func (e *ArgumentsError) Error() string {
	if e.err.Pointer == "" {
		return "arguments: " + e.err.Detail
	}
	return fmt.Sprintf("arguments: %s: %s", text.Cut(e.err.Pointer, text.MaxForeign/2), e.err.Detail)
}

// Verdict returns the status of the error.
func (e *ArgumentsError) Verdict() failure.Verdict {
	v := failure.Verdict{Code: codes.InvalidArgument, Message: text.Clean(e.Error(), text.MaxForeign)}
	switch e.err.Problem {
	case jsonpb.NotExact:
		v.Reason = commonv1.ErrorReason_ERROR_REASON_NUMBER_NOT_EXACT
	case jsonpb.NotJSON:
		v.Reason = commonv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS
	case jsonpb.Malformed, jsonpb.TooDeep:
		v.Reason = commonv1.ErrorReason_ERROR_REASON_MALFORMED_JSON
	}
	if pointer := text.Cut(e.err.Pointer, text.MaxForeign/2); pointer != "" {
		v.Violations = []failure.Violation{
			{Field: text.Clean(pointer, text.MaxForeign), Description: text.Clean(e.err.Detail, text.MaxForeign)},
		}
		if e.err.Problem == jsonpb.NotExact {
			v = v.With("pointer", text.Clean(pointer, text.MaxForeign))
		}
	}
	return v.With("server", e.server).With("tool", e.tool)
}

// SchemaError reports that arguments violate the tool's input schema.
type SchemaError struct {
	server, tool string
	violations   []toolschema.Violation
}

func (e *SchemaError) Error() string {
	message := e.violations[0].Description
	if more := len(e.violations) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	return message
}

// Verdict returns the status of the error.
func (e *SchemaError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code: codes.InvalidArgument, Reason: commonv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS,
		Message: e.Error(),
	}
	for _, broken := range e.violations {
		v.Violations = append(v.Violations, failure.Violation{Field: broken.Field, Description: broken.Description})
	}
	return v.With("server", e.server).With("tool", e.tool)
}

// TooLargeError reports that a result exceeds the limit of a message.
type TooLargeError struct {
	Call Call
	// Size and Limit are in bytes.
	Size, Limit int
	// Instead is the remedy for the next call.
	Instead string
}

func (e *TooLargeError) Error() string {
	message := fmt.Sprintf("the response has %d bytes and exceeds the limit of %d", e.Size, e.Limit)
	if e.Call.Repeatable {
		return message + ": " + e.Instead
	}
	return message + "; the tool has run, and repeating the call runs it again; for further calls, " + e.Instead
}

// Verdict returns the status of the error.
func (e *TooLargeError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code: codes.ResourceExhausted, Reason: commonv1.ErrorReason_ERROR_REASON_RESPONSE_TOO_LARGE, Message: e.Error(),
	}
	return v.With("sizeBytes", strconv.Itoa(e.Size)).With("limitBytes", strconv.Itoa(e.Limit)).
		With("server", e.Call.Server).With("tool", e.Call.Tool).MaybeExecuted(e.Call.Repeatable)
}

// LimitError adds the limit to a failure of the bridge, which does not contain it.
type LimitError struct {
	Failure *mcpbridge.Error
	Limit   int // bytes
}

func (e *LimitError) Error() string { return e.Failure.Error() }
func (e *LimitError) Unwrap() error { return e.Failure }

// Verdict returns the status of the error.
func (e *LimitError) Verdict() failure.Verdict {
	return failure.Bridge(e.Failure).With("limitBytes", strconv.Itoa(e.Limit))
}

// TransientError is a transient tool error: another attempt may succeed. It contains the result to return if
// the call is not repeated.
type TransientError struct {
	Err error
	// Instead is the result that Fallback returns.
	Instead any
}

func (e *TransientError) Error() string { return e.Err.Error() }
func (e *TransientError) Unwrap() error { return e.Err }

// Fallback returns the result if the call is not repeated: a response, the responses of a stream ([]any), or
// an error.
func (e *TransientError) Fallback() any { return e.Instead }

// Transient reports whether err is a transient tool error, and returns the result that contains it.
func Transient(err error) (*mcpbridge.Result, bool) {
	var failure *mcpbridge.Error
	if errors.As(err, &failure) && failure.Kind == mcpbridge.KindTransientResult && failure.Result != nil {
		return failure.Result, true
	}
	return nil, false
}

// ProtocolError is the failure of a call whose result is not an MCP result.
func ProtocolError(call Call, err error) error {
	return &mcpbridge.Error{
		Kind: mcpbridge.KindProtocol, Server: call.Server, Tool: call.Tool, Stage: mcpbridge.StageChild,
		Written: true, Repeatable: call.Repeatable, Err: err,
	}
}
