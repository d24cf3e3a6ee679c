package cli

import (
	"context"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type diagramResponse struct {
	response
	Format      string `json:"format"`
	DiagramType string `json:"diagram_type"`
	Diagram     string `json:"diagram"`
}

// Diagram runs coderef_diagram.
func (t *Tools) Diagram(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadDiagram(args)
	if err != nil {
		return nil, err
	}
	var ignored []string
	if r.Options.Kind != "dependencies" {
		ignored = append(ignored, "diagram_type")
	}
	for _, name := range []string{"max_nodes", "cluster"} {
		if args.Has(name) {
			ignored = append(ignored, name)
		}
	}
	text, err := t.program.Diagram(ctx, corecli.DiagramRequest{
		Root: r.Root, Format: r.Format, Focus: r.Options.Focus, Depth: r.Options.Depth,
	})
	if err != nil {
		return nil, err
	}
	out := diagramResponse{
		response: t.newResponse(ctx, r.Root), Format: r.Format, DiagramType: "dependencies", Diagram: text,
	}
	if len(ignored) > 0 {
		out.Warnings = []string{"ignored arguments that the coderef CLI does not support: " + strings.Join(ignored, ", ")}
	}
	return out, nil
}
