package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// A stray is a method that is declared outside its type: a Go method, which may even be in
// another file of the package, or a function that is assigned to a prototype. Its declaration
// has no parent. The name of its owner is the first part of its own name, and the owner is
// declared in the same folder.

// strayOwner returns the owner of a stray; ok is false if the declaration is not a stray.
func (n *node) strayOwner() (o owner, ok bool) {
	if n.parent != none || n.element.Type != facts.Method {
		return o, false
	}
	i := strings.LastIndexByte(n.element.Name, '.')
	if i < 0 {
		return o, false
	}
	return owner{path.Dir(n.element.File), n.element.Name[:i]}, true
}

func (g *Graph) addStrays(f *file) {
	for _, n := range f.elements {
		if o, ok := g.nodes[n].strayOwner(); ok {
			g.strays[o] = append(g.strays[o], n)
		}
	}
}

func (g *Graph) removeStrays(f *file) {
	for _, n := range f.elements {
		if o, ok := g.nodes[n].strayOwner(); ok {
			g.strays[o] = slices.DeleteFunc(g.strays[o], func(other Node) bool { return other == n })
			if len(g.strays[o]) == 0 {
				delete(g.strays, o)
			}
		}
	}
}

// straysOf returns the strays of a node, sorted by place.
func (g *Graph) straysOf(n Node) []Node {
	e := &g.nodes[n].element
	if e.Type == facts.Method || e.Type == facts.Function || g.isFile(n) {
		return nil
	}
	strays := slices.Clone(g.strays[owner{path.Dir(e.File), e.Name}])
	g.byPlace(strays)
	return strays
}

// ownerOf returns the type that a stray is a method of, or none.
func (g *Graph) ownerOf(n Node) Node {
	o, ok := g.nodes[n].strayOwner()
	if !ok {
		return none
	}
	id, ok := g.names.ids[lastPart(o.name)]
	if !ok {
		return none
	}
	for _, c := range g.byName[id] {
		e := &g.nodes[c].element
		if e.Name == o.name && path.Dir(e.File) == o.folder && slices.Contains(g.straysOf(c), n) {
			return c
		}
	}
	return none
}
