package graph

import (
	"cmp"
	"slices"
	"sort"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// edge is one place where a file refers to something.
type edge struct {
	from, to     Node // to is none for a target outside the project
	module       Node // file an import's specifier leads to, or none
	line, column int32
	relation     Relation
	confidence   facts.Confidence
	typeOnly     bool
	dynamic      bool // an import while the program runs
	reExportsAll bool
	exportedAs   []name
	exact        bool // a call that no override can answer
	through      Node // what a call's member is called by way of, if that only inherits it, else none
	external     string
	member       string
	users        []Node // elements that use an import
}

// unresolved is a place that might have become an edge.
type unresolved struct {
	from     Node // none when it concerns others only
	relation Relation
	name     name
	module   name
	maybe    []Node // what it may lead to
}

// references is what a resolved file refers to. Edges are in order of place; the
// lists order them by node.
type references struct {
	depth      facts.Depth
	edges      []edge
	unresolved []unresolved
	heritage   map[Node][]Node // what an element extends, implements or has the type of

	from, to, modules, users []link // sorted by node, then edge
}

// link is an edge as it hangs on a node.
type link struct {
	node Node
	edge int32
}

// Resolve puts in what a file refers to, resolved to a depth. Edges that lead to declarations the
// graph does not have are dropped.
func (g *Graph) Resolve(r *facts.File, depth facts.Depth) {
	f := g.fileAt(r.Path)
	if f == nil {
		return
	}
	refs := &references{depth: depth, heritage: map[Node][]Node{}}
	g.addEdges(f, r, refs)
	for _, h := range r.Heritage {
		of, known := g.target(h.Of)
		if n, ok := g.declaration(f, h.Decl); ok && known && of != none && n != of && !slices.Contains(refs.heritage[n], of) {
			refs.heritage[n] = append(refs.heritage[n], of)
		}
	}
	for i := range r.Unresolved {
		if u, ok := g.unresolvedOf(f, &r.Unresolved[i]); ok {
			refs.unresolved = append(refs.unresolved, u)
		}
	}
	refs.sort()
	g.setReferences(f, refs)
}

// addEdges adds the calls, imports and references of a file.
func (g *Graph) addEdges(f *file, r *facts.File, into *references) {
	add := func(from int, to facts.Target, e edge, by []int) {
		var ok, known bool
		e.from, ok = g.declaration(f, from)
		if e.to, known = g.target(to); !ok || !known {
			return
		}
		e.external, e.member = g.names.text(to.External), g.names.text(to.Member)
		for _, u := range by {
			if n, ok := g.declaration(f, u); ok {
				e.users = append(e.users, n)
			}
		}
		into.edges = append(into.edges, e)
	}
	for _, c := range r.Calls {
		e := edge{
			relation: Call, module: none, through: none, line: int32(c.Line), column: int32(c.Column), exact: c.Exact,
			confidence: c.Confidence,
		}
		if c.Through != nil {
			if n, known := g.target(*c.Through); known {
				e.through = n
			}
		}
		add(c.From, c.To, e, nil)
	}
	for _, i := range r.Imports {
		e := edge{
			relation: Import, module: none, through: none, line: int32(i.Line), column: int32(i.Column),
			typeOnly: i.TypeOnly, dynamic: i.Dynamic, reExportsAll: i.ReExportsAll,
		}
		for _, name := range i.ExportedAs {
			e.exportedAs = append(e.exportedAs, g.names.intern(name))
		}
		if m := g.fileAt(i.Module); m != nil {
			e.module = m.node
		}
		add(facts.ModuleLevel, i.To, e, i.Users)
	}
	for _, ref := range r.References {
		e := edge{
			module: none, through: none, line: int32(ref.Line), column: int32(ref.Column), confidence: ref.Confidence,
		}
		e.relation, e.typeOnly = relationOf(ref.Kind)
		add(ref.From, ref.To, e, nil)
	}
}

// sort orders the edges by place and makes the lists.
func (r *references) sort() {
	slices.SortStableFunc(r.edges, func(a, b edge) int {
		return cmp.Or(int(a.line-b.line), int(a.column-b.column))
	})
	for i := range r.edges {
		e := &r.edges[i]
		r.from = append(r.from, link{e.from, int32(i)})
		if e.to != none {
			r.to = append(r.to, link{e.to, int32(i)})
		}
		if e.module != none {
			r.modules = append(r.modules, link{e.module, int32(i)})
		}
		for _, u := range e.users {
			r.users = append(r.users, link{u, int32(i)})
		}
	}
	for _, list := range [][]link{r.from, r.to, r.modules, r.users} {
		slices.SortFunc(list, func(a, b link) int { return cmp.Or(int(a.node-b.node), int(a.edge-b.edge)) })
	}
}

// at returns the part of a list that hangs on a node.
func at(list []link, n Node) []link {
	first := sort.Search(len(list), func(i int) bool { return list[i].node >= n })
	last := first
	for last < len(list) && list[last].node == n {
		last++
	}
	return list[first:last]
}

// leadTo reports references to one of the nodes.
func (r *references) leadTo(nodes map[Node]bool) bool {
	return r != nil && slices.ContainsFunc(r.edges, func(e edge) bool { return nodes[e.to] || e.module != none && nodes[e.module] })
}

func (g *Graph) unresolvedOf(f *file, r *facts.Unresolved) (unresolved, bool) {
	u := unresolved{from: none, name: g.names.intern(r.Name), module: g.names.intern(r.Module)}
	if r.Import {
		u.relation = Import
	}
	if !r.Inbound {
		from, ok := g.declaration(f, r.From)
		if !ok {
			return u, false
		}
		u.from = from
	}
	for _, t := range r.Maybe {
		if to, ok := g.target(t); ok && to != none {
			u.maybe = append(u.maybe, to)
		}
	}
	return u, true
}

// declaration returns the node of a declaration of a file, or of the file.
func (g *Graph) declaration(f *file, decl int) (Node, bool) {
	switch {
	case decl == facts.ModuleLevel:
		return f.node, true
	case decl < 0 || decl >= len(f.elements):
		return none, false
	default:
		return f.elements[decl], true
	}
}

// target returns what a target leads to: none for something outside.
func (g *Graph) target(t facts.Target) (Node, bool) {
	if t.External != "" {
		return none, true
	}
	f := g.fileAt(t.File)
	if f == nil {
		return none, false
	}
	return g.declaration(f, t.Decl)
}
