package server_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// Every enum value in a request is sent to the tool as its own word.
func TestTypedWords(t *testing.T) {
	tests := map[string]struct {
		enum  protoreflect.Enum
		call  func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, value int32) error
		words []string // the words of the values from 1
	}{
		"coderef_query query_type": {
			enum: codeintelv1.QueryType(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.Query(
					ctx,
					&codeintelv1.QueryRequest{ProjectPath: "/p", Target: "f", QueryType: codeintelv1.QueryType(v)},
				)
				return err
			},
			words: []string{"calls", "calls-me", "imports", "imports-me", "depends-on", "depends-on-me"},
		},
		"coderef_impact operation": {
			enum: codeintelv1.ImpactOperation(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.AnalyzeImpact(
					ctx,
					&codeintelv1.AnalyzeImpactRequest{
						ProjectPath: "/p", Subject: &codeintelv1.AnalyzeImpactRequest_Target{Target: "f"},
						Operation: codeintelv1.ImpactOperation(v),
					},
				)
				return err
			},
			words: []string{"modify", "delete", "refactor"},
		},
		"coderef_patterns pattern_type": {
			enum: codeintelv1.PatternType(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.FindPatterns(
					ctx,
					&codeintelv1.FindPatternsRequest{ProjectPath: "/p", PatternType: codeintelv1.PatternType(v).Enum()},
				)
				return err
			},
			words: []string{
				"handler", "decorator", "error_handling", "guard_clause", "async", "dependency_injection", "route", "react",
				"test", "duplicate", "test_gap", "possibly_reached",
			},
		},
		"coderef_coverage format": {
			enum: codeintelv1.CoverageFormat(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.ReportCoverage(
					ctx, &codeintelv1.ReportCoverageRequest{ProjectPath: "/p", Format: codeintelv1.CoverageFormat(v)},
				)
				return err
			},
			words: []string{"summary", "detailed"},
		},
		"coderef_context output_format": {
			enum: codeintelv1.ContextFormat(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.BuildContext(
					ctx, &codeintelv1.BuildContextRequest{ProjectPath: "/p", Format: codeintelv1.ContextFormat(v)},
				)
				return err
			},
			words: []string{"json", "markdown", "both"},
		},
		"coderef_diagram diagram_type": {
			enum: codeintelv1.DiagramType(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.DrawDiagram(
					ctx, &codeintelv1.DrawDiagramRequest{ProjectPath: "/p", DiagramType: codeintelv1.DiagramType(v)},
				)
				return err
			},
			words: []string{"dependencies", "calls", "imports", "all"},
		},
		"coderef_diagram format": {
			enum: codeintelv1.DiagramFormat(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.DrawDiagram(
					ctx, &codeintelv1.DrawDiagramRequest{ProjectPath: "/p", Format: codeintelv1.DiagramFormat(v)},
				)
				return err
			},
			words: []string{"mermaid", "dot"},
		},
		"coderef_diagram cluster": {
			enum: codeintelv1.DiagramCluster(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.DrawDiagram(
					ctx, &codeintelv1.DrawDiagramRequest{ProjectPath: "/p", Cluster: codeintelv1.DiagramCluster(v)},
				)
				return err
			},
			words: []string{"none", "folder", "file"},
		},
		"coderef_export format": {
			enum: codeintelv1.ExportFormat(0),
			call: func(ctx context.Context, c codeintelv1.CodeIntelServiceClient, v int32) error {
				_, err := c.Export(
					ctx, &codeintelv1.ExportRequest{ProjectPath: "/p", Format: codeintelv1.ExportFormat(v)},
				)
				return err
			},
			words: []string{"json", "jsonld", "mermaid", "dot", "scip"},
		},
	}
	rpcs := map[string]typedRPC{}
	for _, rpc := range typedRPCs() {
		rpcs[rpc.tool] = rpc
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			toolName, argument, _ := strings.Cut(name, " ")
			rpc := rpcs[toolName]
			f := typedFake(&rpc)
			structuredReturns(f, rpc.result)
			c := serve(t, f).codeIntel
			if n := test.enum.Descriptor().Values().Len() - 1; n != len(test.words) {
				t.Fatalf("got %d words, want one for each of %d values", len(test.words), n)
			}
			for i, want := range test.words {
				if err := test.call(t.Context(), c, int32(i+1)); err != nil {
					t.Fatal(err)
				}
				var sent map[string]any
				if err := json.Unmarshal(f.sent()[i].Arguments, &sent); err != nil || sent[argument] != want {
					t.Errorf("value %d is sent as %v, want %q", i+1, sent[argument], want)
				}
			}
		})
	}
}

