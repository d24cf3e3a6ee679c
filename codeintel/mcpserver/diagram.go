package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/diagram"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

//go:embed schema/diagram.input.json
var diagramInput []byte

//go:embed schema/diagram.output.json
var diagramOutput []byte

const (
	defaultDiagramDepth = 2
	defaultDiagramNodes = 60
	maxDiagramNodes     = 2000
)

func diagramTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_diagram",
		Description: "Draws a project as Mermaid or Graphviz DOT: dependencies (files, which call or import something of each other), calls " +
			"(functions, which call or may call each other), imports (files, which import each other) or all (elements with every " +
			"relation: calls, imports, references, extends, implements). A diagram has at most max_nodes nodes: where there are more, " +
			"elements are drawn by their files and files by their folders (\"level\" tells), and what still does not fit is left out, " +
			"least connected first, and counted under \"omitted\". With focus, only what is at most depth steps away from that " +
			"element, file or folder is drawn; without, depth is how many levels of folders are told apart. What has no relation of the type is not drawn. Numbers on arrows count " +
			"places; dashed arrows are imports, references and calls that are only possible. Packages outside the project are not drawn, nor is what could " +
			"not be resolved (\"unresolved\"), such as all calls in languages that are only parsed.",
		InputSchema:  json.RawMessage(diagramInput),
		OutputSchema: json.RawMessage(diagramOutput),
		Annotations:  readOnly("Draw a diagram"),
	}
}

type diagramAnswer struct {
	Success       bool                    `json:"success"`
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

// omitted counts what did not fit.
type omitted struct {
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
}

type diagramArguments struct {
	root, format string
	options      diagram.Options
}

func readDiagramArguments(args arguments) (a diagramArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	kind, err := args.oneOf("diagram_type", "dependencies", "calls", "imports", "all")
	if err != nil {
		return a, err
	}
	cluster, err := args.oneOf("cluster", "", "none", "folder", "file")
	if err != nil {
		return a, err
	}
	a.options.Kind, a.options.Cluster = diagram.Kind(kind), diagram.Cluster(cluster)
	if a.format, err = args.oneOf("format", "mermaid", "dot"); err != nil {
		return a, err
	}
	if a.options.Depth, err = args.integer("depth", defaultDiagramDepth, 1, maxDepth); err != nil {
		return a, err
	}
	if a.options.MaxNodes, err = args.integer("max_nodes", defaultDiagramNodes, 1, maxDiagramNodes); err != nil {
		return a, err
	}
	focus, err := args.text("focus")
	if err != nil || focus == "" {
		return a, err
	}
	a.options.Focus = inProject(a.root, focus)
	return a, checkText("focus", focus, targetHint+", or a folder")
}

// oneOf reads a word; the first is the default.
func (a arguments) oneOf(name string, words ...string) (string, error) {
	word := words[0]
	if err := a.value(name, "a string", &word); err != nil {
		return "", err
	}
	if !slices.Contains(words, word) {
		known := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" })
		return "", invalidInput(name+" is one of "+strings.Join(known, ", "), "unknown %s %q", name, word)
	}
	return word, nil
}

func (t *tools) diagram(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readDiagramArguments(args)
	if err != nil {
		return nil, err
	}
	var answer *diagramAnswer
	err = t.project(a.root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		drawing, err := diagram.Draw(ctx, s, a.options)
		if err != nil {
			return lookupError(err)
		}
		answer = a.answer(s, drawing)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func (a *diagramArguments) answer(s *index.Snapshot, d *diagram.Drawing) *diagramAnswer {
	text := d.Mermaid
	if a.format == "dot" {
		text = d.DOT
	}
	return &diagramAnswer{
		Success: true, DiagramType: a.options.Kind, Format: a.format, Level: d.Level, Diagram: text(),
		Nodes: len(d.Nodes), Edges: len(d.Edges), Clusters: len(d.Clusters), Omitted: omitted{d.OmittedNodes, d.OmittedEdges}, Unresolved: d.Unresolved,
		Precision: s.Precision(), FilesAnalyzed: len(s.Files()), Warnings: s.Warnings(),
	}
}
