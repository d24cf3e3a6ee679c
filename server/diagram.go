package server

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// diagramAnswer is the structured answer of coderef_diagram.
type diagramAnswer struct {
	DiagramType   string            `json:"diagram_type"`
	Format        string            `json:"format"`
	Level         string            `json:"level"`
	Diagram       *string           `json:"diagram"`
	Nodes         int               `json:"nodes"`
	Edges         int               `json:"edges"`
	Clusters      int               `json:"clusters"`
	Omitted       omittedAnswer     `json:"omitted"`
	Precision     string            `json:"precision"`
	FilesAnalyzed int               `json:"files_analyzed"`
	Unresolved    *unresolvedAnswer `json:"unresolved"`
	Warnings      []string          `json:"warnings"`
}

// diagramArguments are the arguments of coderef_diagram; only set ones are sent.
type diagramArguments struct {
	ProjectPath string `json:"project_path"`
	DiagramType string `json:"diagram_type,omitempty"`
	Format      string `json:"format,omitempty"`
	Depth       int32  `json:"depth,omitzero"`
	Focus       string `json:"focus,omitempty"`
	MaxNodes    int32  `json:"max_nodes,omitzero"`
	Cluster     string `json:"cluster,omitempty"`
}

// Diagram draws a project.
func (s *codeIntelService) Diagram(ctx context.Context, req *codeintelv1.DiagramRequest) (*codeintelv1.DiagramResponse, error) {
	return answerTyped(ctx, s, typedCall{
		tool: "coderef_diagram", instead: "set a smaller max_nodes, or use StreamCallTool",
		arguments: diagramArguments{
			ProjectPath: req.GetProjectPath(),
			DiagramType: wordOf(req.GetDiagramType(), "_"),
			Format:      wordOf(req.GetFormat(), "_"),
			Depth:       req.GetDepth(),
			Focus:       req.GetFocus(),
			MaxNodes:    req.GetMaxNodes(),
			Cluster:     wordOf(req.GetCluster(), "_"),
		},
	}, (*diagramAnswer).response)
}

func (a *diagramAnswer) response(p *promises, call *toolv1.CallInfo) *codeintelv1.DiagramResponse {
	return &codeintelv1.DiagramResponse{
		DiagramType:           enumOf[codeintelv1.DiagramType](a.DiagramType),
		Format:                enumOf[codeintelv1.DiagramFormat](a.Format),
		Level:                 enumOf[codeintelv1.DiagramLevel](a.Level),
		Diagram:               *must(p, "diagram", a.Diagram),
		NodeCount:             count(a.Nodes),
		EdgeCount:             count(a.Edges),
		ClusterCount:          count(a.Clusters),
		OmittedNodeCount:      count(a.Omitted.Nodes),
		OmittedEdgeCount:      count(a.Omitted.Edges),
		Precision:             enumOf[codeintelv1.Precision](a.Precision),
		FileCount:             count(a.FilesAnalyzed),
		Call:                  call,
		Warnings:              a.Warnings,
		UnresolvedCallCount:   a.Unresolved.calls(),
		UnresolvedImportCount: a.Unresolved.imports(),
	}
}
