package mcpserver

import (
	"context"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliDiagramSays = "Draws a project as Mermaid or Graphviz DOT with an installed coderef CLI, depth steps far, with focus from that element. " +
	"The CLI draws dependencies and cannot be told otherwise: \"warnings\" names what of diagram_type, max_nodes and cluster it could " +
	"not take into account."

type cliDiagramAnswer struct {
	cliAnswer
	Format      string `json:"format"`
	DiagramType string `json:"diagram_type"`
	Diagram     string `json:"diagram"`
}

func (t *cliTools) diagram(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := readDiagramArguments(args)
	if err != nil {
		return nil, err
	}
	var ignored []string
	if a.options.Kind != "dependencies" {
		ignored = append(ignored, "diagram_type")
	}
	for _, name := range []string{"max_nodes", "cluster"} {
		if raw := string(args[name]); raw != "" && raw != "null" {
			ignored = append(ignored, name)
		}
	}
	text, err := t.cli.Diagram(ctx, corecli.DiagramRequest{Root: a.root, Format: a.format, Focus: a.options.Focus, Depth: a.options.Depth})
	if err != nil {
		return nil, err
	}
	answer := cliDiagramAnswer{cliAnswer: answered(), Format: a.format, DiagramType: "dependencies", Diagram: text}
	if len(ignored) > 0 {
		answer.Warnings = []string{"the coderef CLI does not take " + strings.Join(ignored, ", ") + ": it drew dependencies as it does"}
	}
	return answer, nil
}
