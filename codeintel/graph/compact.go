package graph

import (
	"maps"
	"slices"
)

// minNames is the number of names below which a graph is not compacted.
const minNames = 1 << 16

// compactIfBloated compacts the graph when the number of names has doubled since the last
// compaction. Compaction renumbers the names: the caller must not hold any.
func (g *Graph) compactIfBloated() {
	if g.compactAt == 0 {
		g.compactAt = minNames
	}
	if len(g.names.texts) >= g.compactAt {
		g.compact()
		g.compactAt = max(minNames, 2*len(g.names.texts))
	}
}

// compact drops the names and elements that are not referred to any more.
func (g *Graph) compact() {
	g.dropNodes()
	r := renaming{old: g.names, now: newNames(), to: map[name]name{}}
	g.byName = renameKeys(&r, g.byName, func(list []Node) bool { return len(list) > 0 })
	g.mentions = renameKeys(&r, g.mentions, func(list []mention) bool { return len(list) > 0 })
	g.modules = renameKeys(&r, g.modules, func(list []*file) bool { return len(list) > 0 })
	g.aliases = renameKeys(&r, g.aliases, func(to map[name]int) bool { return len(to) > 0 })
	for of, to := range g.aliases {
		g.aliases[of] = renameKeys(&r, to, func(int) bool { return true })
	}
	for i := range g.nodes {
		r.list(g.nodes[i].members)
		r.list(g.nodes[i].exports)
	}
	for _, f := range g.sorted() {
		r.file(f)
	}
	g.names, g.memo = r.now, memo{}
}

// dropNodes frees the nodes of removed files and elements without references.
func (g *Graph) dropNodes() {
	referred := map[Node]bool{}
	for _, f := range g.sorted() {
		if f.references != nil {
			f.references.each(func(n Node) { referred[n] = true })
		}
	}
	drop := func(_ string, n Node) bool {
		if g.alive(n) || referred[n] {
			return false
		}
		g.nodes[n] = node{parent: none}
		g.free = append(g.free, n)
		return true
	}
	maps.DeleteFunc(g.byID, drop)
	maps.DeleteFunc(g.byPath, drop)
}

// renaming copies names from one table to another.
type renaming struct {
	old, now names
	to       map[name]name
}

func (r *renaming) name(n name) name {
	now, ok := r.to[n]
	if !ok {
		now = r.now.intern(r.old.texts[n])
		r.to[n] = now
	}
	return now
}

func (r *renaming) list(list []name) {
	for i, n := range list {
		list[i] = r.name(n)
	}
}

// file renames the mentions and references of a file.
func (r *renaming) file(f *file) {
	for i := range f.mentions {
		f.mentions[i].name = r.name(f.mentions[i].name)
	}
	slices.SortFunc(f.mentions, func(a, b use) int { return int(a.name) - int(b.name) })
	for i := range f.aliases {
		f.aliases[i] = alias{of: r.name(f.aliases[i].of), name: r.name(f.aliases[i].name)}
	}
	r.list(f.modules)
	if f.references == nil {
		return
	}
	for i := range f.references.edges {
		r.list(f.references.edges[i].exportedAs)
	}
	for i := range f.references.unresolved {
		u := &f.references.unresolved[i]
		u.name, u.module = r.name(u.name), r.name(u.module)
	}
}

// renameKeys renames the keys of the entries that keep selects, and drops the others.
func renameKeys[V any](r *renaming, m map[name]V, keep func(V) bool) map[name]V {
	out := make(map[name]V, len(m))
	for n, v := range m {
		if keep(v) {
			out[r.name(n)] = v
		}
	}
	return out
}
