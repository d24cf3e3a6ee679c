package client

import (
	"context"

	"google.golang.org/grpc"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// The methods below return the list of a paged RPC of CodeIntelService, as those of
// lists.go do. Page holds the Analysis (precision, unresolved uses, warnings), the
// number of items on all pages, and the RPC's own summary.

// Scan lists the elements of a project. [Client.StreamScan] suits large projects
// better.
func (c *Client) Scan(
	ctx context.Context, req *codeintelv1.ScanRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.ScanResponse, *codeintelv1.Element] {
	return newList(ctx, req, c.CodeIntelService().Scan, (*codeintelv1.ScanResponse).GetElements, opts)
}

// Query lists the relations of an element. Page names the element.
func (c *Client) Query(
	ctx context.Context, req *codeintelv1.QueryRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.QueryResponse, *codeintelv1.Relation] {
	return newList(ctx, req, c.CodeIntelService().Query, (*codeintelv1.QueryResponse).GetRelations, opts)
}

// AnalyzeImpact lists the files that a change affects. Page holds the risk and the
// tests.
func (c *Client) AnalyzeImpact(
	ctx context.Context, req *codeintelv1.AnalyzeImpactRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.AnalyzeImpactResponse, *codeintelv1.AffectedFile] {
	return newList(ctx, req,
		c.CodeIntelService().AnalyzeImpact, (*codeintelv1.AnalyzeImpactResponse).GetAffectedFiles, opts)
}

// MeasureComplexity lists the functions of the target with their metrics. Page holds
// the metrics of the target.
func (c *Client) MeasureComplexity(
	ctx context.Context, req *codeintelv1.MeasureComplexityRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.MeasureComplexityResponse, *codeintelv1.ElementComplexity] {
	return newList(ctx, req,
		c.CodeIntelService().MeasureComplexity, (*codeintelv1.MeasureComplexityResponse).GetElements, opts)
}

// FindPatterns lists the matches of patterns in a project. Page holds the summaries.
func (c *Client) FindPatterns(
	ctx context.Context, req *codeintelv1.FindPatternsRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.FindPatternsResponse, *codeintelv1.PatternMatch] {
	return newList(ctx, req, c.CodeIntelService().FindPatterns, (*codeintelv1.FindPatternsResponse).GetMatches, opts)
}

// ReportCoverage lists the files of a project with their test coverage. Page holds
// the coverage of the whole project.
func (c *Client) ReportCoverage(
	ctx context.Context, req *codeintelv1.ReportCoverageRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.ReportCoverageResponse, *codeintelv1.FileCoverage] {
	return newList(ctx, req,
		c.CodeIntelService().ReportCoverage, (*codeintelv1.ReportCoverageResponse).GetFiles, opts)
}

// Validate lists the problems of the references in a project. Page holds the number
// of references.
func (c *Client) Validate(
	ctx context.Context, req *codeintelv1.ValidateRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.ValidateResponse, *codeintelv1.ReferenceProblem] {
	return newList(ctx, req, c.CodeIntelService().Validate, (*codeintelv1.ValidateResponse).GetProblems, opts)
}

// DetectDrift lists the elements of an index with their drift. Page holds the
// summary.
func (c *Client) DetectDrift(
	ctx context.Context, req *codeintelv1.DetectDriftRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.DetectDriftResponse, *codeintelv1.DriftEntry] {
	return newList(ctx, req, c.CodeIntelService().DetectDrift, (*codeintelv1.DetectDriftResponse).GetEntries, opts)
}

// Tag lists the files that it changes, or would change in a dry run. Iterating runs
// the tool: without dry_run, each iteration writes.
func (c *Client) Tag(
	ctx context.Context, req *codeintelv1.TagRequest, opts ...grpc.CallOption,
) *List[*codeintelv1.TagResponse, *codeintelv1.TaggedFile] {
	return newList(ctx, req, c.CodeIntelService().Tag, (*codeintelv1.TagResponse).GetFiles, opts)
}
