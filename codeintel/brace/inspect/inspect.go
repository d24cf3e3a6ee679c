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

// body returns the measures of the body of declaration d.
func (in *inspector) body(d int) facts.Body {
	at := &in.Decls[d]
	m := meter{inspector: in, decl: d}
	m.measure(in.bodyTokens(d))
	return facts.Body{
		Decl: d, Lines: at.EndLine - at.Line + 1, Cyclomatic: m.cyclomatic + 1, Cognitive: m.cognitive,
		Nesting: m.deepest, Parameters: at.Count, Shape: in.shape(d), Tokens: m.tokensSeen,
	}
}
