package graph

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Query is one of the six questions, or a path along one.
type Query struct {
	Relations []Relation // one, or all for depends-on
	Inbound   bool       // who points at the target, rather than what it points at
	Closure   bool       // follow edges further, up to MaxDepth
	MaxDepth  int
}

// Depth is how far files must be resolved to answer the query.
func (q Query) Depth() facts.Depth {
	depth := facts.CallsAndImports
	for _, r := range q.Relations {
		depth = max(depth, r.depth())
	}
	return depth
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
	Confidence string         `json:"confidence"`
	Dispatch   string         `json:"dispatch,omitempty"`
	TypeOnly   bool           `json:"type_only,omitempty"`
	Dynamic    bool           `json:"dynamic,omitempty"`
	Member     string         `json:"member,omitempty"`
	Element    *facts.Element `json:"element,omitempty"`
}

// Resolutions of a result.
const (
	Resolved = "resolved"
	External = "external"
)

// Possible is the Dispatch of a call that leads to what the result's element
// overrides or implements, or of such a call of what overrides it.
const Possible = "possible"

// Answer is what is known about a target.
type Answer struct {
	Results    []Result // ordered by depth and place; of a path, in its order
	Unresolved UnresolvedCounts
}

// Ask answers a query about a target. While missing is not empty, the answer is
// not complete: resolve these files and ask again, as long as it takes.
func (g *Graph) Ask(target Node, q Query) (answer Answer, missing []string) {
	a := g.asking(q.Depth())
	var steps []step
	if q.Closure {
		steps = a.closure(target, q)
	} else {
		steps = a.direct(target, q)
	}
	return a.answer(target, q, steps, true)
}

// AskPath answers with a shortest path from source to target along the query's
// relation, with no results if there is none within MaxDepth.
func (g *Graph) AskPath(source, target Node, q Query) (answer Answer, missing []string) {
	a := g.asking(q.Depth())
	return a.answer(target, q, a.path(source, target, q), false)
}

func (a *asking) answer(target Node, q Query, steps []step, sorted bool) (Answer, []string) {
	unresolved := a.unresolved(target, q)
	if len(a.missing) > 0 {
		return Answer{}, a.missingPaths()
	}
	results := make([]Result, len(steps))
	for i := range steps {
		results[i] = a.result(&steps[i], q.Inbound)
	}
	if sorted {
		slices.SortStableFunc(results, compareResults)
	}
	return Answer{Results: results, Unresolved: unresolved}, nil
}

func (a *asking) missingPaths() []string {
	paths := make([]string, 0, len(a.missing))
	for f := range a.missing {
		paths = append(paths, f.path)
	}
	slices.Sort(paths)
	return paths
}

func (g *Graph) result(s *step, inbound bool) Result {
	e := s.edge
	r := Result{
		From: g.Element(s.from).ID, Relation: e.relation.String(), File: s.file.path, Line: int(e.line),
		Column: int(e.column), Depth: s.depth, Resolution: Resolved, Confidence: e.confidence.String(),
		TypeOnly: e.typeOnly, Dynamic: e.dynamic, Member: e.member,
	}
	if s.possible {
		r.Dispatch, r.Member = Possible, ""
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
