package native

import (
	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

var flow = inspect.Flow{ //nolint:gochecknoglobals // never written
	Ternary:   func(*syntax.File, int) bool { return true },
	Reference: isReference,
	Lambda:    lambdaBody,
}

// maxTail is the number of tokens between the parameters of a lambda and its body.
const maxTail = 40

// lambdaBody returns the brace that opens the body of the lambda whose [ is token i,
// or 0.
func lambdaBody(f *syntax.File, i, hi int) int {
	if f.Is(i+1, "[") || f.IsOne(i-1, ")", "]", "[") ||
		f.IsName(i-1) && !f.IsOne(i-1, "return", "co_return", "co_await", "co_yield") {
		return 0
	}
	j := f.After(i, hi)
	if j < hi && f.Is(j, "<") {
		j = f.Angle(j, hi)
	}
	if j < hi && f.Is(j, "(") {
		j = f.After(j, hi)
	}
	for n := 0; j < hi && n < maxTail; n++ {
		switch {
		case f.Is(j, "{"):
			return j
		case f.IsOne(j, ";", ",", ")", "}", "="):
			return 0
		}
		j = f.After(j, hi)
	}
	return 0
}

// isReference reports whether the && at token i is part of a type.
func isReference(f *syntax.File, i int) bool {
	if f.IsOne(i-1, "auto", ">") || syntax.IsBuiltin(f.Word(i-1)) || f.IsOne(i+1, ")", ",", ">", "...") {
		return true
	}
	return f.IsName(i-1) && f.IsName(i+1) && (f.Is(i+2, "=") || f.Is(i+2, ":") && f.Is(i-2, "(") && f.Is(i-3, "for"))
}
