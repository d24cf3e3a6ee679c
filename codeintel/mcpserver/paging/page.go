package paging

import (
	"errors"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// The bounds of limit, the number of items on a page.
const (
	DefaultLimit = 1000
	MaxLimit     = 10000
)

// cursorHint is the hint of both tool errors about a cursor.
const cursorHint = "list again from the first page, without cursor"

// Page returns a page of a listing as [Slice] does. Its errors are tool errors:
// INVALID_CURSOR, or PROJECT_CHANGED if the cursor was valid before the listing changed.
func Page[T any](all []T, key Key, cursor string, limit int) (items []T, next string, err error) {
	items, next, err = Slice(all, key, cursor, limit)
	switch {
	case err == nil:
		return items, next, nil
	case errors.Is(err, ErrChanged):
		return nil, "", &toolerror.Error{Code: toolerror.ProjectChanged, Message: err.Error(), Hint: cursorHint}
	default:
		return nil, "", &toolerror.Error{Code: toolerror.InvalidCursor, Message: err.Error(), Hint: cursorHint}
	}
}
