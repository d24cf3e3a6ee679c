package coderef2

import "errors"

// ErrSyntax is wrapped by every error of [Parse] and [ParseStrict].
var ErrSyntax = errors.New("not a CodeRef2 reference")

// SyntaxError is the position and the reason at which a text is not a reference.
type SyntaxError struct {
	Offset   int    // in bytes, from the start of the text that was given
	Expected string // the syntax that the grammar allows there
	Reason   string // the problem of the text
}

func (e *SyntaxError) Error() string { return ErrSyntax.Error() + ": " + e.Reason }

// Unwrap returns [ErrSyntax].
func (e *SyntaxError) Unwrap() error { return ErrSyntax }
