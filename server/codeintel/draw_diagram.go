package codeintel

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// diagramResult is the structured result of coderef_diagram.
type diagramResult struct {
	analysisResult

	DiagramType string        `json:"diagram_type"`
	Format      string        `json:"format"`
	Level       string        `json:"level"`
	Diagram     *string       `json:"diagram"`
	Nodes       *int          `json:"nodes"`
	Edges       *int          `json:"edges"`
	Clusters    *int          `json:"clusters"`
	Omitted     omittedResult `json:"omitted"`
}

// diagramArguments are the arguments of coderef_diagram. Unset ones are not sent.
type diagramArguments struct {
	ProjectPath string `json:"project_path"`
	DiagramType string `json:"diagram_type,omitempty"`
	Format      string `json:"format,omitempty"`
	Depth       int32  `json:"depth,omitzero"`
	Focus       string `json:"focus,omitempty"`
	MaxNodes    int32  `json:"max_nodes,omitzero"`
	Cluster     string `json:"cluster,omitempty"`
}

// diagramDepth returns the tool's depth argument, whose meaning depends on the focus.
func diagramDepth(req *codeintelv1.DrawDiagramRequest) int32 {
	if req.GetTarget() != "" {
		return req.GetMaxDepth()
	}
	return req.GetFolderDepth()
}

// DrawDiagram draws a project.
func (s *Service) DrawDiagram(
	ctx context.Context, req *codeintelv1.DrawDiagramRequest,
) (*codeintelv1.DrawDiagramResponse, error) {
	return respond(ctx, s, typedCall{
		method:  codeintelv1.CodeIntelService_DrawDiagram_FullMethodName,
		instead: "set a smaller max_nodes, or use StreamCallTool",
		arguments: diagramArguments{
			ProjectPath: req.GetProjectPath(),
			DiagramType: wordOf(req.GetDiagramType(), "_"),
			Format:      wordOf(req.GetFormat(), "_"),
			Depth:       diagramDepth(req),
			Focus:       req.GetTarget(),
			MaxNodes:    req.GetMaxNodes(),
			Cluster:     wordOf(req.GetCluster(), "_"),
		},
	}, (*diagramResult).response)
}

func (a *diagramResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.DrawDiagramResponse {
	return &codeintelv1.DrawDiagramResponse{
		DiagramType:      enumOf[codeintelv1.DiagramType](a.DiagramType),
		Format:           enumOf[codeintelv1.DiagramFormat](a.Format),
		Level:            enumOf[codeintelv1.DiagramLevel](a.Level),
		Diagram:          *must(p, "diagram", a.Diagram),
		NodeCount:        optionalCount(a.Nodes),
		EdgeCount:        optionalCount(a.Edges),
		ClusterCount:     optionalCount(a.Clusters),
		OmittedNodeCount: optionalCount(a.Omitted.Nodes),
		OmittedEdgeCount: optionalCount(a.Omitted.Edges),
		Analysis:         a.analysis(),
		CallInfo:         call,
	}
}
