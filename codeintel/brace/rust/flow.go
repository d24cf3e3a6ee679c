package rust

import (
	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

var flow = inspect.Flow{ //nolint:gochecknoglobals // never written
	Arms: true, Bare: true, Let: true, Bindings: true,
	ExitLabel: lex.Lifetime,
	Reference: isReference, Closure: beginsClosure, NotLoop: isNotLoop,
}

// beginsClosure reports whether the | or || at token i is in the place of an operand.
func beginsClosure(f *syntax.File, i int) bool {
	return f.IsOne(i-1, "(", ",", "=", "=>", "{", "}", ";", "move", "return", "async", ":", "[", "&&", "?")
}

// isReference reports whether the && at token i is part of a type, or takes a reference to a
// reference.
func isReference(f *syntax.File, i int) bool {
	return f.IsOne(i-1, "(", ",", "=", "=>", "{", ";", ":", "<", "|", "->", "return", "&", "[") ||
		i > 0 && f.Tokens[i-1].Kind == lex.Lifetime
}

// isNotLoop reports whether the keyword 'for' at token i belongs to `impl T for U` or
// `for<'a>`.
func isNotLoop(f *syntax.File, i int) bool {
	if f.IsOne(i+1, "<") || f.IsOne(i-1, ">", ")") {
		return true
	}
	return f.IsName(i-1) && !f.IsOne(i-1, "else", "return", "break", "unsafe")
}
