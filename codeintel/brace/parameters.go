package brace

import "github.com/coderef-system/coderefd/codeintel/facts"

// commas calls do with each part of the tokens between from and to that commas
// separate, but for those in brackets and lists of types.
func (s *scan) commas(from, to int, do func(from, to int)) {
	start := from
	for i := from; i < to; {
		t := &s.tokens[i]
		switch {
		case t.kind != punct:
			i++
		case t.first == ',' && t.size() == 1:
			do(start, i)
			i++
			start = i
		case t.match > int32(i):
			i = min(int(t.match)+1, to)
		case t.first == '<' && t.size() == 1:
			if next := s.angle(i, to); next > i {
				i = next
				continue
			}
			i++
		default:
			i++
		}
	}
	if start < to {
		do(start, to)
	}
}

// find returns the first of the tokens between from and to, brackets and lists of
// types passed over, that is one of the texts; to if there is none.
func (s *scan) find(from, to int, texts ...string) int {
	for i := from; i < to; {
		if s.isOne(i, texts...) {
			return i
		}
		t := &s.tokens[i]
		switch {
		case t.kind == punct && t.match > int32(i):
			i = min(int(t.match)+1, to)
		case t.kind == punct && t.first == '<' && t.size() == 1:
			i = max(s.angle(i, to), i+1)
		default:
			i++
		}
	}
	return to
}

// typedLast reads parameters that are written type first: Java, C#, C and C++.
// words are the modifiers that belong to neither type nor name.
func (s *scan) typedFirst(from, to int, words map[string]bool) []facts.Parameter {
	var out []facts.Parameter
	s.commas(from, to, func(from, to int) {
		if p, ok := s.typedParameter(from, to, words); ok {
			out = append(out, p)
		}
	})
	return out
}

func (s *scan) typedParameter(from, to int, words map[string]bool) (facts.Parameter, bool) {
	var p facts.Parameter
	for from < to { // attributes and modifiers
		switch {
		case s.is(from, "@") && s.isName(from+1):
			from = s.annotationEnd(from, to)
			continue
		case s.is(from, "["):
			from = s.after(from, to)
			continue
		case s.is(from, "params"):
			p.Rest = true
			from++
			continue
		case words[s.word(from)] && from+1 < to:
			from++
			continue
		}
		break
	}
	if end := s.find(from, to, "="); end < to {
		p.Optional = true
		to = end
	}
	if from >= to || to-from == 1 && s.is(from, "void") {
		return p, false
	}
	if s.is(to-1, "...") || s.is(to-1, "..") {
		p.Rest, p.Type = true, s.written(from, to-1)
		return p, true
	}
	name, inner := s.declarator(from, to)
	if name < 0 {
		p.Type = s.written(from, to)
		return p, true
	}
	p.Name = s.name(name)
	p.Type = s.written(from, name)
	if inner || name+1 < to { // void (*f)(int), int a[2]
		p.Type = s.written(from, to)
	}
	for i := from; i < to && !p.Rest; i++ {
		p.Rest = s.is(i, "...")
	}
	if p.Rest && s.is(name-1, "...") {
		p.Type = s.written(from, name-1)
	}
	return p, p.Name != "this"
}

// declarator returns the token that names what a type is followed by, or -1; inner
// if it stands in parentheses: a pointer to a function.
func (s *scan) declarator(from, to int) (name int, inner bool) {
	name = -1
	parts := 0
	for i := from; i < to; {
		t := &s.tokens[i]
		switch {
		case t.kind == ident && qualifiers[s.word(i)]:
			i++
		case t.kind == ident && builtin[s.word(i)]:
			parts++
			i++
		case t.kind == ident:
			if parts > 0 && !s.is(i-1, "::") && !s.is(i-1, ".") {
				name = i
			}
			parts++
			i++
		case s.is(i, "("):
			if in := s.pointed(i, to); in >= 0 && parts > 0 {
				return in, true
			}
			i = s.after(i, to)
		case t.kind == punct && t.match > int32(i):
			i = min(int(t.match)+1, to)
		case s.is(i, "<"):
			i = max(s.angle(i, to), i+1)
		case s.isOne(i, "::", "."):
			name = -1
			i++
		default:
			i++
		}
	}
	return name, false
}

// pointed returns the name in (*name) or (T::*name), or -1.
func (s *scan) pointed(i, hi int) int {
	from, to := s.inside(i, hi)
	for j := from; j < to; j++ {
		if s.isOne(j, "*", "^", "&", "&&") {
			for j++; j < to; j++ {
				if s.isName(j) && !qualifiers[s.word(j)] {
					return j
				}
				if s.is(j, "(") {
					return s.pointed(j, to)
				}
			}
			return -1
		}
	}
	return -1
}

// qualifiers say something of a type and name none.
var qualifiers = set("const", "volatile", "restrict", "__restrict", "__restrict__", "register", "struct", "union", "enum", //nolint:gochecknoglobals // never written
	"class", "typename", "final", "constexpr", "static", "inline", "extern", "mutable", "thread_local", "__inline", "__extension__", "consteval", "constinit")

// builtin are the types of C that are words of their own.
var builtin = set("int", "char", "long", "short", "unsigned", "signed", "float", "double", "void", "bool", "_Bool", "auto", //nolint:gochecknoglobals // never written
	"byte", "boolean", "size_t", "wchar_t")

func set(words ...string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[w] = true
	}
	return out
}
