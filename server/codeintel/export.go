package codeintel

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// exportResult is the structured result of coderef_export.
type exportResult struct {
	analysisResult

	Format        string        `json:"format"`
	OutputPath    *string       `json:"output_path"`
	FileSizeBytes int64         `json:"file_size_bytes"`
	SHA256        *string       `json:"sha256"`
	Nodes         *int          `json:"nodes"`
	Edges         *int          `json:"edges"`
	Omitted       omittedResult `json:"omitted"`
}

// exportArguments are the arguments of coderef_export. Unset ones are not sent.
type exportArguments struct {
	ProjectPath string `json:"project_path"`
	Format      string `json:"format"`
	OutputPath  string `json:"output_path,omitempty"`
	MaxNodes    int32  `json:"max_nodes,omitzero"`
}

// Export writes the graph of a project to a file.
func (s *Service) Export(ctx context.Context, req *codeintelv1.ExportRequest) (*codeintelv1.ExportResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_Export_FullMethodName, instead: "use StreamCallTool",
		arguments: exportArguments{
			ProjectPath: req.GetProjectPath(),
			Format:      wordOf(req.GetFormat(), "_"),
			OutputPath:  req.GetOutputPath(),
			MaxNodes:    req.GetMaxNodes(),
		},
	}, (*exportResult).response)
}

func (a *exportResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.ExportResponse {
	return &codeintelv1.ExportResponse{
		Format:           enumOf[codeintelv1.ExportFormat](a.Format),
		OutputPath:       *must(p, "output_path", a.OutputPath),
		SizeBytes:        a.FileSizeBytes,
		Sha256:           *must(p, "sha256", a.SHA256),
		NodeCount:        optionalCount(a.Nodes),
		EdgeCount:        optionalCount(a.Edges),
		OmittedNodeCount: optionalCount(a.Omitted.Nodes),
		OmittedEdgeCount: optionalCount(a.Omitted.Edges),
		Analysis:         a.analysis(),
		CallInfo:         call,
	}
}
