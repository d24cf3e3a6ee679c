package coverage

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/reach"
)

// reached returns a function that computes the coverage of a file from the elements that
// tests reach.
func (r *Result) reached(ctx context.Context, s *index.Snapshot) (func(string, *facts.Inspection) File, error) {
	set, err := reach.FromTests(ctx, s)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	callers := set.FileCallers()
	return func(file string, of *facts.Inspection) File {
		f := File{Path: file, Callers: callers[file]}
		for b := range of.Sources() {
			e := Element{Element: of.Decls[b.Decl].Element}
			n, ok := g.ElementOf(e.ID)
			e.Covered = ok && set.Has(n)
			f.Functions.count(e.Covered)
			f.Elements = append(f.Elements, e)
		}
		f.Tested = f.Functions.Covered > 0
		return f
	}, nil
}
