package paging

import (
	"google.golang.org/grpc/codes"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/failure"
)

// TokenError reports a page token that is malformed or belongs to another request.
type TokenError struct{ Server, Tool string }

func (e *TokenError) Error() string {
	return "page_token does not belong to a request with these fields; repeat the request without it"
}

// Verdict returns the status of the error.
func (e *TokenError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code: codes.InvalidArgument, Reason: commonv1.ErrorReason_ERROR_REASON_INVALID_PAGE_TOKEN,
		Message: e.Error(), Violations: []failure.Violation{{Field: "page_token", Description: e.Error()}},
	}
	return v.With("server", e.Server).With("tool", e.Tool)
}

// ListChangedError reports that a list changed after its first page or message.
type ListChangedError struct{ Server, Tool string }

func (e *ListChangedError) Error() string {
	return "the list changed after its first page, so the next pages would be inconsistent; " +
		"list again from the first page"
}

// Verdict returns the status of the error.
func (e *ListChangedError) Verdict() failure.Verdict {
	v := failure.Verdict{
		Code:    codes.Aborted,
		Reason:  commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED,
		Message: e.Error(),
	}
	return v.With("server", e.Server).With("tool", e.Tool)
}
