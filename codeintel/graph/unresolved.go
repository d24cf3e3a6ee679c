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

// unresolved counts the unresolved places of the query's relations: for an outbound query
// those in the target, for an inbound query those that name the target or may lead to it.
func (a *attempt) unresolved(target Node, q Query) UnresolvedCounts {
	var counts UnresolvedCounts
	for _, r := range q.Relations {
		if r > Import {
			continue // only calls and imports can be unresolved
		}
		n := 0
		if q.Inbound {
			n = a.unresolvedTo(target, a.objects(target), r)
		} else {
			n = a.unresolvedIn(target, r)
		}
		if r == Call {
			counts.Calls = n
		} else {
			counts.Imports = n
		}
	}
	return counts
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

func (a *attempt) unresolvedIn(target Node, r Relation) int {
	inside := map[Node]bool{}
	for _, n := range a.subjects(target) {
		inside[n] = true
	}
	count := 0
	seen := map[*file]bool{}
	for n := range inside {
		f := a.nodes[n].file
		if seen[f] {
			continue
		}
		seen[f] = true
		for _, u := range a.look(f).unresolved {
			if u.relation == r && inside[u.from] {
				count++
			}
		}
	}
	return count
}

// unresolvedTo counts the unresolved places of a relation that may lead to one of the objects,
// which are nodes of the target.
func (a *attempt) unresolvedTo(target Node, objects []Node, r Relation) int {
	concerns := a.concerns([]Node{target}, objects)
	count := 0
	for _, f := range a.concerned(target, objects, r) {
		unresolved := a.look(f).unresolved
		for i := range unresolved {
			if u := &unresolved[i]; u.relation == r && concerns(u) {
				count++
			}
		}
	}
	return count
}

// concerns returns a function that reports whether a place may lead to one of about, the
// nodes of the targets, or uses the name of one. The names of a file are that of its module
// and those of all its declarations.
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
