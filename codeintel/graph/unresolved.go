package graph

import (
	"path"
	"slices"
	"strings"
)

// UnresolvedCounts says how many places might belong to an answer but could
// not be resolved. A call of a member that the target overrides or implements is
// such: which one is called, only the running program knows.
type UnresolvedCounts struct {
	Calls   int `json:"calls"`
	Imports int `json:"imports"`
}

// Unresolved counts the places of the query's relations that, outbound, lie in
// the target or, inbound, name it.
func (g *Graph) Unresolved(target Node, q Query) UnresolvedCounts {
	concerns := g.liesIn(target)
	if q.Inbound {
		concerns = g.names(target)
	}
	var counts UnresolvedCounts
	for i := range g.unresolved {
		u := &g.unresolved[i]
		if !concerns(u) {
			continue
		}
		for _, r := range q.Relations {
			switch {
			case r != u.relation:
			case r == Call:
				counts.Calls++
			default:
				counts.Imports++
			}
		}
	}
	if q.Inbound && slices.Contains(q.Relations, Call) {
		counts.Calls += g.callsThroughBases(target)
	}
	return counts
}

// callsThroughBases counts the calls of the members that the target, a member
// itself, overrides or implements.
func (g *Graph) callsThroughBases(target Node) int {
	if g.isFile(target) || g.parents[int(target)-len(g.files)] == none {
		return 0
	}
	name := lastPart(g.Element(target).Name)
	if name == "constructor" {
		return 0
	}
	calls := 0
	seen := map[Node]bool{}
	bases := slices.Clone(g.bases[g.parents[int(target)-len(g.files)]])
	for i := 0; i < len(bases); i++ {
		base := bases[i]
		if seen[base] {
			continue
		}
		seen[base] = true
		bases = append(bases, g.bases[base]...)
		for _, e := range g.in[base] {
			if g.edges[e].relation == Call && g.edges[e].member == name {
				calls++
			}
		}
		for _, child := range g.children[base] {
			if lastPart(g.Element(child).Name) == name {
				calls += len(g.calls([]Node{child}, g.in))
			}
		}
	}
	return calls
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func (g *Graph) liesIn(target Node) func(*unresolved) bool {
	inside := map[Node]bool{}
	for _, n := range g.subjects(target) {
		inside[n] = true
	}
	return func(u *unresolved) bool { return inside[u.from] }
}

// names matches places that may lead to the target, and those that are written
// with its name: of a file, the name of the module or of anything it declares.
func (g *Graph) names(target Node) func(*unresolved) bool {
	names := map[string]bool{"*": true}
	module := ""
	objects := g.objects(target)
	for _, n := range objects {
		e := g.Element(n)
		if g.isFile(n) {
			module = moduleName(e.File)
			continue
		}
		names[lastPart(e.Name)] = true
	}
	if !g.isFile(target) && strings.HasSuffix(g.Element(target).Name, ".constructor") {
		class := strings.TrimSuffix(g.Element(target).Name, ".constructor")
		names[lastPart(class)] = true
	}
	return func(u *unresolved) bool {
		return names[u.name] || slices.ContainsFunc(u.maybe, func(n Node) bool { return slices.Contains(objects, n) }) || module != "" && u.relation == Import && u.module == module
	}
}

// moduleName is how a specifier names a file: its base without extension, or
// its folder's for an index file.
func moduleName(file string) string {
	base := path.Base(file)
	base = strings.TrimSuffix(base, path.Ext(base))
	if base == "index" && strings.Contains(file, "/") {
		return path.Base(path.Dir(file))
	}
	return base
}
