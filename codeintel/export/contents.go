package export

import (
	"cmp"
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// contents are the nodes and edges to export.
type contents struct {
	*graph.Graph
	nodes     []graph.Node // sorted by file, each file before its elements
	edges     []graph.Edge // sorted by file and place
	digest    string
	precision facts.Precision
}

func collect(ctx context.Context, g *graph.Graph) (*contents, error) {
	c := &contents{Graph: g}
	for i, file := range g.Files() {
		if i%100 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.nodes = append(append(c.nodes, file), g.Elements(file)...)
		for e := range g.Edges(file) {
			c.edges = append(c.edges, e)
		}
	}
	return c, nil
}

// limit keeps the nodes with the most edges, and the edges between them and out of the project.
// It returns the numbers of removed nodes and edges.
func (c *contents) limit(most int) (nodes, edges int) {
	if len(c.nodes) <= most {
		return 0, 0
	}
	degree := make(map[graph.Node]int, len(c.nodes))
	for i := range c.edges {
		degree[c.edges[i].From]++
		if to := c.edges[i].To; to != graph.None {
			degree[to]++
		}
	}
	order := make([]int, len(c.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(degree[c.nodes[b]]-degree[c.nodes[a]], a-b) })
	keep := make(map[graph.Node]bool, most)
	for _, i := range order[:most] {
		keep[c.nodes[i]] = true
	}
	before, edgesBefore := len(c.nodes), len(c.edges)
	c.nodes = slices.DeleteFunc(c.nodes, func(n graph.Node) bool { return !keep[n] })
	c.edges = slices.DeleteFunc(c.edges, func(e graph.Edge) bool {
		return !keep[e.From] || e.To != graph.None && !keep[e.To]
	})
	return before - len(c.nodes), edgesBefore - len(c.edges)
}

// parent returns the enclosing node of a node; for a top-level declaration, that is its file.
func (c *contents) parent(n graph.Node) graph.Node {
	switch p := c.Parent(n); {
	case c.IsFile(n):
		return graph.None
	case p == graph.None:
		return c.FileOf(n)
	default:
		return p
	}
}
