package coderef2

import "errors"

// ErrSyntax is wrapped by every error of [Parse] and [ParseStrict].
var ErrSyntax = errors.New("not a CodeRef2 reference")

// SyntaxError says where a text stops being a reference.
type SyntaxError struct {
	Offset   int    // in bytes, from the start of the text that was given
	Expected string // what could stand there
	Reason   string // what is wrong with what does
}

func (e *SyntaxError) Error() string { return ErrSyntax.Error() + ": " + e.Reason }

// Unwrap returns [ErrSyntax].
func (e *SyntaxError) Unwrap() error { return ErrSyntax }