// A request that violates the contract is rejected with the field's name, before it reaches a tool.
func TestTypedBadRequests(t *testing.T) {
	const long = 5000
	tests := map[string]struct {
		call  func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error
		field string
	}{
		"scan: extensions": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Scan(ctx, &codeintelv1.ScanRequest{ProjectPath: "/p", FileExtensions: []string{"ts", ""}})
			return err
		}, "file_extensions[1]"},
		"stream scan: path": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := scanAll(ctx, c, &codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{}})
			return err
		}, "scan.project_path"},
		"stream scan: pages": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := scanAll(
				ctx, c,
				&codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{ProjectPath: "/p", PageSize: 1}},
			)
			return err
		}, "scan"},
		"tag: a page that is written": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Tag(ctx, &codeintelv1.TagRequest{ProjectPath: "/p", PageToken: "c1"})
			return err
		}, ""},
		"query: type": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Query(ctx, &codeintelv1.QueryRequest{ProjectPath: "/p", Target: "f"})
			return err
		}, "query_type"},
		"impact: subject": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.AnalyzeImpact(ctx, &codeintelv1.AnalyzeImpactRequest{ProjectPath: "/p"})
			return err
		}, "subject"},
		"impact: diff": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			subject := &codeintelv1.AnalyzeImpactRequest_Diff{Diff: ""}
			_, err := c.AnalyzeImpact(ctx, &codeintelv1.AnalyzeImpactRequest{ProjectPath: "/p", Subject: subject})
			return err
		}, "diff"},
		"impact: base": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			revisions := &codeintelv1.RevisionRange{Head: "main"}
			subject := &codeintelv1.AnalyzeImpactRequest_Revisions{Revisions: revisions}
			_, err := c.AnalyzeImpact(ctx, &codeintelv1.AnalyzeImpactRequest{ProjectPath: "/p", Subject: subject})
			return err
		}, "revisions.base"},
		"impact: operation": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.AnalyzeImpact(
				ctx,
				&codeintelv1.AnalyzeImpactRequest{
					ProjectPath: "/p", Subject: &codeintelv1.AnalyzeImpactRequest_Target{Target: "f"},
					Operation: 99,
				},
			)
			return err
		}, "operation"},
		"impact: depth": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.AnalyzeImpact(
				ctx,
				&codeintelv1.AnalyzeImpactRequest{
					ProjectPath: "/p", Subject: &codeintelv1.AnalyzeImpactRequest_Target{Target: "f"}, MaxDepth: 11,
				},
			)
			return err
		}, "max_depth"},
		"complexity: page size": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.MeasureComplexity(
				ctx, &codeintelv1.MeasureComplexityRequest{ProjectPath: "/p", Target: "f", PageSize: -1},
			)
			return err
		}, "page_size"},
		"patterns: type": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.FindPatterns(
				ctx,
				&codeintelv1.FindPatternsRequest{ProjectPath: "/p", PatternType: codeintelv1.PatternType(99).Enum()},
			)
			return err
		}, "pattern_type"},
		"coverage: format": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.ReportCoverage(ctx, &codeintelv1.ReportCoverageRequest{ProjectPath: "/p", Format: 99})
			return err
		}, "format"},
		"context: budget": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.BuildContext(ctx, &codeintelv1.BuildContextRequest{ProjectPath: "/p", TokenBudget: 199})
			return err
		}, "token_budget"},
		"validate: glob": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Validate(ctx, &codeintelv1.ValidateRequest{ProjectPath: "/p", Glob: strings.Repeat("*", long)})
			return err
		}, "glob"},
		"drift: index": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.DetectDrift(
				ctx, &codeintelv1.DetectDriftRequest{ProjectPath: "/p", IndexPath: strings.Repeat("x", long)},
			)
			return err
		}, "index_path"},
		"diagram: depth": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.DrawDiagram(ctx, &codeintelv1.DrawDiagramRequest{ProjectPath: "/p", MaxDepth: -1})
			return err
		}, "max_depth"},
		"diagram: nodes": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.DrawDiagram(ctx, &codeintelv1.DrawDiagramRequest{ProjectPath: "/p", MaxNodes: 2001})
			return err
		}, "max_nodes"},
		"tag: path": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Tag(ctx, &codeintelv1.TagRequest{})
			return err
		}, "project_path"},
		"tag: a comma": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Tag(ctx, &codeintelv1.TagRequest{ProjectPath: "/p", ExcludeGlobs: []string{"a,b"}})
			return err
		}, "exclude_globs[0]"},
		"export: format": {func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Export(ctx, &codeintelv1.ExportRequest{ProjectPath: "/p"})
			return err
		}, "format"},
	}
	f := newFake()
	c := serve(t, f).codeIntel
	for name, test := range tests {
		err := test.call(t.Context(), c)
		if err == nil {
			t.Errorf("%s: got no error, want one", name)
			continue
		}
		got := failureOf(t, err)
		if got.code != codes.InvalidArgument || got.reason != "INVALID_REQUEST" ||
			!slices.Equal(got.fields, []string{test.field}) {
			t.Errorf("%s: got %v of %q, want field %s", name, err, got.fields, test.field)
		}
	}
	if sent := f.sent(); len(sent) > 0 {
		t.Errorf("got a call of a tool with %s, want none", sent[0].Arguments)
	}
}

// Every text, number and list field of a request has a bound, so that no caller can send values that the
// tools do not support.
func TestTypedRequestsAreBounded(t *testing.T) {
	methods := codeintelv1.File_coderef_codeintel_v1_codeintel_service_proto.Services().Get(0).Methods()
	if methods.Len() != 13 {
		t.Errorf("%d methods, want one per tool and StreamScan", methods.Len())
	}
	for i := range methods.Len() {
		request := methods.Get(i).Input()
		checkBounds(t, request)
		if paged := request.Fields().ByName("page_size"); paged != nil {
			response := methods.Get(i).Output().Fields()
			if response.ByName("next_page_token") == nil || response.ByName("total_size") == nil {
				t.Errorf(
					"%s: got only some of next_page_token and total_size in a response to page_size, want both",
					methods.Get(i).FullName(),
				)
			}
		}
	}
}

// checkBounds checks the fields of a message and of the messages in it.
func checkBounds(t *testing.T, message protoreflect.MessageDescriptor) {
	t.Helper()
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		switch {
		case field.Kind() == protoreflect.BoolKind:
		case field.Kind() == protoreflect.MessageKind && field.ContainingOneof() != nil:
			checkBounds(t, field.Message())
		case proto.Size(field.Options()) == 0:
			t.Errorf("%s: got no rule, want one", field.FullName())
		}
	}
}
