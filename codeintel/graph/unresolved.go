package graph

import (
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// UnresolvedCounts counts the places that may belong to a result but could not be resolved.
type UnresolvedCounts struct {
	Calls   int `json:"calls"`
	Imports int `json:"imports"`
}

// unresolvedPlace is an unresolved place and its file.
type unresolvedPlace struct {
	file *file
	*unresolved
}

// unresolved returns the unresolved places of the query's relations: for an outbound query
// those in the target, for an inbound query those that name the target or may lead to it.
func (a *attempt) unresolved(target Node, q Query) []unresolvedPlace {
	var found []unresolvedPlace
	for _, r := range q.Relations {
		switch {
		case r > Import: // only calls and imports can be unresolved
		case q.Inbound:
			found = append(found, a.unresolvedTo([]Node{target}, a.objects(target), r)...)
		default:
			found = append(found, a.unresolvedIn(target, r)...)
		}
	}
	return found
}

// add counts a place.
func (c *UnresolvedCounts) add(u *unresolved) {
	if u.relation == Import {
		c.Imports++
	} else {
		c.Calls++
	}
}

// unresolvedResult returns a place in the form of a result.
func (g *Graph) unresolvedResult(p unresolvedPlace) Result {
	element := g.Element(p.inside)
	to := p.name
	if g.names.texts[to] == "" {
		to = p.module
	}
	return Result{
		From: element.ID, To: g.names.texts[to], Relation: p.relation.String(), File: p.file.path,
		Line: int(p.line), Column: int(p.column), Depth: 1, Resolution: Unresolved, Reason: p.reason.String(),
		Confidence: facts.Heuristic.String(), Element: &element,
	}
}

// AllUnresolved counts the places in all resolved files that could not be resolved.
func (g *Graph) AllUnresolved() UnresolvedCounts {
	var counts UnresolvedCounts
	for _, n := range g.Files() {
		f := g.nodes[n].file
		if f.references == nil {
			continue
		}
		for i := range f.references.unresolved {
			switch u := &f.references.unresolved[i]; {
			case u.from == none: // does not belong to a place in the file
			case u.relation == Call:
				counts.Calls++
			case u.relation == Import:
				counts.Imports++
			}
		}
	}
	return counts
}

// UnresolvedAround counts the calls and imports that could not be resolved and that are inside
// the nodes, may lead to an element inside them, or use the name of one. Each place counts
// once. If missing is not empty, the counts are incomplete: resolve these files to
// [facts.CallsAndImports] and call UnresolvedAround again.
func (g *Graph) UnresolvedAround(nodes ...Node) (counts UnresolvedCounts, missing []string) {
	a := g.newAttempt(facts.CallsAndImports)
	inside := g.inside(nodes)
	files := map[*file]bool{}
	for n := range inside {
		files[a.nodes[n].file] = true
		for _, f := range a.callers(n) {
			files[f] = true
		}
	}
	for _, n := range nodes {
		for _, f := range a.concerned(n, g.subjects(n), Import) {
			files[f] = true
		}
	}
	concerns := a.concerns(nodes, slices.Collect(maps.Keys(inside)))
	for f := range files {
		unresolved := a.look(f).unresolved
		for i := range unresolved {
			switch u := &unresolved[i]; {
			case !inside[u.from] && !concerns(u):
			case u.relation == Call:
				counts.Calls++
			case u.relation == Import:
				counts.Imports++
			}
		}
	}
	return counts, a.missingPaths()
}

// unresolvedIn returns the unresolved places of a relation in the target.
func (a *attempt) unresolvedIn(target Node, r Relation) []unresolvedPlace {
	inside := map[Node]bool{}
	for _, n := range a.subjects(target) {
		inside[n] = true
	}
	var found []unresolvedPlace
	seen := map[*file]bool{}
	for n := range inside {
		f := a.nodes[n].file
		if seen[f] {
			continue
		}
		seen[f] = true
		unresolved := a.look(f).unresolved
		for i := range unresolved {
			if u := &unresolved[i]; u.relation == r && inside[u.from] {
				found = append(found, unresolvedPlace{f, u})
			}
		}
	}
	return found
}

// unresolvedTo returns the unresolved places of a relation that may lead to one of the objects,
// which are nodes of the targets.
func (a *attempt) unresolvedTo(targets, objects []Node, r Relation) []unresolvedPlace {
	concerns := a.concerns(targets, objects)
	var found []unresolvedPlace
	var files []*file
	if r == Call {
		files = a.concerned(none, objects, r)
	} else {
		for _, target := range targets {
			files = union(files, a.concerned(target, objects, r))
		}
	}
	for _, f := range files {
		unresolved := a.look(f).unresolved
		for i := range unresolved {
			if u := &unresolved[i]; u.relation == r && concerns(u) {
				found = append(found, unresolvedPlace{f, u})
			}
		}
	}
	return found
}

// concerns returns a function that reports whether a place may lead to one of the nodes in the
// list about, or uses the name of one of the targets. The list about contains the nodes that
// belong to the targets. The names of a file are the name of its module and the names of all
// its declarations.
func (g *Graph) concerns(targets, about []Node) func(*unresolved) bool {
	objects := map[Node]bool{}
	named, methods := map[name]bool{g.names.intern("*"): true}, map[name]bool{}
	for _, n := range about {
		objects[n] = true
		if g.isFile(n) {
			continue
		}
		last := g.names.intern(g.lastName(n))
		named[last] = true
		if isMember(g.nodes[n].element.Type) {
			methods[last] = true
		}
		if g.isConstructor(n) {
			named[g.names.intern(g.lastName(g.nodes[n].parent))] = true
		}
	}
	modules := map[name]bool{}
	for _, n := range targets {
		if g.isFile(n) {
			modules[g.names.intern(moduleName(g.nodes[n].element.File))] = true
		}
	}
	return func(u *unresolved) bool {
		names := named
		if u.from == none { // code outside the project calls a member, and thus its implementations
			names = methods
		}
		return names[u.name] || u.relation == Import && (modules[u.module] || modules[u.name]) ||
			slices.ContainsFunc(u.maybe, func(n Node) bool { return objects[n] })
	}
}
