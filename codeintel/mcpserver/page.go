package mcpserver

import (
	"errors"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
)

// cursorHint is the hint of both tool errors about a cursor.
const cursorHint = "list again from the first page, without cursor"

// page returns a page of a listing as [paging.Page] does, with a tool error for a
// cursor that cannot be used: INVALID_CURSOR, or PROJECT_CHANGED if it could be used
// before the listing changed.
func page[T any](all []T, key paging.Key, cursor string, limit int) (items []T, next string, err error) {
	items, next, err = paging.Page(all, key, cursor, limit)
	switch {
	case err == nil:
		return items, next, nil
	case errors.Is(err, paging.ErrChanged):
		return nil, "", &toolError{Code: codeProjectChanged, Message: err.Error(), Hint: cursorHint}
	default:
		return nil, "", &toolError{Code: codeInvalidCursor, Message: err.Error(), Hint: cursorHint}
	}
}
