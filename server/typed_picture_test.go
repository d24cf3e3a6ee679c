package server_test

import (
	"context"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// pictureRPCs are the RPCs that return the graph as a whole.
func pictureRPCs() []typedRPC {
	return []typedRPC{
		{
			tool: "coderef_diagram", instead: "set a smaller max_nodes, or use StreamCallTool",
			required: []string{"diagram"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.DrawDiagram(ctx, &codeintelv1.DrawDiagramRequest{
					ProjectPath: "/p", DiagramType: codeintelv1.DiagramType_DIAGRAM_TYPE_ALL,
					Format: codeintelv1.DiagramFormat_DIAGRAM_FORMAT_DOT, MaxDepth: 3, Target: "f", MaxNodes: 9,
					Cluster: codeintelv1.DiagramCluster_DIAGRAM_CLUSTER_NONE,
				})
			},
			arguments: `{"project_path":"/p","diagram_type":"all","format":"dot","depth":3,"focus":"f","max_nodes":9,"cluster":"none"}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.DrawDiagram(ctx, &codeintelv1.DrawDiagramRequest{ProjectPath: "/p"})
			},
			bareArguments: `{"project_path":"/p"}`,
			result: `{"success":true,"diagram_type":"imports","format":"mermaid","level":"folder","diagram":"flowchart LR\n","nodes":1,"edges":2,"clusters":3,
				"omitted":{"nodes":4,"edges":5},"unresolved":{"calls":7,"imports":0},"precision":"semantic","files_analyzed":6,"warnings":["w"]}`,
			response: `{"diagramType":"DIAGRAM_TYPE_IMPORTS","format":"DIAGRAM_FORMAT_MERMAID","level":"DIAGRAM_LEVEL_FOLDER","diagram":"flowchart LR\n",
				"nodeCount":1,"edgeCount":2,"clusterCount":3,"omittedNodeCount":4,"omittedEdgeCount":5,"analysis":{"precision":"PRECISION_SEMANTIC","fileCount":6,"unresolved":{"callCount":7,"importCount":0},"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{"a list of nodes in place of their number": `{"nodes":[]}`},
		},
		{
			tool: "coderef_export", instead: "use StreamCallTool", required: []string{"output_path", "sha256"},
			full: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Export(ctx, &codeintelv1.ExportRequest{
					ProjectPath: "/p", Format: codeintelv1.ExportFormat_EXPORT_FORMAT_JSONLD,
					OutputPath: "g.jsonld", MaxNodes: 9,
				})
			},
			arguments: `{"project_path":"/p","format":"jsonld","output_path":"g.jsonld","max_nodes":9}`,
			bare: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) (proto.Message, error) {
				return c.Export(
					ctx,
					&codeintelv1.ExportRequest{ProjectPath: "/p", Format: codeintelv1.ExportFormat_EXPORT_FORMAT_JSON},
				)
			},
			bareArguments: `{"project_path":"/p","format":"json"}`,
			result: `{"success":true,"format":"jsonld","output_path":"/p/g.jsonld","file_size_bytes":5000000000,"sha256":"ab","nodes":1,"edges":2,
				"omitted":{"nodes":4,"edges":5},"unresolved":{"calls":7,"imports":0},"precision":"semantic","files_analyzed":6,"warnings":["w"]}`,
			response: `{"format":"EXPORT_FORMAT_JSONLD","outputPath":"/p/g.jsonld","sizeBytes":"5000000000","sha256":"ab","nodeCount":1,"edgeCount":2,
				"omittedNodeCount":4,"omittedEdgeCount":5,"analysis":{"precision":"PRECISION_SEMANTIC","fileCount":6,"unresolved":{"callCount":7,"importCount":0},"warnings":[{"message":"w"}]}}`,
			broken: map[string]string{"a size that is text": `{"file_size_bytes":"large"}`},
		},
	}
}
