package graph

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Node is a file or element of a graph. An element that is removed and declared again with
// the same id keeps its node.
type Node int32

// none represents a node outside the project.
const none Node = -1

// Graph contains the files of a project with their declarations and references.
type Graph struct {
	nodes  []node
	byID   map[string]Node // elements, removed ones included
	byPath map[string]Node // files, removed ones included
	files  []*file         // sorted by path; nil when it must be built again
	known  int             // number of files with known content

	names    names
	byName   map[name][]Node       // elements by the last part of their name
	mentions map[name][]mention    // files by the names they mention
	modules  map[name][]*file      // files by the modules they import from
	aliases  map[name]map[name]int // number of declarations of each alias, by original name and alias
	strays   map[owner][]Node      // methods declared outside their type, by owner: see strays.go
	anyCall  map[*file]bool        // files that call something whose name is unknown
	unknown  map[*file]bool        // files with unknown content
	implicit map[*file]bool        // files that may implement an interface without naming it

	resolved   [facts.AllReferences + 1]int // number of resolved files, by depth
	free       []Node                       // for reuse
	compactAt  int                          // number of names that causes compaction; 0 before the first check
	memo       memo
	exhaustive bool
}

// node is a file or an element.
type node struct {
	element  facts.Element
	file     *file // that declares it; nil after it was removed
	parent   Node
	index    int    // among the declarations of its file
	members  []name // that are not elements
	exports  []name // by which other files can import it
	children []Node // elements that are members of it or nested in it
}

// file is one file: its declarations, its mentions and, once it is resolved, its references.
type file struct {
	path     string
	node     Node
	rank     int    // index in Graph.files
	lines    int    // 0 if the content is unknown
	warning  string // first syntax error
	elements []Node // by index of the declaration

	mentions []use // sorted by name
	aliases  []alias
	modules  []name
	inherits bool // mentions a name as inherited

	references *references // nil while the file is unresolved
}

// New returns an empty graph.
func New() *Graph {
	return &Graph{
		byID: map[string]Node{}, byPath: map[string]Node{}, names: newNames(), byName: map[name][]Node{},
		mentions: map[name][]mention{}, modules: map[name][]*file{}, aliases: map[name]map[name]int{},
		strays: map[owner][]Node{}, anyCall: map[*file]bool{}, unknown: map[*file]bool{}, implicit: map[*file]bool{},
	}
}

// BeExhaustive makes queries read all files instead of the candidates. Responses are the same
// but take longer; tests use it to check the choice of candidates.
func (g *Graph) BeExhaustive() { g.exhaustive = true }

// Element returns the element of a node; for a file, its pseudo element.
func (g *Graph) Element(n Node) facts.Element { return g.nodes[n].element }

// FileCount returns the number of files with known content.
func (g *Graph) FileCount() int { return g.known }

// Warnings returns at most limit syntax errors, one for each file, sorted by path. Facts of
// these files may be missing from responses.
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

// sorted returns all files, sorted by path.
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

// addFile returns the file of a path. It creates the file if there is none.
func (g *Graph) addFile(path string) *file {
	n, known := g.byPath[path]
	if !known {
		path = strings.Clone(path)
		n = g.addNode()
		g.byPath[path] = n
		g.nodes[n].element = facts.Element{
			ID: coderef2.FormatFile(path), Type: facts.FileType, Name: path, File: path, Line: 1,
		}
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

// lastPart returns the last part of a dotted name: the name of a member without its owner.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// mention is a file that mentions a name.
type mention struct {
	file *file
	role facts.Role
}

// memo caches lookups. Lookups that depend only on mentions are valid until a mention changes.
// The elements that override a member are valid until a file becomes unresolved: they were
// computed from resolved files, and resolving more files does not change them.
type memo struct {
	mentioning map[wanted][]*file
	heirs      map[heirsOf]map[*file]bool
	overriding map[member][]Node
}

// heirsOf is a key of memo.heirs: the name of an element and of one of its members.
type heirsOf struct{ owner, member name }

// wanted is a key of memo.mentioning.
type wanted struct {
	name    name
	roles   facts.Role
	anyCall bool
}

// member is the target of a call: either the element node, or a member of node that is not
// itself an element and is known only by its name.
type member struct {
	node Node
	name string // "" if node is the member, else a member of node
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

// owner identifies the type to which strays belong (see strays.go): by the folder and the name
// of the type.
type owner struct{ folder, name string }

func (f *file) resolved(depth facts.Depth) bool {
	return f.references != nil && f.references.depth >= depth
}
