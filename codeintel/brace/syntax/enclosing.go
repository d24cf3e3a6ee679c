package syntax

import (
	"sort"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Enclosing returns, for each token, the innermost declaration that contains it, or
// [facts.ModuleLevel]. Nested declarations follow those that contain them, so the
// innermost comes last. A member declared outside of its type is not nested in the type.
func (f *File) Enclosing() []int32 {
	enclosing := make([]int32, len(f.Tokens))
	for i := range enclosing {
		enclosing[i] = facts.ModuleLevel
	}
	type span struct{ from, to, decl int }
	spans := make([]span, 0, len(f.Decls))
	for d := range f.Decls {
		if at := &f.Decls[d]; at.NameAt >= 0 && at.To > at.From {
			spans = append(spans, span{at.From, at.To, d})
		}
	}
	sort.SliceStable(spans, func(a, b int) bool { return spans[a].from < spans[b].from })
	var open []span
	for i := range f.Tokens {
		for len(open) > 0 && open[len(open)-1].to <= i {
			open = open[:len(open)-1]
		}
		for len(spans) > 0 && spans[0].from <= i {
			if len(open) == 0 || spans[0].to <= open[len(open)-1].to {
				open = append(open, spans[0])
			}
			spans = spans[1:]
		}
		if len(open) > 0 {
			enclosing[i] = int32(open[len(open)-1].decl)
		}
	}
	return enclosing
}
