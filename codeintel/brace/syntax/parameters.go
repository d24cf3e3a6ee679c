package syntax

import (
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TypedFirst returns the parameters in a range of tokens, each written as a type and a
// name. words are modifiers that belong to neither.
func (f *File) TypedFirst(from, to int, words map[string]bool) []facts.Parameter {
	var out []facts.Parameter
	f.Commas(from, to, func(from, to int) {
		if p, ok := f.typedParameter(from, to, words); ok {
			out = append(out, p)
		}
	})
	return out
}

// typedParameter returns the parameter in a range of tokens; ok is false if it is empty
// or void.
func (f *File) typedParameter(from, to int, words map[string]bool) (facts.Parameter, bool) {
	var p facts.Parameter
	for from < to { // attributes and modifiers
		switch {
		case f.Is(from, "@") && f.IsName(from+1):
			from = f.AnnotationEnd(from, to)
			continue
		case f.Is(from, "["):
			from = f.After(from, to)
			continue
		case f.Is(from, "params"):
			p.Rest = true
			from++
			continue
		case words[f.Word(from)] && from+1 < to:
			from++
			continue
		}
		break
	}
	if end := f.Find(from, to, "="); end < to {
		p.Optional = true
		to = end
	}
	if from >= to || to-from == 1 && f.Is(from, "void") {
		return p, false
	}
	if f.Is(to-1, "...") || f.Is(to-1, "..") {
		p.Rest, p.Type = true, f.Written(from, to-1)
		return p, true
	}
	name, inner := f.Declarator(from, to)
	if name < 0 {
		p.Type = f.Written(from, to)
		return p, true
	}
	p.Name = f.Name(name)
	p.Type = f.Written(from, name)
	if inner || name+1 < to { // void (*f)(int), int a[2]
		p.Type = f.Written(from, to)
	}
	for i := from; i < to && !p.Rest; i++ {
		p.Rest = f.Is(i, "...")
	}
	if p.Rest && f.Is(name-1, "...") {
		p.Type = f.Written(from, name-1)
	}
	return p, p.Name != "this"
}

// Declarator returns the token of the declared name after a type, or -1. inner reports
// that it is in parentheses, as in a pointer to a function.
func (f *File) Declarator(from, to int) (name int, inner bool) {
	name = -1
	parts := 0
	for i := from; i < to; {
		t := &f.Tokens[i]
		switch {
		case t.Kind == lex.Ident && qualifiers[f.Word(i)]:
			i++
		case t.Kind == lex.Ident && builtin[f.Word(i)]:
			parts++
			i++
		case t.Kind == lex.Ident:
			if parts > 0 && !f.Is(i-1, "::") && !f.Is(i-1, ".") {
				name = i
			}
			parts++
			i++
		case f.Is(i, "("):
			if in := f.Pointed(i, to); in >= 0 && parts > 0 {
				return in, true
			}
			i = f.After(i, to)
		case t.Kind == lex.Punct && t.Match > int32(i):
			i = min(int(t.Match)+1, to)
		case f.Is(i, "<"):
			i = max(f.Angle(i, to), i+1)
		case f.IsOne(i, "::", "."):
			name = -1
			i++
		default:
			i++
		}
	}
	return name, false
}

// Pointed returns the token of the name in (*name) or (T::*name), or -1.
func (f *File) Pointed(i, hi int) int {
	from, to := f.Inside(i, hi)
	for j := from; j < to; j++ {
		if f.IsOne(j, "*", "^", "&", "&&") {
			for j++; j < to; j++ {
				if f.IsName(j) && !qualifiers[f.Word(j)] {
					return j
				}
				if f.Is(j, "(") {
					return f.Pointed(j, to)
				}
			}
			return -1
		}
	}
	return -1
}
