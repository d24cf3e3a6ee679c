package managed

import (
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// bodyOf sets and reads the body of a method: braces, or an expression after an arrow.
func (r *reader) bodyOf(d, body, stop, hi int) {
	at := &r.Decls[d]
	at.Body, at.BodyEnd = body+1, stop-1
	if r.Is(body, "{") {
		at.Body, at.BodyEnd = r.Inside(body, hi)
	}
	if at.BodyEnd < at.Body {
		at.BodyEnd = at.Body
	}
	o := r.OwnerOf(d)
	r.statements(at.Body, at.BodyEnd, o)
}

// statements adds the types and functions among the statements of a body.
func (r *reader) statements(i, hi int, o syntax.Owner) {
	if r.Shallow {
		return
	}
	o.Kind, o.Top = facts.Function, false
	for i < hi {
		if !r.IsName(i) || !r.IsOne(i-1, "{", "}", ";", ")", "=>", "]") && !modifiers[r.Word(i-1)] {
			i++
			continue
		}
		i = max(r.local(i, hi, o), i+1)
	}
}

// local adds the local type or function at i and returns the token to continue with. If
// there is none, no declaration begins before that token.
func (r *reader) local(i, hi int, o syntax.Owner) int {
	switch r.Word(i) {
	case "class", "interface", "enum", "record", "struct":
		if r.Is(i-1, ".") || !r.IsOne(i+2, "{", "<", "(", ":", "extends", "implements") {
			return 0
		}
		if end, ok := r.typeDeclaration(i, hi, o, prefix{from: i}); ok {
			return end
		}
		return 0
	}
	if !r.csharp || r.Is(i-1, ")") || r.Is(i-1, "=>") || r.Is(i, "new") {
		return 0
	}
	h, at := r.modifiersAt(i, hi)
	if at >= hi || r.Reserved(at) || r.IsOne(at, "class", "interface", "enum", "record", "struct") {
		return at
	}
	m := r.headAt(at, hi)
	if m.name < 0 || !m.typed || m.stop >= hi || !r.Is(m.stop, "(") {
		return m.stop
	}
	tail := r.After(m.stop, hi)
	if tail >= hi || !r.IsOne(tail, "{", "=>", "where") {
		return m.stop
	}
	o.Kind = facts.FileType // a function, not a method
	return r.method(m, hi, o, h)
}
