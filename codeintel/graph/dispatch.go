package graph

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// A call through a base class or an interface has an edge to the member that is declared
// there. Calls of the members that override or implement it are reported as possible, because
// the callee is known only at run time.

// overridden returns the members that a member overrides or implements, directly or
// indirectly.
func (a *attempt) overridden(n Node) []member {
	if !a.mayOverride(n) {
		return nil
	}
	var found []member
	add := func(m member) {
		if m.node != n && !slices.Contains(found, m) {
			found = append(found, m)
		}
	}
	a.ancestors(n, func(base Node) {
		if a.mayOverride(base) {
			add(member{node: base})
		}
	})
	if a.nodes[n].parent == none {
		return found
	}
	name := a.lastName(n)
	a.ancestors(a.nodes[n].parent, func(base Node) {
		add(member{base, name})
		for _, child := range a.nodes[base].children {
			if a.lastName(child) == name && a.mayOverride(child) {
				add(member{node: child})
			}
		}
	})
	return found
}

// ancestors visits the elements that an element extends, implements or has as its type,
// nearest first.
func (a *attempt) ancestors(n Node, visit func(Node)) {
	line := []Node{n}
	for i := 0; i < len(line); i++ {
		f := a.nodes[line[i]].file
		if f == nil || !f.inherits && !a.exhaustive {
			continue
		}
		for _, base := range a.look(f).heritage[line[i]] {
			if a.alive(base) && !slices.Contains(line, base) {
				line = append(line, base)
				visit(base)
			}
		}
	}
}

// inherits reports whether n, or the parent of n, inherits from the element `from`, directly or
// indirectly. It is always true if `from` is none.
func (a *attempt) inherits(n, from Node) bool {
	if from == none {
		return true
	}
	found := false
	for _, start := range []Node{n, a.nodes[n].parent} {
		if start != none {
			a.ancestors(start, func(base Node) { found = found || base == from })
		}
	}
	return found
}

// mayOverride reports whether a node is a member that can override another. Elements with a
// parent that are not members are nested in a function body or a namespace.
func (g *Graph) mayOverride(n Node) bool {
	at := &g.nodes[n]
	return at.file != nil && isMember(at.element.Type) && !g.isConstructor(n)
}

func isMember(elementType string) bool {
	return elementType == facts.Method || elementType == facts.Property
}

// overriding returns the elements that override or implement a member, sorted by place. The
// caller must not modify the list, which may be cached.
func (a *attempt) overriding(m member) []Node {
	if found, ok := a.memo.overriding[m]; ok && !a.exhaustive {
		return found
	}
	found := a.findOverriding(m)
	if len(a.missing) == 0 {
		if a.memo.overriding == nil {
			a.memo.overriding = map[member][]Node{}
		}
		a.memo.overriding[m] = found
	}
	return found
}

func (a *attempt) findOverriding(m member) []Node {
	name, owner := m.name, m.node
	if name == "" {
		if !a.mayOverride(m.node) {
			return nil
		}
		name = a.lastName(m.node)
		if p := a.nodes[m.node].parent; p != none {
			owner = p
		}
	}
	id, ok := a.names.ids[name]
	if !ok {
		return nil
	}
	var possible []Node
	for _, n := range a.byName[id] {
		if n != m.node && a.mayOverride(n) {
			possible = append(possible, n)
		}
	}
	if len(possible) == 0 {
		return nil
	}
	if !a.exhaustive && !a.complete(a.depth) { // avoids resolving files that cannot matter
		heirs := a.heirs(owner, name)
		possible = slices.DeleteFunc(possible, func(n Node) bool { return !heirs[a.nodes[n].file] })
	}
	possible = slices.DeleteFunc(possible, func(n Node) bool { return !slices.Contains(a.overridden(n), m) })
	a.byPlace(possible)
	return possible
}

// heirs returns the files that may declare an element which inherits from the owner or
// implements the named member. It compares names only.
func (g *Graph) heirs(owner Node, member string) map[*file]bool {
	key := heirsOf{g.names.intern(g.lastName(owner)), g.names.intern(member)}
	if known, ok := g.memo.heirs[key]; ok {
		return known
	}
	heirs := g.inheriting([]name{key.owner, key.member})
	if g.memo.heirs == nil {
		g.memo.heirs = map[heirsOf]map[*file]bool{}
	}
	g.memo.heirs[key] = heirs
	return heirs
}

// inheriting returns the files that mention one of the names as inherited and, transitively,
// the files that inherit from an element which those files declare.
func (g *Graph) inheriting(start []name) map[*file]bool {
	heirs := map[*file]bool{}
	seen := map[name]bool{}
	var names []name
	add := func(n name) {
		if !seen[n] {
			seen[n] = true
			names = append(names, n)
		}
	}
	for _, n := range start {
		add(n)
	}
	for i := 0; i < len(names); i++ {
		for other := range g.aliases[names[i]] {
			add(other)
		}
		for _, m := range g.mentions[names[i]] {
			if m.role&facts.Inherited == 0 || heirs[m.file] {
				continue
			}
			heirs[m.file] = true
			for _, n := range m.file.elements {
				if g.mayBeInherited(n) {
					add(g.names.intern(g.lastName(n)))
				}
			}
		}
	}
	return heirs
}

// mayBeInherited reports whether other elements can inherit from an element.
func (g *Graph) mayBeInherited(n Node) bool {
	switch g.nodes[n].element.Type {
	case facts.Function, facts.Method, facts.Property, facts.Enum, facts.Namespace:
		return false
	}
	return true
}
