package graph

import (
	"slices"
	"strings"
)

// Run runs a query about a target. If missing is not empty, the response is the zero value:
// resolve these files and call Run again until missing is empty.
func (g *Graph) Run(target Node, q Query) (response Response, missing []string) {
	a := g.newAttempt(q.Depth())
	var steps []step
	if q.Closure {
		steps = a.closure(target, q)
	} else {
		steps = a.direct(target, q)
	}
	return a.response(target, q, steps, true)
}

// FindPath returns a shortest path from source to target along the query's relations, or no
// results if there is none within MaxDepth. missing is as with [Graph.Run].
func (g *Graph) FindPath(source, target Node, q Query) (response Response, missing []string) {
	a := g.newAttempt(q.Depth())
	return a.response(target, q, a.path(source, target, q), false)
}

func (a *attempt) response(target Node, q Query, steps []step, sorted bool) (Response, []string) {
	unresolved := a.unresolved(target, q)
	if len(a.missing) > 0 {
		return Response{}, a.missingPaths()
	}
	out := Response{Reasons: map[string]int{}}
	for _, p := range unresolved {
		out.Unresolved.add(p.unresolved)
		out.Reasons[p.reason.String()]++
		if q.Unresolved {
			out.Results = append(out.Results, a.unresolvedResult(p))
		}
	}
	if !q.Unresolved {
		out.Results = make([]Result, len(steps))
		for i := range steps {
			out.Results[i] = a.result(&steps[i], q.Inbound)
		}
	}
	if sorted || q.Unresolved {
		slices.SortStableFunc(out.Results, compareResults)
	}
	return out, nil
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
