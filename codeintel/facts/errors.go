package facts

import "errors"

// ErrTooDeep is returned by an outline of a file that is nested too deeply to
// work with.
var ErrTooDeep = errors.New("nested too deeply")
