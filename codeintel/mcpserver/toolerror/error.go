package toolerror

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// TargetHint is the hint of errors about an argument that names an element.
const TargetHint = "use an id from coderef_scan, a file's path, file#name, Class.method or a bare name"

// Error is the error object of a tool result with isError, and of the data of a failed
// resource read.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	// Hint states the remedy. It is empty if none is known.
	Hint string `json:"hint,omitempty"`
	// Candidates are ids of elements and files, at most 20: the elements that an
	// ambiguous name matches, by file and position, or those with a similar name, the
	// most similar first.
	Candidates []string `json:"candidates,omitempty"`
	// CandidatesTotal is the number of candidates without the bound of 20.
	CandidatesTotal int `json:"candidates_total,omitempty"`
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Invalid returns an INVALID_INPUT error. The hint may be empty.
func Invalid(hint, format string, args ...any) error {
	return &Error{Code: InvalidInput, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// WriteFailure returns a WRITE_FAILED error for an export.
func WriteFailure(err error) error {
	return &Error{
		Code: WriteFailed, Message: "the export cannot be written: " + err.Error(), Hint: "choose another output_path",
	}
}

// FromLookup converts a failed lookup of an element (target, source, element, focus).
// It returns any other error unchanged.
func FromLookup(err error) error {
	var lookup *graph.LookupError
	switch {
	case errors.As(err, &lookup):
		e := &Error{
			Code: ElementNotFound, Message: lookup.Error(), Hint: TargetHint,
			Candidates: lookup.Candidates, CandidatesTotal: lookup.Total,
		}
		if lookup.Ambiguous {
			e.Code, e.Hint = ElementAmbiguous, "give the id of one candidate instead"
		}
		return e
	case errors.Is(err, graph.ErrSyntax):
		return Invalid(TargetHint, "%v", err)
	default:
		return err
	}
}

// From returns the [Error] that err wraps, or the one that describes err best: INTERNAL
// if no other code fits.
func From(err error) *Error {
	var tool *Error
	switch {
	case errors.As(err, &tool):
		return tool
	case errors.Is(err, fs.ErrPermission):
		return &Error{
			Code: ProjectNotFound, Message: "the project cannot be read: " + err.Error(),
			Hint: "the server's user needs access to the folder",
		}
	case errors.Is(err, index.ErrChanging):
		return &Error{Code: ProjectChanging, Message: err.Error(), Hint: "call again once no files are being written"}
	default:
		return &Error{Code: Internal, Message: err.Error()}
	}
}
