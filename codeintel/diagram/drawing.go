package diagram

import "github.com/coderef-system/coderefd/codeintel/graph"

// Kind selects the relations in a diagram.
type Kind string

// The kinds.
const (
	Dependencies Kind = "dependencies" // calls and imports between files
	Calls        Kind = "calls"        // certain and possible calls between functions
	Imports      Kind = "imports"      // imports between files; requires no name resolution
	All          Kind = "all"          // elements with all their relations
)

// Level is the kind of nodes in a drawing.
type Level string

// The levels, the finest first.
const (
	Elements Level = "element"
	Files    Level = "file"
	Folders  Level = "folder"
)

// Cluster is by what nodes are drawn together.
type Cluster string

// The clusters.
const (
	ByDefault Cluster = ""       // elements by file, files by folder
	None      Cluster = "none"   // not at all
	ByFolder  Cluster = "folder" // the folder they lie in
	ByFile    Cluster = "file"   // the file they lie in; files and folders are not drawn together then
)

// Options select the contents of a drawing.
type Options struct {
	Kind Kind
	// Focus is anything that [graph.Graph.Find] takes, or a folder; empty for the
	// whole project.
	Focus string
	// Depth is how many steps from the focus nodes may lie; without one, how many
	// levels of folders are told apart where folders are drawn.
	Depth    int
	MaxNodes int
	Cluster  Cluster
}

// Drawing contains the nodes, edges and clusters of a diagram.
type Drawing struct {
	Level        Level
	Nodes        []Node // by name
	Edges        []Edge // by nodes
	Clusters     []string
	OmittedNodes int // what did not fit; what has no relation of the kind is not counted
	OmittedEdges int // theirs
	// Unresolved counts what may be missing; nil for imports, which are not resolved.
	Unresolved *graph.UnresolvedCounts
}

// Node is one node of a drawing.
type Node struct {
	ID      string // unique: of an element or file its id, of a folder its path
	Label   string
	Type    string // element type, "file" or "folder"
	Cluster int    // index among the clusters, or -1
	Focus   bool   // it is the focus, or holds it
	node    graph.Node
	degree  int
}

// Edge is one edge of a drawing.
type Edge struct {
	From, To int // nodes
	Relation string
	Count    int  // places
	Possible bool // all of them are only possible
}
