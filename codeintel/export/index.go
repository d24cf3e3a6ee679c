package export

import (
	"context"
	"time"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/indexfile"
)

// Index exports an index file of a project, in the version that package indexfile writes. The
// elements in it can be compared with a later state of the project. Nodes of the result is the
// number of elements, and Edges is 0.
func Index(ctx context.Context, s *index.Snapshot, at time.Time) (*Export, error) {
	if _, err := s.Graph(ctx); err != nil { // reports errors in files
		return nil, err
	}
	var elements []indexfile.Element
	err := s.Inspect(ctx, s.Files(), func(_ string, of *facts.Inspection) {
		shapes := of.Shapes()
		for i := range of.Decls {
			elements = append(elements, entry(&of.Decls[i], shapes))
		}
	})
	if err != nil {
		return nil, err
	}
	// The root is left out: it is private, and the paths are relative.
	text, err := indexfile.Marshal(elements, "", at)
	return &Export{Text: text, Nodes: len(elements)}, err
}

func entry(d *facts.Decl, shapes map[string]string) indexfile.Element {
	e := indexfile.Element{
		Type: d.Type, Name: d.Name, File: d.File, Line: d.Line, EndLine: d.EndLine,
		Exported: d.Exported, BodyHash: shapes[d.ID],
	}
	if d.Signature != nil {
		for _, p := range d.Signature.Parameters {
			e.Parameters = append(e.Parameters, p.Name)
		}
	}
	return e
}
