package graph

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Declare replaces the declarations and mentions of a file. The file is unresolved
// afterwards, unless its content is unknown.
func (g *Graph) Declare(d *facts.Declared) {
	g.compactIfBloated()
	f := g.addFile(d.Path)
	g.Forget(d.Path)
	g.removeStrays(f)
	old := f.elements
	f.elements = make([]Node, len(d.Decls))
	for i := range d.Decls {
		f.elements[i] = g.elementNode(d.Decls[i].ID)
	}
	g.vanish(old, f.elements)
	for i, n := range f.elements {
		g.place(f, i, n, d)
	}
	for i, n := range f.elements {
		if p := g.nodes[n].parent; p != none {
			g.nodes[p].children = append(g.nodes[p].children, f.elements[i])
		}
	}
	g.addStrays(f)
	g.setLines(f, d.Lines)
	f.warning = g.names.text(d.Warning)
	g.mention(f, d.Mentions)
	g.memo = memo{}
	if d.Lines == 0 {
		failed := facts.Failed(d.Path)
		g.Resolve(&failed, facts.AllReferences)
	}
}

// elementNode returns the node of an id.
func (g *Graph) elementNode(id string) Node {
	n, ok := g.byID[id]
	if !ok {
		n = g.addNode()
		id = g.names.text(id)
		g.byID[id] = n
		g.nodes[n].element.ID = id
	}
	return n
}

// place records that node n represents the declaration at index i of file f.
func (g *Graph) place(f *file, i int, n Node, d *facts.Declared) {
	at, decl := &g.nodes[n], &d.Decls[i]
	if at.file == nil {
		last := g.names.intern(lastPart(decl.Name))
		g.byName[last] = append(g.byName[last], n)
	}
	at.element = facts.Element{
		ID: at.element.ID, Type: g.names.text(decl.Type), Name: g.names.text(decl.Name), File: f.path,
		Line: decl.Line, EndLine: decl.EndLine, Exported: decl.Exported,
	}
	at.file, at.index, at.parent, at.children, at.members, at.exports = f, i, none, nil, nil, nil
	if decl.Parent >= 0 {
		at.parent = f.elements[decl.Parent]
	}
	for _, exported := range decl.ExportedAs {
		at.exports = append(at.exports, g.names.intern(exported))
	}
	for _, m := range d.Members[i] {
		at.members = append(at.members, g.names.intern(m))
	}
}

// vanish removes the elements that are in the list before but not in the list after. Files that
// refer to them become unresolved. The language should have reported these files as stale;
// vanish guarantees that no edge leads to a missing element.
func (g *Graph) vanish(before, after []Node) {
	remains := make(map[Node]bool, len(after))
	for _, n := range after {
		remains[n] = true
	}
	removed := map[Node]bool{}
	for _, n := range before {
		if remains[n] {
			continue
		}
		last := g.names.intern(lastPart(g.nodes[n].element.Name))
		g.byName[last] = slices.DeleteFunc(g.byName[last], func(other Node) bool { return other == n })
		g.nodes[n].file = nil
		removed[n] = true
	}
	if len(removed) == 0 {
		return
	}
	for _, f := range g.sorted() {
		if f.references.leadTo(removed) {
			g.setReferences(f, nil)
		}
	}
	g.memo.overriding = nil
}

func (g *Graph) setLines(f *file, lines int) {
	if f.lines > 0 {
		g.known--
	}
	if lines > 0 {
		g.known++
	}
	f.lines = lines
	g.nodes[f.node].element.EndLine = lines
	set(g.unknown, f, lines == 0)
}

// Remove removes a file and its elements. It has no effect if there is no such file.
func (g *Graph) Remove(path string) {
	f := g.fileAt(path)
	if f == nil {
		return
	}
	g.setReferences(f, nil)
	g.removeStrays(f)
	g.vanish(append(slices.Clip(f.elements), f.node), nil)
	g.mention(f, facts.Mentions{})
	g.setLines(f, 0)
	delete(g.unknown, f)
	g.files = nil
	g.memo = memo{}
}

// Forget makes a file unresolved. It has no effect on a file whose content is unknown.
func (g *Graph) Forget(path string) {
	if f := g.fileAt(path); f != nil && !g.unknown[f] {
		g.setReferences(f, nil)
		g.memo.overriding = nil
	}
}

// Resolved reports whether a file is resolved to at least a depth.
func (g *Graph) Resolved(path string, depth facts.Depth) bool {
	f := g.fileAt(path)
	return f != nil && f.resolved(depth)
}

// Unresolved returns the files that are not resolved to a depth, sorted by path.
func (g *Graph) Unresolved(depth facts.Depth) []string {
	var paths []string
	for _, f := range g.sorted() {
		if !f.resolved(depth) {
			paths = append(paths, f.path)
		}
	}
	return paths
}

// Lines returns the number of lines of a file: 0 if its content is unknown, -1 if there is no
// such file.
func (g *Graph) Lines(path string) int {
	if f := g.fileAt(path); f != nil {
		return f.lines
	}
	return -1
}
