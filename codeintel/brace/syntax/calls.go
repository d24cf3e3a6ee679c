package syntax

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// notCalled are the words before a parenthesis that are not callees in any language.
var notCalled = WordSet( //nolint:gochecknoglobals // never written
	"typeof", "__typeof__", "defined", "default", "alignas", "__attribute__", "__declspec", "noexcept",
	"super", "crate", "self", "this", "operator", "static_assert", "_Static_assert", "asm", "__asm__", "synchronized",
)

// eachCall calls do with the token and name of each callee.
func (f *File) eachCall(do func(i int, name string)) {
	names := make(map[int]bool, len(f.Decls))
	skip := map[int]int{}
	for d := range f.Decls {
		names[f.Decls[d].NameAt] = true
		for _, a := range f.Decls[d].Attributes {
			skip[a.From] = a.To
		}
	}
	for i := 0; i < len(f.Tokens); i++ {
		if to, ok := skip[i]; ok && to > i {
			i = to - 1
			continue
		}
		if !f.IsName(i) || names[i] {
			continue
		}
		w := f.Word(i)
		if w == "decltype" || w == "requires" {
			continue // also after an arrow
		}
		if member := f.IsOne(i-1, ".", "?.", "::", "->"); !member &&
			(notCalled[w] || f.Grammar.NotCalled[w] || f.Reserved(i) || f.Grammar.Control[w] != 0 ||
				f.Grammar.TypeWords && (qualifiers[w] || builtin[w])) {
			continue
		}
		open, name := i+1, f.Name(i)
		switch {
		case f.Is(open, "(") || f.Is(i-1, "new") && f.IsOne(open, "{", "["):
		case f.Grammar.MacroCalls && f.Is(open, "!") && f.IsOne(open+1, "(", "[", "{"):
			name += "!"
			if f.IsOne(i, "macro_rules") {
				continue
			}
		case f.Grammar.Turbofish && f.Is(open, "::") && f.Is(open+1, "<") && f.Is(f.Angle(open+1, len(f.Tokens)), "("):
		case !f.Grammar.Turbofish && f.Is(open, "<") && f.Is(f.Angle(open, len(f.Tokens)), "("):
		default:
			continue
		}
		do(i, name)
	}
}

// Calls returns the calls of the file as unresolved references: names alone do not
// resolve them.
func (f *File) Calls() []facts.Unresolved {
	var out []facts.Unresolved
	enclosing := f.Enclosing()
	f.eachCall(func(i int, name string) {
		at := int(f.Tokens[i].Start)
		out = append(out, facts.Unresolved{
			From: int(enclosing[i]), Line: f.Line(at), Column: f.Column(at), Reason: facts.SyntaxOnly,
			Name: strings.Clone(name),
		})
	})
	return out
}
