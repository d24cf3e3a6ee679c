package diagram

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/graph"
)

// rawEdge is an edge of the graph that a diagram shows.
type rawEdge struct {
	from, to graph.Node
	relation graph.Relation
	possible bool
}

// collect returns the edges that a kind of diagram shows. Targets outside of the project are
// not drawn.
func collect(ctx context.Context, g *graph.Graph, kind Kind) ([]rawEdge, error) {
	var edges []rawEdge
	for i, file := range g.Files() {
		if i%100 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if kind == Imports {
			for _, to := range g.Modules(file) {
				edges = append(edges, rawEdge{file, to, graph.Import, false})
			}
			continue
		}
		each := g.Edges
		if kind == Calls {
			each = g.EdgesAndPossible
		}
		for e := range each(file) {
			if e.To == graph.None || kind == Calls && e.Relation != graph.Call ||
				kind == Dependencies && e.Relation > graph.Import {
				continue
			}
			edges = append(edges, rawEdge{e.From, e.To, e.Relation, e.Possible})
		}
	}
	return edges, nil
}
