package graph

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Node is a file or element of a graph.
type Node int32

// none stands for a node outside the project.
const none Node = -1

// Relation is a kind of edge.
type Relation uint8

// The relations.
const (
	Call Relation = iota
	Import
)

// String returns the word results use.
func (r Relation) String() string {
	if r == Import {
		return "import"
	}
	return "call"
}

// edge is one call site or one import.
type edge struct {
	from, to     Node // to is none for a target outside the project
	module       Node // file an import's specifier leads to, or none
	file         Node
	line, column int32
	relation     Relation
	typeOnly     bool
	reExportsAll bool
	external     string
	member       string
	users        []Node // elements that use an import
}

// unresolved is a place that might have become an edge.
type unresolved struct {
	from     Node
	relation Relation
	name     string
	module   string
	maybe    []Node // what it may lead to
}

// Graph is a finished graph.
type Graph struct {
	files    []string // by node
	lines    []int    // by file
	elements []facts.Element
	parents  []Node   // by element
	children [][]Node // members, by node; of a file, all its elements
	fileNode map[string]Node
	byID     map[string]Node

	edges      []edge
	out, in    [][]int32 // edge indexes by node, in order of place
	users      [][]int32 // imports that an element uses, by node
	modules    [][]int32 // imports whose specifier leads to a file, by node
	unresolved []unresolved
	warnings   []string
	bases      map[Node][]Node // what an element extends, implements or has the type of
}

// Element returns what a node is; for a file, the pseudo element of it.
func (g *Graph) Element(n Node) facts.Element {
	if g.isFile(n) {
		file := g.files[n]
		return facts.Element{ID: coderef2.FormatFile(file), Type: facts.FileType, Name: file, File: file, Line: 1, EndLine: g.lines[n]}
	}
	return g.elements[int(n)-len(g.files)]
}

// FileCount returns how many files were analysed.
func (g *Graph) FileCount() int {
	n := 0
	for _, lines := range g.lines {
		if lines > 0 {
			n++
		}
	}
	return n
}

// Warnings tell what was wrong with the project's files: answers may lack what
// could not be read.
func (g *Graph) Warnings() []string { return g.warnings }

func (g *Graph) isFile(n Node) bool { return int(n) < len(g.files) }

// fileOf returns the file a node lies in.
func (g *Graph) fileOf(n Node) Node {
	if g.isFile(n) {
		return n
	}
	return g.fileNode[g.Element(n).File]
}

// sortEdges orders edges by place and links them to their nodes.
func (g *Graph) sortEdges() {
	slices.SortStableFunc(g.edges, func(a, b edge) int {
		if a.file != b.file {
			return strings.Compare(g.files[a.file], g.files[b.file])
		}
		if a.line != b.line {
			return int(a.line - b.line)
		}
		return int(a.column - b.column)
	})
	nodes := len(g.files) + len(g.elements)
	g.out, g.in = make([][]int32, nodes), make([][]int32, nodes)
	g.users, g.modules = make([][]int32, nodes), make([][]int32, len(g.files))
	for i, e := range g.edges {
		i := int32(i)
		g.out[e.from] = append(g.out[e.from], i)
		if e.to != none {
			g.in[e.to] = append(g.in[e.to], i)
		}
		if e.module != none {
			g.modules[e.module] = append(g.modules[e.module], i)
		}
		for _, u := range e.users {
			g.users[u] = append(g.users[u], i)
		}
	}
}
