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
	exact        bool // a call that no override can receive
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

// references are the edges and unresolved places of a resolved file. Edges are in order of place; the
// lists order them by node.
type references struct {
	depth      facts.Depth
	edges      []edge
	unresolved []unresolved
	heritage   map[Node][]Node // what an element extends, implements or has the type of

	from, to, modules, users []link // sorted by node, then edge
}

// link connects an edge to one of its nodes.
type link struct {
	node Node
	edge int32
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

// at returns the links of a node.
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

// each visits all nodes that references hold.
func (r *references) each(visit func(Node)) {
	for i := range r.edges {
		e := &r.edges[i]
		for _, n := range []Node{e.from, e.to, e.module, e.through} {
			visit(n)
		}
		for _, n := range e.users {
			visit(n)
		}
	}
	for n, bases := range r.heritage {
		visit(n)
		for _, base := range bases {
			visit(base)
		}
	}
	for i := range r.unresolved {
		visit(r.unresolved[i].from)
		for _, n := range r.unresolved[i].maybe {
			visit(n)
		}
	}
}
