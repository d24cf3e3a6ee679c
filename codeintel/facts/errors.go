package facts

import "errors"

// ErrTooDeep is returned for a file that is nested too deeply to be parsed.
var ErrTooDeep = errors.New("nested too deeply")
