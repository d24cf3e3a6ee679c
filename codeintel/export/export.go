package export

import (
	"context"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Format is a format of exports.
type Format string

// The formats.
const (
	JSON    Format = "json"
	JSONLD  Format = "jsonld"
	Mermaid Format = "mermaid"
	DOT     Format = "dot"
	SCIP    Format = "scip"
)

// Formats returns all formats.
func Formats() []Format { return []Format{JSON, JSONLD, Mermaid, DOT, SCIP} }

// Options select the contents of an export.
type Options struct {
	Format   Format
	MaxNodes int // the nodes with the most edges are kept; 0 means no limit
}

// Export is an export of a project.
type Export struct {
	Text []byte
	// Nodes and Edges are the numbers in Text. A drawing has one edge for all places of a
	// relation, and no edges out of the project.
	Nodes, Edges int
	OmittedNodes int // number of nodes beyond MaxNodes
	OmittedEdges int // number of edges of omitted nodes
	Unresolved   graph.UnresolvedCounts
}

// Make exports the graph of a project: its files and elements, and their edges. The export is
// deterministic. An unknown format is an error.
func Make(ctx context.Context, s *index.Snapshot, o Options) (*Export, error) {
	g, err := s.ResolveAll(ctx, facts.AllReferences)
	if err != nil {
		return nil, err
	}
	c, err := collect(ctx, g)
	if err != nil {
		return nil, err
	}
	c.digest, c.precision = s.Digest(), s.Precision()
	out := &Export{Unresolved: g.AllUnresolved()}
	if o.MaxNodes > 0 {
		out.OmittedNodes, out.OmittedEdges = c.limit(o.MaxNodes)
	}
	out.Nodes, out.Edges = len(c.nodes), len(c.edges)
	switch o.Format {
	case JSON:
		out.Text, err = c.json()
	case JSONLD:
		out.Text, err = c.jsonLD()
	case SCIP:
		x, err := c.scipIndex(ctx, s)
		if err != nil {
			return nil, err
		}
		out.Text = x.Encode()
	case Mermaid, DOT:
		d := c.drawing()
		out.Edges = len(d.Edges)
		if o.Format == DOT {
			out.Text = []byte(d.DOT())
		} else {
			out.Text = []byte(d.Mermaid())
		}
	default:
		err = fmt.Errorf("unknown format %q", o.Format)
	}
	return out, err
}
