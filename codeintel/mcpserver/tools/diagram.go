package tools

import (
	_ "embed"

	"github.com/coderef-system/coderefd/codeintel/diagram"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
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

// Diagram defines coderef_diagram.
func Diagram() Definition {
	return Definition{
		Name: "coderef_diagram",
		Description: "Draws a project as a Mermaid or Graphviz DOT diagram. Use it to show the structure of a " +
			"project to a person. diagram_type is dependencies (calls and imports between files), calls (calls and " +
			"possible calls between functions), imports (imports between files) or all (every relation between " +
			"elements: calls, imports, references, extends, implements). A diagram has at most max_nodes nodes. If " +
			"there are more, files replace their elements, and folders replace their files (\"level\" is the kind of " +
			"the nodes); then the least connected nodes are dropped and counted under \"omitted\". With focus, the " +
			"diagram shows the nodes that are at most depth steps from that element, file or folder; without focus, " +
			"depth is a folder level: if folders are drawn, deeper folders are merged into their ancestor at that level. " +
			"Nodes without a relation of the type are not drawn. The number on an edge counts the places of the " +
			"relation; dashed edges are imports, references and possible calls. Packages outside the project are not " +
			"drawn, nor are relations that could not be resolved (\"unresolved\"), such as all calls in languages that " +
			"are only parsed.",
		CLIDescription: "Draws a project as a Mermaid or Graphviz DOT diagram by running an installed coderef CLI. " +
			"Use it to show the structure of a project to a person. The argument depth limits the number of steps in " +
			"the diagram; with focus, the diagram begins at that element. The CLI always draws dependencies. It ignores " +
			"diagram_type, max_nodes and cluster; \"warnings\" names those that were given.",
		Input: diagramInput, Output: identified(diagramOutput), Annotations: readOnly("Draw a diagram"),
	}
}

// DiagramRequest is the request of coderef_diagram.
type DiagramRequest struct {
	Root, Format string
	Options      diagram.Options
}

// ReadDiagram reads the arguments of coderef_diagram.
func ReadDiagram(args arguments.Values) (r DiagramRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	kind, err := args.OneOf("diagram_type", "dependencies", "calls", "imports", "all")
	if err != nil {
		return r, err
	}
	cluster, err := args.OneOf("cluster", "", "none", "folder", "file")
	if err != nil {
		return r, err
	}
	r.Options.Kind, r.Options.Cluster = diagram.Kind(kind), diagram.Cluster(cluster)
	if r.Format, err = args.OneOf("format", "mermaid", "dot"); err != nil {
		return r, err
	}
	if r.Options.Depth, err = args.Integer("depth", defaultDiagramDepth, 1, maxDepth); err != nil {
		return r, err
	}
	if r.Options.MaxNodes, err = args.Integer("max_nodes", defaultDiagramNodes, 1, maxDiagramNodes); err != nil {
		return r, err
	}
	r.Options.Focus, err = readFocus(args, r.Root)
	return r, err
}
