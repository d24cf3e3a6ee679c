package client_test

import (
	"context"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// exampleService responds to the examples as the service does for a small project.
func exampleService() *fake {
	return &fake{unary: exampleUnary, callTool: exampleCall, scan: exampleScan}
}

func exampleUnary(_ context.Context, _ int, method string, req any) (any, error) {
	switch method {
	case "Query":
		return exampleQuery(req.(*codeintelv1.QueryRequest))
	case "ListTools":
		return &toolv1.ListToolsResponse{
			Tools: []*toolv1.Tool{
				{Server: "coderef", Name: "coderef_query"}, {Server: "coderef", Name: "coderef_scan"},
			},
			UnavailableServers: []*commonv1.UnavailableServer{{Server: "notes", Message: "the server is starting"}},
		}, nil
	}
	return nil, status.Error(codes.Unimplemented, method)
}

func exampleQuery(req *codeintelv1.QueryRequest) (any, error) {
	switch {
	case req.GetMaxDepth() > 10:
		return nil, failure(codes.InvalidArgument, "INVALID_REQUEST", nil, &errdetails.BadRequest{
			FieldViolations: []*errdetails.BadRequest_FieldViolation{{
				Field: "max_depth", Description: "must be greater than or equal to 0 and less than or equal to 10",
			}},
		})
	case req.GetTarget() == "total":
		return nil, failure(codes.FailedPrecondition, "TOOL_ERROR", nil,
			&codeintelv1.ToolError{
				Code: codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_ELEMENT_AMBIGUOUS, ToolCode: "ELEMENT_AMBIGUOUS",
			},
			&codeintelv1.TargetCandidates{
				Candidates: []*codeintelv1.TargetCandidate{
					{Id: "@M/src/cart.ts#Cart.total"}, {Id: "@M/src/order.ts#Order.total"},
				},
				CandidateCount: 2,
			})
	case req.GetPageToken() == "":
		return &codeintelv1.QueryResponse{
			Relations:     []*codeintelv1.Relation{{FromId: "@Fn/src/cart.ts#both"}},
			NextPageToken: "2", TotalSize: 2, Analysis: exampleAnalysis(),
		}, nil
	}
	return &codeintelv1.QueryResponse{
		Relations: []*codeintelv1.Relation{{FromId: "@M/src/cart.ts#Cart.total"}},
		TotalSize: 2, Analysis: exampleAnalysis(),
	}, nil
}

func exampleAnalysis() *codeintelv1.Analysis {
	return &codeintelv1.Analysis{
		Precision: codeintelv1.Precision_PRECISION_SEMANTIC, FileCount: proto.Int32(2),
		Unresolved: &codeintelv1.Unresolved{CallCount: proto.Int32(1)},
	}
}

func exampleCall(_ int, req *toolv1.StreamCallToolRequest, stream callStream) error {
	if strings.Contains(string(req.GetCall().GetArgumentsJson()), "/nowhere") {
		return stream.Send(result(&toolv1.CallToolResponse{IsError: true, ResultJson: []byte(
			`{"content":[{"type":"text","text":"project_path /nowhere does not exist"}],"isError":true}`)}))
	}
	if err := stream.Send(progress("2 files")); err != nil {
		return err
	}
	return stream.Send(result(&toolv1.CallToolResponse{ResultJson: []byte(
		`{"content":[],"structuredContent":{"success":true,"elements_found":8}}`)}))
}

func exampleScan(_ int, _ *codeintelv1.StreamScanRequest, stream scanStream) error {
	events := scanEvents{
		scanProgress(), elements("@Cl/src/cart.ts#Cart", "@Fn/src/cart.ts#both"),
		scanResult(&codeintelv1.ScanResponse{TotalSize: 2, Analysis: exampleAnalysis()}),
	}
	for _, event := range events {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	return nil
}
