package graph

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// The methods in this file read the current graph and do not report missing files unless
// stated. Declarations are always present. Edges are present only for resolved files: resolve
// the files first, and all files for edges that come from more than one file.

// Edge is one place where something refers to something else.
type Edge struct {
	File         Node   // that contains the place
	From         Node   // an element, or the file for code outside all elements
	To           Node   // [None] for a target outside the project
	External     string // name of a target outside the project
	Member       string // the referenced member of To, if that member is not an element
	Module       Node   // of an import: the file that the specifier leads to, or [None]
	Users        []Node // of an import: the elements that use it; must not be modified
	Relation     Relation
	Confidence   facts.Confidence
	Line, Column int
	TypeOnly     bool
	Dynamic      bool // an import at run time
	ReExports    bool // an import that is also an export
	Possible     bool // a call that may reach To, which overrides or implements the called member
}

// None represents a node outside the project.
const None = none

// Files returns all files, sorted by path.
func (g *Graph) Files() []Node {
	files := g.sorted()
	nodes := make([]Node, len(files))
	for i, f := range files {
		nodes[i] = f.node
	}
	return nodes
}

// FileAt returns the file of a path relative to the root.
func (g *Graph) FileAt(path string) (Node, bool) {
	if f := g.fileAt(path); f != nil {
		return f.node, true
	}
	return none, false
}

// ElementOf returns the element or file of an id.
func (g *Graph) ElementOf(id string) (Node, bool) {
	if n, ok := g.byID[id]; ok && g.alive(n) {
		return n, true
	}
	ref, err := coderef2.Parse(id)
	if err != nil || ref.Element != "" {
		return none, false
	}
	return g.FileAt(ref.Path)
}

// FileOf returns the file that declares a node; for a file, the file itself.
func (g *Graph) FileOf(n Node) Node { return g.nodes[n].file.node }

// IsFile reports whether a node is a file.
func (g *Graph) IsFile(n Node) bool { return g.isFile(n) }

// Elements returns the elements of a file, members included, in the order of their
// declarations. The caller must not modify the slice.
func (g *Graph) Elements(file Node) []Node { return g.nodes[file].file.elements }

// Parent returns the element that an element is a member of or nested in; [None] for a
// top-level declaration and for a file. The parent may be in another file, as with methods
// in Go.
func (g *Graph) Parent(n Node) Node {
	if p := g.nodes[n].parent; p != none {
		return p
	}
	return g.ownerOf(n)
}

// Children returns the members of an element and the elements nested in it. Members that are
// declared outside the element come last.
func (g *Graph) Children(n Node) []Node {
	return append(slices.Clip(g.nodes[n].children), g.straysOf(n)...)
}

// Modules returns the files that the specifiers of a file's imports lead to, without the file
// itself, sorted by path. The file need not be resolved.
func (g *Graph) Modules(file Node) []Node {
	found := map[Node]bool{}
	for _, m := range g.nodes[file].file.modules {
		text := g.names.texts[m]
		if f := g.fileAt(text); f != nil {
			found[f.node] = true
		}
		folder, ok := strings.CutSuffix(text, "/")
		if !ok {
			continue
		}
		for _, f := range g.sorted() {
			if path.Dir(f.path) == folder {
				found[f.node] = true
			}
		}
	}
	delete(found, file)
	nodes := make([]Node, 0, len(found))
	for n := range found {
		nodes = append(nodes, n)
	}
	slices.SortFunc(nodes, func(a, b Node) int { return g.nodes[a].file.rank - g.nodes[b].file.rank })
	return nodes
}

// Edges returns the edges that are written in a file, sorted by place. They are calls and
// imports and, if the file is resolved to [facts.AllReferences], the other relations. An
// unresolved file has no edges. From of an import is the file; Users contains the elements
// that use it.
func (g *Graph) Edges(file Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		f := g.nodes[file].file
		if f.references == nil {
			return
		}
		for i := range f.references.edges {
			if !yield(f.edge(&f.references.edges[i])) {
				return
			}
		}
	}
}

func (f *file) edge(e *edge) Edge {
	return Edge{
		File: f.node, From: e.from, To: e.to, External: e.external, Member: e.member, Module: e.module, Users: e.users,
		Relation: e.relation, Confidence: e.confidence, Line: int(e.line), Column: int(e.column),
		TypeOnly: e.typeOnly, Dynamic: e.dynamic, ReExports: e.reExportsAll || len(e.exportedAs) > 0,
	}
}

// EdgesAndPossible returns the edges of a file. After each call it returns the edges to the
// members that override or implement the called one. All files must be resolved.
func (g *Graph) EdgesAndPossible(file Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		a := g.newAttempt(facts.CallsAndImports)
		f := g.nodes[file].file
		for i := range a.look(f).edges {
			e := &f.references.edges[i]
			if !yield(f.edge(e)) {
				return
			}
			for _, to := range a.possible(e) {
				possible := f.edge(e)
				possible.To, possible.Member, possible.Possible = to, "", true
				if !yield(possible) {
					return
				}
			}
		}
	}
}

// FanIn returns the number of distinct callers of nodes or of elements inside them. Callers
// inside the nodes do not count; possible calls do. A caller is an element, or a file for code
// outside all elements. If missing is not empty, the count is incomplete: resolve these files
// to [facts.CallsAndImports] and call FanIn again.
func (g *Graph) FanIn(nodes ...Node) (callers int, missing []string) {
	a := g.newAttempt(facts.CallsAndImports)
	inside := g.inside(nodes)
	found := map[Node]bool{}
	for m := range inside {
		for _, s := range a.callsTo(m) {
			if !inside[s.from] {
				found[s.from] = true
			}
		}
	}
	return len(found), a.missingPaths()
}

// FanOut returns the number of distinct callees of nodes or of elements inside them. Callees
// inside the nodes do not count; possible calls do. A callee is an element or a name outside
// the project. missing is as with [Graph.FanIn].
func (g *Graph) FanOut(nodes ...Node) (callees int, missing []string) {
	a := g.newAttempt(facts.CallsAndImports)
	inside := g.inside(nodes)
	type callee struct {
		node     Node
		external string
	}
	found := map[callee]bool{}
	for m := range inside {
		for _, s := range a.callsFrom(m) {
			if !inside[s.to] {
				found[callee{s.to, s.edge.external}] = true
			}
		}
	}
	return len(found), a.missingPaths()
}

// inside returns nodes and all elements inside them.
func (g *Graph) inside(nodes []Node) map[Node]bool {
	inside := map[Node]bool{}
	for _, n := range nodes {
		for _, m := range g.subjects(n) {
			inside[m] = true
		}
	}
	return inside
}
