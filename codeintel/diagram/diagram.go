package diagram

import (
	"context"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Draw returns the drawing of a project. The errors of a focus are those of [graph.Graph.Find].
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

// prepare resolves the files as far as the kind of diagram requires. It returns the nodes of
// the focus, or nil without a focus.
func prepare(
	ctx context.Context, s *index.Snapshot, o *Options,
) (g *graph.Graph, focus map[graph.Node]bool, err error) {
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

// folder returns the files of a folder, or nil if the path is not a folder.
func folder(g *graph.Graph, path string) []graph.Node {
	if _, isFile := g.FileAt(path); isFile {
		return nil
	}
	return g.FilesIn(path)
}

// addAll adds a node and all elements inside it.
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
