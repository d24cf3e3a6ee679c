package syntax

import "github.com/coderef-system/coderefd/codeintel/python/token"

// The patterns.
type (
	// MatchValue is a literal, None, True, False or a dotted name.
	MatchValue struct {
		token.Span
		Value Expr
	}

	// MatchSequence is `[a, b]`, `(a, b)` or `a, b`.
	MatchSequence struct {
		token.Span
		Patterns []Pattern
	}

	// MatchMapping is `{key: pattern, **rest}`.
	MatchMapping struct {
		token.Span
		Keys     []Expr
		Patterns []Pattern
		Rest     Ident // empty without **rest
	}

	// MatchClass is `Class(pattern, name=pattern)`.
	MatchClass struct {
		token.Span
		Class    Expr
		Patterns []Pattern
		Names    []Ident // parallel to Keywords
		Keywords []Pattern
	}

	// MatchStar is `*name`. The name of `*_` is empty.
	MatchStar struct {
		token.Span
		Name Ident
	}

	// MatchAs is `pattern as name`, or `name` alone. The name of `_` is empty.
	MatchAs struct {
		token.Span
		Pattern Pattern // or nil
		Name    Ident
	}

	// MatchOr is `a | b`.
	MatchOr struct {
		token.Span
		Patterns []Pattern
	}
)

func (*MatchValue) pattern() {}

func (*MatchSequence) pattern() {}

func (*MatchMapping) pattern() {}

func (*MatchClass) pattern() {}

func (*MatchStar) pattern() {}

func (*MatchAs) pattern() {}

func (*MatchOr) pattern() {}
