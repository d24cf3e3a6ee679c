package objects

import (
	"errors"
	"math"
)

// ErrMissing is returned for an object that the store does not contain.
var ErrMissing = errors.New("the object is not in the repository")

// ErrTooLarge is returned for an object that exceeds a limit.
var ErrTooLarge = errors.New("the object is too large")

// errCorrupt is wrapped by the errors of malformed data.
var errCorrupt = errors.New("corrupt")

// MaxBytes is the size of the largest object that is read.
const MaxBytes = 64 << 20

// maxFile is the limit of the size of a file: none, because packs are read in parts.
const maxFile = math.MaxInt64
