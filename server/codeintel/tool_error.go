package codeintel

import (
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// toolError is an error that a tool reported to a typed RPC.
type toolError struct {
	call       toolcall.Call
	code       string
	message    string
	hint       string
	candidates []string
	// totalCandidates also counts the candidates that the tool did not list.
	totalCandidates int
}

// Codes of tool errors about a page token. A typed RPC reports them as errors of the request or of the
// list.
const (
	codeInvalidCursor  = "INVALID_CURSOR"
	codeProjectChanged = "PROJECT_CHANGED"
)

// toolErrorRow maps an error code of the tools to the code of the contract.
type toolErrorRow struct {
	code   codeintelv1.ToolErrorCode
	status codes.Code
}

// rowOf returns the row of an error code of the tools. It is the only such table.
func rowOf(code string) toolErrorRow {
	switch code {
	case "INVALID_INPUT":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INVALID_INPUT, codes.InvalidArgument}
	case "PROJECT_NOT_FOUND":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_PROJECT_NOT_FOUND, codes.NotFound}
	case "ELEMENT_NOT_FOUND":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_NOT_FOUND, codes.NotFound}
	case "ELEMENT_AMBIGUOUS":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_AMBIGUOUS, codes.FailedPrecondition}
	case "OUTSIDE_ROOTS":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_OUTSIDE_ROOTS, codes.PermissionDenied}
	case "INDEX_NOT_FOUND":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INDEX_NOT_FOUND, codes.NotFound}
	case "INDEX_INVALID":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INDEX_INVALID, codes.FailedPrecondition}
	case "WRITE_FAILED":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_WRITE_FAILED, codes.FailedPrecondition}
	case "PROJECT_CHANGING":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_PROJECT_CHANGING, codes.Aborted}
	case "TIMEOUT":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_TIMEOUT, codes.DeadlineExceeded}
	case "INTERNAL":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INTERNAL, codes.Internal}
	case "CLI_NOT_FOUND", "CLI_VERSION":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ENGINE_UNAVAILABLE, codes.FailedPrecondition}
	case "SUBPROCESS_ERROR":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ENGINE_FAILED, codes.Internal}
	case "JSON_PARSE_ERROR":
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ENGINE_OUTPUT_INVALID, codes.Internal}
	default:
		return toolErrorRow{codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_UNSPECIFIED, codes.FailedPrecondition}
	}
}

func (e *toolError) Error() string {
	var b strings.Builder
	b.WriteString(text.Clean(e.message, text.MaxForeign))
	if ids := e.shownCandidates(maxNamedCandidates, 2*text.MaxForeign); len(ids) > 0 {
		b.WriteString("; candidates: " + text.Clean(strings.Join(ids, ", "), 2*text.MaxForeign))
		if more := e.candidateCount() - len(ids); more > 0 {
			fmt.Fprintf(&b, " and %d more", more)
		}
	}
	if e.hint != "" {
		b.WriteString("; " + text.Clean(e.hint, text.MaxForeign))
	}
	return b.String()
}

func (e *toolError) Verdict() failure.Verdict {
	row := rowOf(e.code)
	v := failure.Verdict{Code: row.status, Reason: commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR, Message: e.Error()}
	v.Details = []proto.Message{&codeintelv1.ToolError{
		Code: row.code, ToolCode: text.Clean(e.code, maxToolCode), Hint: text.Clean(e.hint, text.MaxForeign),
	}}
	if e.candidateCount() > 0 {
		ids := e.shownCandidates(maxCandidates, maxCandidateBytes)
		v.Details = append(v.Details, &codeintelv1.TargetCandidates{
			Candidates: some(
				ids, func(id *string) *codeintelv1.TargetCandidate { return &codeintelv1.TargetCandidate{Id: *id} },
			),
			CandidateCount: toolcall.Count(e.candidateCount()),
		})
	}
	return v.With("server", e.call.Server).With("tool", e.call.Tool)
}

// Bounds of the candidates in a status (set by the contract) and in its message.
const (
	maxCandidates      = 20
	maxCandidateBytes  = 1 << 10
	maxNamedCandidates = 10
	maxToolCode        = 128
)

// shownCandidates returns the first candidates that fit: at most n, with a total of at most size bytes. It
// skips an id that a status cannot carry unchanged, because it would not be a valid target.
func (e *toolError) shownCandidates(n, size int) []string {
	var ids []string
	for _, id := range e.candidates {
		if len(ids) == n {
			break
		}
		if len(id) > size || text.Valid(id) != id {
			continue
		}
		size -= len(id)
		ids = append(ids, id)
	}
	return ids
}

func (e *toolError) candidateCount() int { return max(e.totalCandidates, len(e.candidates)) }
