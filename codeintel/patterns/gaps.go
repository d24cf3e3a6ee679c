package patterns

import (
	"context"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/reach"
)

// maxCallerWeight bounds the influence of the number of callers on the rank of a gap.
const maxCallerWeight = 9

// gap is a function outside of tests that no test reaches by calls.
type gap struct {
	file string
	decl *facts.Decl
	body *facts.Body
}

// gaps finds the functions outside of tests that no test reaches, those that are complex and
// have many callers first, and separately those that tests possibly reach.
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
	found, decls := map[graph.Node]gap{}, map[graph.Node]*facts.Decl{}
	for file, of := range files {
		tests = tests || len(of.Tests) > 0 // tests in the same file as the code
		if index.IsTest(file) {
			continue
		}
		for b := range of.Sources() {
			d := &of.Decls[b.Decl]
			if n, ok := g.ElementOf(d.ID); ok && !reached.Has(n) {
				found[n], decls[n] = gap{file, d, b}, d
			}
		}
	}
	possible, err := reached.Possible(ctx, s, decls)
	if err != nil {
		return err
	}
	callers := reached.Callers()
	for n, gap := range found {
		f.addGap(&gap, callers[n], possible[n])
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

// addGap adds a gap or, with a reason why tests possibly reach it, an entry of that kind.
func (f *finder) addGap(g *gap, callers int, possible string) {
	p := Place{
		Kind: TestGap, Name: "no test reaches it", File: g.file, Line: g.decl.Line, EndLine: g.decl.EndLine,
		Element: g.decl.ID, Detail: size(g.body, callers), weight: g.body.Cyclomatic * (1 + min(callers, maxCallerWeight)),
	}
	if possible != "" {
		p.Kind, p.Name, p.Detail = PossiblyReached, "tests possibly reach it", possible
	}
	if f.wants(p.Kind) || f.kind == TestGap {
		f.places = append(f.places, p)
	}
}

func size(b *facts.Body, callers int) string {
	lines := "1 line"
	if b.Lines != 1 {
		lines = fmt.Sprintf("%d lines", b.Lines)
	}
	out := fmt.Sprintf("cyclomatic %d, %s", b.Cyclomatic, lines)
	switch callers {
	case 0:
		return out
	case 1:
		return out + ", 1 caller"
	default:
		return fmt.Sprintf("%s, %d callers", out, callers)
	}
}
