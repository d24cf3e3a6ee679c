package e2e_test

import (
	"context"
	"testing"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// All of the twelve tools are repeatable, and two of them write.
func TestTypedTools(t *testing.T) {
	c, _ := typed(t)
	var tools []string
	for tool, err := range c.ListTools(soon(t), &toolv1.ListToolsRequest{Server: "coderef"}).All() {
		if err != nil {
			t.Fatal(err)
		}
		tools = append(tools, tool.GetName())
		writes := tool.GetName() == "coderef_tag" || tool.GetName() == "coderef_export"
		a := tool.GetAnnotations()
		if !tool.GetRepeatable() || a.GetReadOnlyHint() == writes || !a.GetIdempotentHint() || a.GetDestructiveHint() ||
			tool.GetOutputSchema() == nil {
			t.Errorf(
				"%s: got repeatable %t, hints %v, output schema %v, want repeatable, read-only %t, idempotent, not destructive, a schema",
				tool.GetName(), tool.GetRepeatable(), a, tool.GetOutputSchema(), !writes,
			)
		}
	}
	sameLines(t, tools, []string{
		"coderef_complexity",
		"coderef_context",
		"coderef_coverage",
		"coderef_diagram",
		"coderef_drift",
		"coderef_export",
		"coderef_impact",
		"coderef_patterns",
		"coderef_query",
		"coderef_scan",
		"coderef_tag",
		"coderef_validate",
	})
}

// The tools accept the largest and the smallest values that the contract allows.
func TestTypedBounds(t *testing.T) {
	c, project := typed(t)
	const page = 1 << 30 // means the largest page
	for name, call := range map[string]func(context.Context, codeintelv1.CodeIntelServiceClient) error{
		"scan": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Scan(ctx, &codeintelv1.ScanRequest{ProjectPath: project, PageSize: page})
			return err
		},
		"query": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Query(ctx, &codeintelv1.QueryRequest{
				ProjectPath: project, QueryType: codeintelv1.QueryType_QUERY_TYPE_DEPENDS_ON, Target: "Sum", MaxDepth: 10,
				PageSize: page,
			})
			return err
		},
		"impact": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.AnalyzeImpact(ctx, &codeintelv1.AnalyzeImpactRequest{
				ProjectPath: project, Subject: &codeintelv1.AnalyzeImpactRequest_Target{Target: "Sum"}, MaxDepth: 10,
				PageSize: page,
			})
			return err
		},
		"complexity": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.MeasureComplexity(
				ctx, &codeintelv1.MeasureComplexityRequest{ProjectPath: project, Target: "Sum", PageSize: page},
			)
			return err
		},
		"patterns": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.FindPatterns(ctx, &codeintelv1.FindPatternsRequest{ProjectPath: project, PageSize: page})
			return err
		},
		"coverage": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.ReportCoverage(ctx, &codeintelv1.ReportCoverageRequest{ProjectPath: project, PageSize: page})
			return err
		},
		"context, little": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.BuildContext(ctx, &codeintelv1.BuildContextRequest{ProjectPath: project, TokenBudget: 200})
			return err
		},
		"context, much": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.BuildContext(ctx, &codeintelv1.BuildContextRequest{ProjectPath: project, TokenBudget: 100_000})
			return err
		},
		"validate": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Validate(ctx, &codeintelv1.ValidateRequest{ProjectPath: project, PageSize: page})
			return err
		},
		"drift": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.DetectDrift(ctx, &codeintelv1.DetectDriftRequest{ProjectPath: project, PageSize: page})
			return err
		},
		"diagram, small": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.DrawDiagram(ctx, &codeintelv1.DrawDiagramRequest{ProjectPath: project, MaxDepth: 1, MaxNodes: 1})
			return err
		},
		"diagram, large": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.DrawDiagram(ctx, &codeintelv1.DrawDiagramRequest{ProjectPath: project, MaxDepth: 10, MaxNodes: 2000})
			return err
		},
		"tag": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Tag(ctx, &codeintelv1.TagRequest{ProjectPath: project, DryRun: true, PageSize: page})
			return err
		},
		"export": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Export(ctx, &codeintelv1.ExportRequest{
				ProjectPath: project, Format: codeintelv1.ExportFormat_EXPORT_FORMAT_MERMAID, MaxNodes: 10_000_000,
			})
			return err
		},
	} {
		if err := call(soon(t), c.CodeIntelService()); err != nil {
			t.Errorf("%s: got error %v, want none", name, err)
		}
	}
}
