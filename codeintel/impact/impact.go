package impact

import (
	"cmp"
	"context"
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Analyze returns the impact of an operation on a target, up to maxDepth steps away. The target
// has any form that [graph.Graph.Find] accepts. The errors about it are those of Find.
func Analyze(ctx context.Context, s *index.Snapshot, target string, o Operation, maxDepth int) (*Report, error) {
	n, err := s.Find(ctx, target)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	b := newBuilder(g, []subject{{node: n, operation: o}})
	r, err := b.report(ctx, s, maxDepth, maxDepth)
	if err != nil {
		return nil, err
	}
	r.Element = g.Element(n)
	if r.Tests, err = b.tests(ctx, s, maxDepth); err != nil {
		return nil, err
	}
	rankTests(r.Tests, []facts.Element{r.Element})
	r.Risk = assess(b.measure(r))
	return r, nil
}

// report finds the dependents of the subjects. It searches up to maxDepth steps away, for tests,
// and lists dependents up to listDepth steps away. It leaves tests and risk empty.
func (b *builder) report(ctx context.Context, s *index.Snapshot, maxDepth, listDepth int) (*Report, error) {
	var steps []graph.Step
	r := &Report{}
	err := s.ResolveMissing(ctx, facts.AllReferences, func(g *graph.Graph) (missing []string) {
		steps, r.Unresolved, missing = g.Dependents(b.targets(), b.nodes, maxDepth)
		return missing
	})
	if err != nil {
		return nil, err
	}
	var overriding []graph.Node
	err = s.ResolveMissing(ctx, facts.CallsAndImports, func(g *graph.Graph) (missing []string) {
		overriding, missing = g.Overriding(b.overridable())
		return missing
	})
	if err != nil {
		return nil, err
	}
	b.addSteps(steps, listDepth)
	b.addOverriding(overriding)
	r.Files = b.files()
	tally(r)
	return r, nil
}

// tally counts the dependents of the files, and groups them by folder.
func tally(r *Report) {
	modules := map[string]*Module{}
	for i := range r.Files {
		f := &r.Files[i]
		folder := path.Dir(f.Path)
		if modules[folder] == nil {
			modules[folder] = &Module{Path: folder}
		}
		counts := []*Counts{&r.Dependents, &modules[folder].Counts}
		if index.IsTest(f.Path) {
			counts = append(counts, &r.InTests)
		}
		for _, c := range counts {
			c.Files++
			for i := range f.Elements {
				c.add(f.Elements[i].Depth)
			}
		}
		for i := range f.Elements {
			r.MaxDepth = max(r.MaxDepth, f.Elements[i].Depth)
		}
	}
	for _, m := range modules {
		r.Modules = append(r.Modules, *m)
	}
	slices.SortFunc(r.Modules, func(a, b Module) int {
		return cmp.Or(b.Direct+b.Transitive-a.Direct-a.Transitive, b.Direct-a.Direct, cmp.Compare(a.Path, b.Path))
	})
}

func (c *Counts) add(depth int) {
	if depth == 1 {
		c.Direct++
	} else {
		c.Transitive++
	}
}
