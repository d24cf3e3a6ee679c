package graph

import (
	"cmp"
	"slices"
	"sort"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// edge is one reference that is written in a file.
type edge struct {
	from, to     Node // to is none for a target outside the project
	module       Node // file an import's specifier leads to, or none
	line, column int32
	relation     Relation
	confidence   facts.Confidence
	typeOnly     bool
	dynamic      bool // an import at run time
	reExportsAll bool // export *
	exportedAs   []name
	exact        bool // a call that no override can receive
	through      Node // static type of a call's receiver, if that type only inherits the member, else none
	external     string
	member       string
	users        []Node // elements that use an import
}

// unresolved is a call or import whose target is unknown.
type unresolved struct {
	from         Node // none if it affects inbound queries only
	inside       Node // that contains the place
	relation     Relation
	reason       facts.Reason
	line, column int32
	name         name
	module       name
	maybe        []Node // possible targets
}

// references are the edges and unresolved places of a resolved file. Edges are sorted by
// place; the lists of links sort them by node.
type references struct {
	depth      facts.Depth
	edges      []edge
	unresolved []unresolved
	heritage   map[Node][]Node // the elements that an element extends, implements or has as its type

	from, to, modules, users []link // sorted by node, then edge
}

// link connects an edge to one of its nodes.
type link struct {
	node Node
	edge int32
}

// sort sorts the edges by place and builds the lists of links.
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

// leadTo reports whether a reference leads to one of the nodes. r may be nil.
func (r *references) leadTo(nodes map[Node]bool) bool {
	return r != nil && slices.ContainsFunc(r.edges, func(e edge) bool {
		return nodes[e.to] || e.module != none && nodes[e.module]
	})
}

// each visits all nodes that occur in the references.
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
		visit(r.unresolved[i].inside)
		for _, n := range r.unresolved[i].maybe {
			visit(n)
		}
	}
}
