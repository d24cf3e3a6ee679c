package graph

import (
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// implementers returns the files that may declare an element which implements an interface
// without naming it, sorted by path. Such an element is a type that has a method with the name
// of an interface method, declared anywhere in the package, or a type that inherits from one.
func (g *Graph) implementers(n Node) []*file {
	if g.nodes[n].element.Type != facts.Interface || len(g.implicit) == 0 {
		return nil
	}
	if g.exhaustive {
		return g.sorted()
	}
	found := map[*file]bool{}
	for _, id := range g.memberNames(n) {
		var types []name
		for _, method := range g.byName[id] {
			if !g.implementing(g.nodes[method].file, id) {
				continue
			}
			owner := g.Parent(method)
			if owner == none {
				continue
			}
			found[g.nodes[owner].file] = true
			types = append(types, g.names.intern(g.lastName(owner)))
		}
		maps.Copy(found, g.inheriting(g.knownAs(types...)))
	}
	files := slices.Collect(maps.Keys(found))
	g.order(files)
	return files
}

// memberNames returns the names of an interface's members, including members that it may
// inherit from other interfaces.
func (g *Graph) memberNames(n Node) []name {
	seen := map[Node]bool{n: true}
	var out []name
	for queue := []Node{n}; len(queue) > 0; queue = queue[1:] {
		for _, member := range g.nodes[queue[0]].children {
			out = append(out, g.names.intern(g.lastName(member)))
		}
		for _, u := range g.nodes[queue[0]].file.mentions {
			if u.role&facts.Inherited == 0 {
				continue
			}
			for _, base := range g.byName[u.name] {
				if !seen[base] && g.nodes[base].element.Type == facts.Interface {
					seen[base] = true
					queue = append(queue, base)
				}
			}
		}
	}
	return out
}

// implementing reports whether a file mentions a name as that of a method which may implement
// an interface method.
func (g *Graph) implementing(f *file, id name) bool {
	if !g.implicit[f] {
		return false
	}
	i, ok := slices.BinarySearchFunc(f.mentions, id, func(u use, id name) int { return int(u.name) - int(id) })
	return ok && f.mentions[i].role&facts.Implementing != 0
}
