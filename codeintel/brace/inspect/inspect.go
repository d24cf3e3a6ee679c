package inspect

import (
	"sort"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// File measures the functions of a file of language l and finds the patterns in it.
func File(f *syntax.File, l *Language) *facts.Inspection {
	in := inspector{File: f, flow: &l.Flow, tables: &l.Patterns, enclosing: f.Enclosing()}
	in.out.Decls = f.Result()
	for d := range f.Decls {
		if at := &f.Decls[d]; at.Body >= 0 {
			in.out.Bodies = append(in.out.Bodies, in.body(d))
		}
	}
	in.patterns()
	in.lines()
	sort.SliceStable(in.out.Patterns, func(a, b int) bool { return in.out.Patterns[a].Line < in.out.Patterns[b].Line })
	sort.SliceStable(in.out.Tests, func(a, b int) bool { return in.out.Tests[a].Line < in.out.Tests[b].Line })
	return &in.out
}

// body measures the body of a declaration.
func (in *inspector) body(d int) facts.Body {
	at := &in.Decls[d]
	m := meter{inspector: in, decl: d}
	m.measure(in.bodyTokens(d))
	return facts.Body{
		Decl: d, Lines: at.EndLine - at.Line + 1, Cyclomatic: m.cyclomatic + 1, Cognitive: m.cognitive,
		Nesting: m.deepest, Parameters: at.Count, Shape: in.shape(d), Tokens: m.tokensSeen,
	}
}

// own returns the first token from i on, or hi, that belongs to a declaration itself,
// not to one that is nested in its body and measured on its own.
func (in *inspector) own(i, hi, decl int) int {
	for i < hi {
		d := int(in.enclosing[i])
		if d == decl || d >= 0 && in.Decls[d].Body < 0 {
			return i
		}
		if i++; d >= 0 {
			i = max(i, in.Decls[d].To)
		}
	}
	return hi
}

// bodyTokens returns the tokens of a body, with the braces around it.
func (in *inspector) bodyTokens(d int) (from, to int) {
	from, to = in.Decls[d].Body, in.Decls[d].BodyEnd
	if in.Is(from-1, "{") {
		from--
		if in.Is(to, "}") {
			to++
		}
	}
	return from, to
}
