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

// Cluster selects how nodes are grouped.
type Cluster string

// The clusters.
const (
	ByDefault Cluster = ""       // elements by file, files by folder
	None      Cluster = "none"   // no clusters
	ByFolder  Cluster = "folder" // by the folder that contains the node
	ByFile    Cluster = "file"   // elements by the file that contains them; no clusters at other levels
)

// Options select the contents of a drawing.
type Options struct {
	Kind Kind
	// Focus is a folder or a target for [graph.Graph.Find]; empty for the whole project.
	Focus string
	// Depth is the maximal number of edges between the focus and a node. Without a focus, it
	// applies to drawings of folders only: deeper folders are merged into their ancestor at this
	// level.
	Depth    int
	MaxNodes int
	Cluster  Cluster
}

// Drawing contains the nodes, edges and clusters of a diagram.
type Drawing struct {
	Level        Level
	Nodes        []Node // sorted by ID
	Edges        []Edge // sorted by nodes
	Clusters     []string
	OmittedNodes int // number of nodes beyond MaxNodes; nodes without edges of the kind do not count
	OmittedEdges int // number of edges of omitted nodes
	// Unresolved counts the calls and imports whose edges may be missing. It is nil for
	// [Imports], which requires no name resolution.
	Unresolved *graph.UnresolvedCounts
}

// Node is one node of a drawing.
type Node struct {
	ID      string // unique: the id of an element or file, the path of a folder
	Label   string
	Type    string // element type, "file" or "folder"
	Cluster int    // index in Clusters, or -1
	Focus   bool   // it is in the focus or contains a part of it
	node    graph.Node
	degree  int
}

// Edge is one edge of a drawing.
type Edge struct {
	From, To int // indices in Nodes
	Relation string
	Count    int  // number of places
	Possible bool // the target is not certain at any of the places
}
