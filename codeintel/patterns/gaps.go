package patterns

import (
	"context"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/reach"
)

// gaps finds the functions outside of tests that no test reaches, the most complex
// first.
func (f *finder) gaps(ctx context.Context, s *index.Snapshot, files map[string]*facts.Inspection) error {
	reached, err := reach.FromTests(ctx, s)
	if err != nil {
		return err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return err
	}
	tests := reached.Tests > 0
	for file, of := range files {
		tests = tests || len(of.Tests) > 0 // tests in the same file as the code
		if index.IsTest(file) {
			continue
		}
		for b := range of.Sources() {
			d := &of.Decls[b.Decl]
			if n, ok := g.ElementOf(d.ID); !ok || reached.Has(n) {
				continue
			}
			f.places = append(f.places, Place{
				Kind: TestGap, Name: "no test reaches it", File: file, Line: d.Line, EndLine: d.EndLine, Element: d.ID,
				Detail: size(b), weight: b.Cyclomatic,
			})
		}
	}
	if tests {
		if g, err = s.ResolveAll(ctx, facts.CallsAndImports); err != nil {
			return err
		}
		counts := g.AllUnresolved()
		f.unresolved = &counts
	}
	return nil
}

func size(b *facts.Body) string {
	if b.Lines == 1 {
		return fmt.Sprintf("cyclomatic %d, 1 line", b.Cyclomatic)
	}
	return fmt.Sprintf("cyclomatic %d, %d lines", b.Cyclomatic, b.Lines)
}
