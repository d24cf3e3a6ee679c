package graph

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// The methods below read the graph as it is. Declarations are always present. Edges are
// present only for resolved files: resolve the files first, and all files for edges that
// come from more than one file.

// Edge is one place where something refers to something else.
type Edge struct {
	File         Node // in which it is written
	From         Node // an element, or the file for code outside any
	To           Node // [None] for something outside the project
	External     string
	Member       string // the member of To that is meant, if it is not an element itself
	Module       Node   // of an import: the file that the specifier leads to, or [None]
	Users        []Node // of an import: the elements that use it. Not to be changed
	Relation     Relation
	Confidence   facts.Confidence
	Line, Column int
	TypeOnly     bool
	Dynamic      bool // an import while the program runs
	ReExports    bool // an import that hands on what it imports
	Possible     bool // a call that may reach To, which overrides or implements what it leads to
}

// None stands for a node outside the project.
const None = none

// Files returns all files, by path.
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

// FileOf returns the file a node lies in; of a file, itself.
func (g *Graph) FileOf(n Node) Node { return g.nodes[n].file.node }

// IsFile reports a node that stands for a whole file.
func (g *Graph) IsFile(n Node) bool { return g.isFile(n) }

// Elements returns what a file declares, members included, in the order of the
// declarations. It is not to be changed.
func (g *Graph) Elements(file Node) []Node { return g.nodes[file].file.elements }

// Parent returns what an element is a member of or nested in; [None] for a
// top-level declaration and for a file. The parent may be in another file, as with methods
// in Go.
func (g *Graph) Parent(n Node) Node {
	if p := g.nodes[n].parent; p != none {
		return p
	}
	return g.ownerOf(n)
}

// Children returns the members of an element, those in other files behind the
// others, and what is nested in it.
func (g *Graph) Children(n Node) []Node {
	return append(slices.Clip(g.nodes[n].children), g.straysOf(n)...)
}

// Modules returns the files that the specifiers of a file's imports lead to, by
// path, without the file itself. Nothing needs to be resolved for that.
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

// Edges returns the edges that are written in a file, by place: calls and imports,
// and where it is resolved to [facts.AllReferences] the others too; none of a file
// that is not resolved. Imports are edges of the file; the elements that use them are
// in Users.
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

// EdgesAndPossible returns the edges of a file, and behind each call those to
// whatever overrides or implements what it leads to. All files must be resolved.
func (g *Graph) EdgesAndPossible(file Node) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		a := g.asking(facts.CallsAndImports)
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

// FanIn returns how many elements, and files for code outside any, call nodes or
// what belongs to them from outside of them, possibly included. While missing is not
// empty, it is not complete: resolve these files and ask again.
func (g *Graph) FanIn(nodes ...Node) (callers int, missing []string) {
	a := g.asking(facts.CallsAndImports)
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

// FanOut returns how many elements and names outside the project nodes, or what
// belongs to them, call outside of them, possibly included. missing is as with
// [Graph.FanIn].
func (g *Graph) FanOut(nodes ...Node) (callees int, missing []string) {
	a := g.asking(facts.CallsAndImports)
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

// inside returns nodes with all that belongs to them.
func (g *Graph) inside(nodes []Node) map[Node]bool {
	inside := map[Node]bool{}
	for _, n := range nodes {
		for _, m := range g.subjects(n) {
			inside[m] = true
		}
	}
	return inside
}
