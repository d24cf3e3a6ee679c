package export

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Format is a format of exports.
type Format string

// The formats.
const (
	JSON    Format = "json"
	JSONLD  Format = "jsonld"
	Mermaid Format = "mermaid"
	DOT     Format = "dot"
)

// Formats returns all formats.
func Formats() []Format { return []Format{JSON, JSONLD, Mermaid, DOT} }

// Options say what to export.
type Options struct {
	Format   Format
	MaxNodes int // most nodes; 0 has no limit. Those with most edges are kept
}

// Export is an export of a project.
type Export struct {
	Text         []byte
	Nodes, Edges int // that Text has: a drawing has one edge for all places of a relation, and none out of the project
	OmittedNodes int // beyond MaxNodes
	OmittedEdges int // theirs
	Unresolved   graph.UnresolvedCounts
}

// Make exports the graph of a project: files and elements, and everything that is
// known of how they relate. The same contents of a project give the same export.
func Make(ctx context.Context, s *index.Snapshot, o Options) (*Export, error) {
	g, err := s.ResolveAll(ctx, facts.AllReferences)
	if err != nil {
		return nil, err
	}
	c, err := collect(ctx, g)
	if err != nil {
		return nil, err
	}
	c.digest, c.precision = s.Digest(), s.Precision()
	out := &Export{Unresolved: g.AllUnresolved()}
	if o.MaxNodes > 0 {
		out.OmittedNodes, out.OmittedEdges = c.limit(o.MaxNodes)
	}
	out.Nodes, out.Edges = len(c.nodes), len(c.edges)
	switch o.Format {
	case JSON:
		out.Text, err = c.json()
	case JSONLD:
		out.Text, err = c.jsonLD()
	case Mermaid, DOT:
		d := c.drawing()
		out.Edges = len(d.Edges)
		if o.Format == DOT {
			out.Text = []byte(d.DOT())
		} else {
			out.Text = []byte(d.Mermaid())
		}
	default:
		err = fmt.Errorf("unknown format %q", o.Format)
	}
	return out, err
}

// contents is what is exported.
type contents struct {
	*graph.Graph
	nodes     []graph.Node // by file, the file before its elements
	edges     []graph.Edge // by file and place
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

// limit keeps the nodes with most edges, and the edges among them and out of the
// project. It returns how many nodes and edges went.
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
	c.edges = slices.DeleteFunc(c.edges, func(e graph.Edge) bool { return !keep[e.From] || e.To != graph.None && !keep[e.To] })
	return before - len(c.nodes), edgesBefore - len(c.edges)
}
