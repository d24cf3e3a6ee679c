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
	r, err := Window(len(all), key, cursor, limit)
	if err != nil {
		return nil, "", err
	}
	return Part(all, r), r.Next, nil
}

// Window returns the range of a page of a listing with total items. Its errors are those of
// [Page].
func Window(total int, key Key, cursor string, limit int) (Range, error) {
	r, err := rangeOf(total, key, cursor, limit)
	switch {
	case err == nil:
		return r, nil
	case errors.Is(err, ErrChanged):
		return Range{}, &toolerror.Error{Code: toolerror.ProjectChanged, Message: err.Error(), Hint: cursorHint}
	default:
		return Range{}, &toolerror.Error{Code: toolerror.InvalidCursor, Message: err.Error(), Hint: cursorHint}
	}
}
