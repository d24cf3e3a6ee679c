package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// mentions tells what a file mentions by name, but for its modules.
func (s *scan) mentions(uses []use) facts.Mentions {
	m := facts.Mentions{Names: map[string]facts.Role{}}
	for i := range s.tokens {
		if s.tokens[i].kind == ident {
			m.Names[strings.Clone(s.name(i))] |= facts.Mentioned
		}
	}
	for d := range s.decls {
		for i := s.decls[d].base[0]; i < s.decls[d].base[1]; i++ {
			if s.isName(i) {
				m.Names[s.name(i)] |= facts.Inherited
			}
		}
	}
	s.eachCall(func(_ int, name string) { m.Names[strings.Clone(name)] |= facts.Called })
	for i := range uses {
		u := &uses[i]
		m.Names[u.last()] |= facts.Imported
		if u.as != "" {
			m.Aliases = append(m.Aliases, facts.Alias{Name: u.as, Of: u.last()})
		}
	}
	return m
}

// noCallees are words before a parenthesis that call nothing, in any language.
var noCallees = set("typeof", "__typeof__", "defined", "default", "alignas", "__attribute__", "__declspec", "noexcept", //nolint:gochecknoglobals // never written
	"super", "crate", "self", "this", "operator", "static_assert", "_Static_assert", "asm", "__asm__", "synchronized")

// beforeTuples are words of C# before a type, or parameters, in parentheses.
var beforeTuples = set("public", "private", "protected", "internal", "static", "override", "virtual", "abstract", "async", "sealed", "readonly") //nolint:gochecknoglobals // never written

// eachCall calls do with the token and name of each callee.
func (s *scan) eachCall(do func(i int, name string)) {
	names := make(map[int]bool, len(s.decls))
	skip := map[int]int{}
	for d := range s.decls {
		names[s.decls[d].name] = true
		for _, a := range s.decls[d].attributes {
			skip[a.from] = a.to
		}
	}
	for i := 0; i < len(s.tokens); i++ {
		if to, ok := skip[i]; ok && to > i {
			i = to - 1
			continue
		}
		if !s.isName(i) || names[i] {
			continue
		}
		w := s.word(i)
		if w == "decltype" || w == "requires" {
			continue // decltype follows arrows, too
		}
		if member := s.isOne(i-1, ".", "?.", "::", "->"); !member &&
			(noCallees[w] || s.interpolated && beforeTuples[w] || s.reserved(i) || s.flow.words[w] != 0 || s.defines && (qualifiers[w] || builtin[w])) {
			continue
		}
		open, name := i+1, s.name(i)
		switch {
		case s.is(open, "(") || s.is(i-1, "new") && s.isOne(open, "{", "["):
		case s.rawNames && s.is(open, "!") && s.isOne(open+1, "(", "[", "{"):
			name += "!"
			if s.isOne(i, "macro_rules") {
				continue
			}
		case s.rawNames && s.is(open, "::") && s.is(open+1, "<") && s.is(s.angle(open+1, len(s.tokens)), "("):
		case !s.rawNames && s.is(open, "<") && s.is(s.angle(open, len(s.tokens)), "("):
		default:
			continue
		}
		do(i, name)
	}
}

// calls adds the calls of a file, which names alone do not resolve.
func (s *scan) calls(out *facts.File) {
	in := inspector{scan: s}
	in.locate()
	s.eachCall(func(i int, name string) {
		out.Unresolved = append(out.Unresolved, facts.Unresolved{From: int(in.in[i]), Name: strings.Clone(name)})
	})
}
