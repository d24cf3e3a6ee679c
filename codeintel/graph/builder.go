package graph

import "github.com/coderef-system/coderefd/codeintel/facts"

// Ref names a node while the graph is being built: an element of a file by its
// index in the order it was added, or the file itself.
type Ref struct {
	File    string
	Element int // WholeFile for the file
}

// WholeFile is the Element of a [Ref] that means the file itself.
const WholeFile = -1

// Edge is one edge to add. To is ignored when External is set.
type Edge struct {
	Relation     Relation
	From, To     Ref
	External     string
	Member       string
	Line, Column int
	// The rest is of imports only.
	Module       string // file the specifier leads to
	TypeOnly     bool
	ReExportsAll bool
	Users        []int // elements of From's file that use the import
}

// Builder collects a graph. Add all files before the first edge.
type Builder struct {
	graph *Graph
	first map[string]Node // first element of a file
}

// NewBuilder returns a builder for a graph of these files.
func NewBuilder(files []string) *Builder {
	g := &Graph{files: files, fileNode: make(map[string]Node, len(files)), byID: map[string]Node{}, bases: map[Node][]Node{}}
	g.children, g.lines = make([][]Node, len(files)), make([]int, len(files))
	for i, f := range files {
		g.fileNode[f] = Node(i)
	}
	return &Builder{graph: g, first: make(map[string]Node, len(files))}
}

// Add adds the elements of a file that has so many lines; parents holds the
// index of the element each is a member of, or -1. A file of no lines is one
// that was not analysed.
func (b *Builder) Add(file string, lines int, elements []facts.Element, parents []int) {
	g := b.graph
	g.lines[g.fileNode[file]] = lines
	first := Node(len(g.files) + len(g.elements))
	b.first[file] = first
	fileNode := g.fileNode[file]
	for i, e := range elements {
		n := first + Node(i)
		parent := none
		g.children = append(g.children, nil)
		if parents[i] >= 0 {
			parent = first + Node(parents[i])
		}
		g.elements = append(g.elements, e)
		g.parents = append(g.parents, parent)
		g.byID[e.ID] = n
		g.children[fileNode] = append(g.children[fileNode], n)
	}
	for i := range elements {
		if parents[i] >= 0 {
			p := first + Node(parents[i])
			g.children[p] = append(g.children[p], first+Node(i))
		}
	}
}

// AddEdge adds an edge. Edges that refer to unknown files are dropped.
func (b *Builder) AddEdge(e Edge) {
	from, ok := b.node(e.From)
	if !ok {
		return
	}
	to := none
	if e.External == "" {
		if to, ok = b.node(e.To); !ok {
			return
		}
	}
	module := none
	if m, ok := b.graph.fileNode[e.Module]; ok && e.Module != "" {
		module = m
	}
	var users []Node
	for _, u := range e.Users {
		if n, ok := b.node(Ref{e.From.File, u}); ok {
			users = append(users, n)
		}
	}
	b.graph.edges = append(b.graph.edges, edge{
		relation: e.Relation, from: from, to: to, module: module, file: b.graph.fileNode[e.From.File],
		line: int32(e.Line), column: int32(e.Column), external: e.External, member: e.Member,
		typeOnly: e.TypeOnly, reExportsAll: e.ReExportsAll, users: users,
	})
}

// AddHeritage says that an element extends, implements or has the type of another.
func (b *Builder) AddHeritage(from, of Ref) {
	n, ok := b.node(from)
	base, known := b.node(of)
	if ok && known && n != base {
		b.graph.bases[n] = append(b.graph.bases[n], base)
	}
}

// AddUnresolved adds a place that could not be resolved. The name "*" stands
// for any name; module is the last part of an import's specifier; maybe is what
// the place may lead to, as far as that can be told.
func (b *Builder) AddUnresolved(from Ref, relation Relation, name, module string, maybe []Ref) {
	n, ok := b.node(from)
	if !ok {
		return
	}
	u := unresolved{from: n, relation: relation, name: name, module: module}
	for _, r := range maybe {
		if to, ok := b.node(r); ok {
			u.maybe = append(u.maybe, to)
		}
	}
	b.graph.unresolved = append(b.graph.unresolved, u)
}

// AddBehind adds a call of something that stands for others: of those it is an
// unresolved call, of its caller it is none.
func (b *Builder) AddBehind(maybe []Ref) {
	u := unresolved{from: none, relation: Call}
	for _, r := range maybe {
		if to, ok := b.node(r); ok {
			u.maybe = append(u.maybe, to)
		}
	}
	b.graph.unresolved = append(b.graph.unresolved, u)
}

// Warn adds a warning.
func (b *Builder) Warn(text string) { b.graph.warnings = append(b.graph.warnings, text) }

func (b *Builder) node(r Ref) (Node, bool) {
	if r.Element == WholeFile {
		n, ok := b.graph.fileNode[r.File]
		return n, ok
	}
	first, ok := b.first[r.File]
	return first + Node(r.Element), ok
}

// Build finishes the graph. The builder is of no further use.
func (b *Builder) Build() *Graph {
	g := b.graph
	g.sortEdges()
	return g
}
