package graph

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Node is a file or element of a graph. An element that goes and comes back
// under the same id is the same node.
type Node int32

// none stands for a node outside the project.
const none Node = -1

// Graph contains the files of a project with their declarations and references.
type Graph struct {
	nodes  []node
	byID   map[string]Node // elements, those that are gone too
	byPath map[string]Node // files, those that are gone too
	files  []*file         // sorted by path; nil when it must be sorted again
	known  int             // files that were analysed

	names    names
	byName   map[name][]Node    // elements by the last part of their name
	mentions map[name][]mention // files by the names they mention
	modules  map[name][]*file   // files by the modules they import from
	aliases  map[name]map[name]int
	strays   map[owner][]Node
	anyCall  map[*file]bool // files that call what may have any name
	unknown  map[*file]bool // files of which nothing is known
	implicit map[*file]bool // files that may declare what implements an interface without naming it

	resolved   [facts.AllReferences + 1]int // how many files are, by depth
	free       []Node                       // to be used again
	compactAt  int                          // how many names are too many
	memo       memo
	exhaustive bool
}

// node is a file or an element.
type node struct {
	element  facts.Element
	file     *file // in which it lies; nil when it is gone
	parent   Node
	index    int    // among the declarations of its file
	members  []name // that are not elements themselves
	exports  []name // by which other files can import it
	children []Node // elements that are members of it
}

// file is one file: what it declares and mentions, and once it is resolved what
// it refers to.
type file struct {
	path     string
	node     Node
	rank     int // place in the order of paths
	lines    int
	warning  string
	elements []Node // by index of the declaration

	mentions []use // sorted by name
	aliases  []alias
	modules  []name
	inherits bool // mentions a name as inherited

	references *references // nil while it is not resolved
}

// New returns a graph of no files.
func New() *Graph {
	return &Graph{
		byID: map[string]Node{}, byPath: map[string]Node{}, names: newNames(), byName: map[name][]Node{},
		mentions: map[name][]mention{}, modules: map[name][]*file{}, aliases: map[name]map[name]int{}, strays: map[owner][]Node{},
		anyCall: map[*file]bool{}, unknown: map[*file]bool{}, implicit: map[*file]bool{},
	}
}

// BeExhaustive makes queries read all files, whatever the files mention. Results are the same
// but take longer; tests use it to check the choice of candidates.
func (g *Graph) BeExhaustive() { g.exhaustive = true }

// Element returns the element of a node; for a file, its pseudo element.
func (g *Graph) Element(n Node) facts.Element { return g.nodes[n].element }

// FileCount returns how many files were analysed.
func (g *Graph) FileCount() int { return g.known }

// Warnings returns the syntax errors of the project's files, by path, at most
// limit: results may lack facts of these files.
func (g *Graph) Warnings(limit int) []string {
	var out []string
	for _, f := range g.sorted() {
		if len(out) == limit {
			break
		}
		if f.warning != "" {
			out = append(out, f.warning)
		}
	}
	return out
}

func (g *Graph) isFile(n Node) bool { return g.nodes[n].file != nil && g.nodes[n].file.node == n }

func (g *Graph) alive(n Node) bool { return n != none && g.nodes[n].file != nil }

// sorted returns all files in the order of their paths.
func (g *Graph) sorted() []*file {
	if g.files != nil {
		return g.files
	}
	for _, n := range g.byPath {
		if f := g.nodes[n].file; f != nil {
			g.files = append(g.files, f)
		}
	}
	slices.SortFunc(g.files, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	for i, f := range g.files {
		f.rank = i
	}
	return g.files
}

// fileAt returns the file of a path, or nil.
func (g *Graph) fileAt(path string) *file {
	if n, ok := g.byPath[path]; ok {
		return g.nodes[n].file
	}
	return nil
}

// addFile returns the file of a path, which is made if there is none.
func (g *Graph) addFile(path string) *file {
	n, known := g.byPath[path]
	if !known {
		path = strings.Clone(path)
		n = g.addNode()
		g.byPath[path] = n
		g.nodes[n].element = facts.Element{ID: coderef2.FormatFile(path), Type: facts.FileType, Name: path, File: path, Line: 1}
	}
	if g.nodes[n].file == nil {
		g.nodes[n].file = &file{path: g.nodes[n].element.File, node: n}
		g.files = nil
	}
	return g.nodes[n].file
}

func (g *Graph) addNode() Node {
	if last := len(g.free) - 1; last >= 0 {
		n := g.free[last]
		g.free = g.free[:last]
		return n
	}
	g.nodes = append(g.nodes, node{parent: none})
	return Node(len(g.nodes) - 1)
}

// lastPart returns the name of a member without what it is a member of.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// mention is a file that mentions a name.
type mention struct {
	file *file
	role facts.Role
}

// memo caches results. Those that depend on mentions alone are valid until a mention
// changes. The elements that override a member are valid until a file becomes unresolved:
// they were computed from resolved files, and resolving more files does not change them.
type memo struct {
	mentioning map[wanted][]*file
	heirs      map[heirsOf]map[*file]bool
	overriding map[member][]Node
}

// heirsOf is the key of the heirs of an element: its name and the name of a member.
type heirsOf struct{ owner, member name }

// wanted is the key of the files that mention a name.
type wanted struct {
	name    name
	roles   facts.Role
	anyCall bool
}

// member is a member as a call may lead to it: an element, or by its name what
// is a member of an element without being one itself.
type member struct {
	node Node
	name string // "" when the node is the member
}

// byPlace sorts elements by file, then declaration.
func (g *Graph) byPlace(nodes []Node) {
	g.sorted()
	slices.SortFunc(nodes, func(a, b Node) int {
		if x, y := &g.nodes[a], &g.nodes[b]; x.file != y.file {
			return x.file.rank - y.file.rank
		}
		return g.nodes[a].index - g.nodes[b].index
	})
}

// owner identifies the type of stray methods: a folder and a name in it.
type owner struct{ folder, name string }

func (f *file) resolved(depth facts.Depth) bool {
	return f.references != nil && f.references.depth >= depth
}
