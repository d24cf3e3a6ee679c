package impact

import (
	"context"

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
	var steps []graph.Step
	var unresolved graph.UnresolvedCounts
	err = s.ResolveMissing(ctx, facts.AllReferences, func(g *graph.Graph) (missing []string) {
		steps, unresolved, missing = g.Dependents(n, maxDepth)
		return missing
	})
	if err != nil {
		return nil, err
	}
	var overriding []graph.Node
	err = s.ResolveMissing(ctx, facts.CallsAndImports, func(g *graph.Graph) (missing []string) {
		overriding, missing = g.Overriding(n)
		return missing
	})
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	b := newBuilder(g, n, o)
	b.addSteps(steps)
	b.addOverriding(overriding)
	r := &Report{Element: g.Element(n), Unresolved: unresolved, Files: b.files()}
	if r.Tests, err = b.tests(ctx, s, maxDepth); err != nil {
		return nil, err
	}
	b.count(r)
	r.Risk = assess(b.measure(r))
	return r, nil
}

// count counts dependents by distance.
func (b *builder) count(r *Report) {
	for _, d := range b.found {
		if d.Depth == 1 {
			r.Direct++
		} else {
			r.Transitive++
		}
		r.MaxDepth = max(r.MaxDepth, d.Depth)
	}
}
