package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// record lists the class, struct, union or enum whose keyword stands at or behind
// i and whose body opens at open, with its members. One without name is called by
// the token alias, or listed not at all if that is -1. It returns the token that
// names it.
func (s *scan) record(i, open, hi int, o nativeScope, h nativeHead, alias int) int {
	for !s.isOne(i, "class", "struct", "union", "enum") {
		i++
	}
	word := s.word(i)
	name, base := s.recordName(i+1, open)
	if word == "enum" && s.isOne(i+1, "class", "struct") {
		name, base = s.recordName(i+2, open)
	}
	if name < 0 {
		name = alias
	}
	end := s.after(open, hi)
	from, to := s.inside(open, hi)
	in := nativeScope{owner: o.owner, class: true, hidden: word == "class"}
	if name >= 0 {
		elementType := facts.Class
		if word == "enum" {
			elementType = facts.Enum
		}
		d := s.add(o.owner, elementType, s.qualified(i+1, base, name), name, h.from, max(end, name+1), !o.hidden)
		s.decls[d].base = [2]int{base, open}
		s.decls[d].Line = min(s.decls[d].Line, s.lineOf(i)) // a typedef's name stands behind the body
		s.sign(d, h.attributes, nil, "", false)
		in.owner = s.owner(d)
	}
	if word != "enum" {
		s.nativeItems(from, to, in)
	}
	return name
}

// recordName returns the token that names a record and where its bases begin: the
// last name before them, but for "final".
func (s *scan) recordName(i, open int) (name, base int) {
	name = -1
	for ; i < open; i++ {
		switch {
		case s.is(i, ":"):
			return name, i
		case s.isName(i) && s.is(i+1, "("):
			i = s.after(i+1, open) - 1
		case s.isOne(i, "[", "("):
			i = s.after(i, open) - 1
		case s.is(i, "<"):
			i = max(s.angle(i, open), i+1) - 1
		case s.isName(i) && !s.is(i, "final"):
			name = i
		}
	}
	return name, open
}

// qualified returns the name of a record that is declared as A::B.
func (s *scan) qualified(from, to, name int) string {
	text := s.name(name)
	for i := name - 1; i > from && i < to && s.is(i, "::") && s.isName(i-1); i -= 2 {
		text = s.name(i-1) + "." + text
	}
	return text
}

// macros lists what #define declares: a constant, or with parameters a function.
// What stands for nothing is a mark, such as the guard of a header.
func (s *scan) macros() {
	for _, d := range s.directives {
		if d.word != "define" {
			continue
		}
		rest := s.text[d.start:d.end]
		trimmed := strings.TrimLeft(rest, " \t")
		name := trimmed
		for i := range len(trimmed) {
			if c := trimmed[i]; !isLetter(c) && (c < '0' || c > '9') && c != '$' {
				name = trimmed[:i]
				break
			}
		}
		value := trimmed[len(name):]
		if name == "" || strings.TrimSpace(value) == "" || strings.HasPrefix(strings.TrimSpace(value), "//") {
			continue
		}
		elementType := facts.Constant
		if value[0] == '(' {
			elementType = facts.Function
		}
		s.decls = append(s.decls, decl{Decl: facts.Decl{
			Element: facts.Element{
				Type: elementType, Name: strings.Clone(name), File: s.path,
				Line: d.line, EndLine: max(d.line, s.line(max(d.end-1, 0))), Exported: s.header,
			},
			Parent: -1, TopLevel: true, Signature: s.macroSignature(value),
		}, name: -1, body: -1, end: -1})
	}
}

func (s *scan) macroSignature(value string) *facts.Signature {
	if s.shallow || value[0] != '(' {
		return nil
	}
	list, _, _ := strings.Cut(value[1:], ")")
	sig := &facts.Signature{}
	for _, p := range strings.Split(list, ",") {
		p = strings.TrimSpace(strings.ReplaceAll(p, "\\\n", ""))
		if p == "" || len(p) > maxWritten {
			continue
		}
		named := strings.TrimSuffix(p, "...")
		sig.Parameters = append(sig.Parameters, facts.Parameter{Name: strings.Clone(named), Rest: named != p})
	}
	if len(sig.Parameters) == 0 {
		return nil
	}
	return sig
}
