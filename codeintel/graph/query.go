package graph

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Query is one of the six questions, or a path along one.
type Query struct {
	Relations []Relation // one, or both for depends-on
	Inbound   bool       // who points at the target, rather than what it points at
	Closure   bool       // follow edges further, up to MaxDepth
	MaxDepth  int
}

// Result is one edge of an answer.
type Result struct {
	From       string         `json:"from"`
	To         string         `json:"to"`
	Relation   string         `json:"relation"`
	File       string         `json:"file"`
	Line       int            `json:"line"`
	Column     int            `json:"column"`
	Depth      int            `json:"depth"`
	Resolution string         `json:"resolution"`
	TypeOnly   bool           `json:"type_only,omitempty"`
	Member     string         `json:"member,omitempty"`
	Element    *facts.Element `json:"element,omitempty"`
}

// Resolutions of a result.
const (
	Resolved = "resolved"
	External = "external"
)

// Run answers a query about a target, ordered by depth and place.
func (g *Graph) Run(target Node, q Query) []Result {
	var steps []step
	if q.Closure {
		steps = g.closure(target, q)
	} else {
		steps = g.direct(target, q)
	}
	results := make([]Result, len(steps))
	for i, s := range steps {
		results[i] = g.result(s, q.Inbound)
	}
	slices.SortStableFunc(results, compareResults)
	return results
}

// step is an edge as it is walked: an import can be walked from the file that
// has it or from an element that uses it.
type step struct {
	edge     int32
	from, to Node
	depth    int
}

func (g *Graph) result(s step, inbound bool) Result {
	e := &g.edges[s.edge]
	r := Result{
		From: g.Element(s.from).ID, Relation: e.relation.String(), File: g.files[e.file], Line: int(e.line),
		Column: int(e.column), Depth: s.depth, Resolution: Resolved, TypeOnly: e.typeOnly, Member: e.member,
	}
	other := s.to
	if inbound {
		other = s.from
	}
	if s.to == none {
		r.To, r.Resolution = e.external, External
	} else {
		r.To = g.Element(s.to).ID
	}
	if other != none {
		element := g.Element(other)
		r.Element = &element
	}
	return r
}

func compareResults(a, b Result) int {
	switch {
	case a.Depth != b.Depth:
		return a.Depth - b.Depth
	case a.File != b.File:
		return strings.Compare(a.File, b.File)
	case a.Line != b.Line:
		return a.Line - b.Line
	default:
		return a.Column - b.Column
	}
}

// subjects returns the nodes whose outgoing edges are the target's: a class
// calls what its methods call, a file what its elements call.
func (g *Graph) subjects(target Node) []Node {
	if g.isFile(target) {
		return append([]Node{target}, g.children[target]...) // members included
	}
	nodes := []Node{target}
	for i := 0; i < len(nodes); i++ {
		nodes = append(nodes, g.children[nodes[i]]...)
	}
	return nodes
}

// objects returns the nodes whose incoming edges are the target's: a class is
// called where its constructor is, a file where any of its elements is.
func (g *Graph) objects(target Node) []Node {
	if g.isFile(target) {
		return g.subjects(target)
	}
	nodes := []Node{target}
	for _, child := range g.children[target] {
		if strings.HasSuffix(g.Element(child).Name, ".constructor") {
			nodes = append(nodes, child)
		}
	}
	return nodes
}
