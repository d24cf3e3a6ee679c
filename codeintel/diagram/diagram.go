package diagram

import (
	"context"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Kind is what a diagram shows.
type Kind string

// The kinds.
const (
	Dependencies Kind = "dependencies" // files, and which calls or imports something of which
	Calls        Kind = "calls"        // functions, and which calls which, those that may be called among them
	Imports      Kind = "imports"      // files, and which imports which; nothing needs to be resolved for that
	All          Kind = "all"          // elements with all their relations
)

// Level is what the nodes of a drawing are.
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

// Options say what to draw.
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

// Drawing is what is to be drawn.
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

// Draw makes the drawing of a project.
func Draw(ctx context.Context, s *index.Snapshot, o Options) (*Drawing, error) {
	g, focus, err := prepare(ctx, s, &o)
	if err != nil {
		return nil, err
	}
	edges, err := collect(ctx, g, o.Kind)
	if err != nil {
		return nil, err
	}
	p := &painter{Graph: g, Options: o, focus: focus}
	level := Files
	if o.Kind == Calls || o.Kind == All {
		level = Elements
	}
	var b *board
	for {
		b = p.lift(edges, level)
		if focus != nil {
			b.around(o.Depth)
		}
		if len(b.nodes) <= o.MaxNodes || level == Folders || focus != nil && level == Elements {
			break
		}
		level = coarser(level)
	}
	d := b.draw(level)
	if o.Kind != Imports {
		counts := g.AllUnresolved()
		d.Unresolved = &counts
	}
	return d, nil
}

func coarser(l Level) Level {
	if l == Elements {
		return Files
	}
	return Folders
}

// prepare resolves what the kind needs, and finds the focus: the nodes it stands for,
// nil without one.
func prepare(ctx context.Context, s *index.Snapshot, o *Options) (g *graph.Graph, focus map[graph.Node]bool, err error) {
	if g, err = s.Graph(ctx); err != nil {
		return nil, nil, err
	}
	if o.Focus != "" {
		focus = map[graph.Node]bool{}
		if files := folder(g, o.Focus); len(files) > 0 {
			for _, f := range files {
				focus[f] = true
			}
		} else {
			n, err := g.Find(o.Focus)
			if err != nil {
				return nil, nil, err
			}
			addAll(g, n, focus)
		}
	}
	switch o.Kind {
	case Imports:
		return g, focus, nil
	case Calls, Dependencies:
		g, err = s.ResolveAll(ctx, facts.CallsAndImports)
	case All:
		g, err = s.ResolveAll(ctx, facts.AllReferences)
	default:
		err = fmt.Errorf("unknown kind of diagram %q", o.Kind)
	}
	return g, focus, err
}

// folder returns the files of a folder, nil if it is none.
func folder(g *graph.Graph, path string) []graph.Node {
	if _, isFile := g.FileAt(path); isFile {
		return nil
	}
	return g.FilesIn(path)
}

// addAll adds a node with all that belongs to it.
func addAll(g *graph.Graph, n graph.Node, to map[graph.Node]bool) {
	if to[n] {
		return
	}
	to[n] = true
	if g.IsFile(n) {
		for _, e := range g.Elements(n) {
			to[e] = true
		}
		return
	}
	for _, c := range g.Children(n) {
		addAll(g, c, to)
	}
}
