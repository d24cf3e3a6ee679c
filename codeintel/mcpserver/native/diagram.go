package native

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/diagram"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type diagramResponse struct {
	Success bool `json:"success"`
	identified
	DiagramType   diagram.Kind            `json:"diagram_type"`
	Format        string                  `json:"format"`
	Level         diagram.Level           `json:"level"`
	Diagram       string                  `json:"diagram"`
	Nodes         int                     `json:"nodes"`
	Edges         int                     `json:"edges"`
	Clusters      int                     `json:"clusters"`
	Omitted       omitted                 `json:"omitted"`
	Unresolved    *graph.UnresolvedCounts `json:"unresolved,omitempty"`
	Precision     facts.Precision         `json:"precision"`
	FilesAnalyzed int                     `json:"files_analyzed"`
	Warnings      []string                `json:"warnings,omitempty"`
}

// Diagram runs coderef_diagram.
func (t *Tools) Diagram(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadDiagram(args)
	if err != nil {
		return nil, err
	}
	return examine(ctx, t, r.Root, progress, func(ctx context.Context, s *index.Snapshot) (*diagramResponse, error) {
		drawing, err := diagram.Draw(ctx, s, r.Options)
		if err != nil {
			return nil, toolerror.FromLookup(err)
		}
		return newDiagramResponse(&r, s, drawing), nil
	})
}

func newDiagramResponse(r *tools.DiagramRequest, s *index.Snapshot, d *diagram.Drawing) *diagramResponse {
	text := d.Mermaid
	if r.Format == "dot" {
		text = d.DOT
	}
	return &diagramResponse{
		Success: true, DiagramType: r.Options.Kind, Format: r.Format, Level: d.Level, Diagram: text(),
		Nodes: len(d.Nodes), Edges: len(d.Edges), Clusters: len(d.Clusters),
		Omitted: omitted{d.OmittedNodes, d.OmittedEdges}, Unresolved: d.Unresolved,
		Precision: s.Precision(), FilesAnalyzed: len(s.Files()), Warnings: s.Warnings(),
	}
}
