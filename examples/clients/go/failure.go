package main

import (
	"context"
	"fmt"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
)

// ambiguousTarget names two elements of the project.
func (e *example) ambiguousTarget(ctx context.Context) error {
	_, err := e.service.CodeIntelService().AnalyzeImpact(ctx, e.impactOf("currency"))
	return e.printFailure("ambiguous target", err)
}

// badArgument violates the input schema of a tool.
func (e *example) badArgument(ctx context.Context) error {
	_, err := e.service.Call(ctx, client.Call{
		Tool:      "coderef_query",
		Arguments: map[string]any{"project_path": e.project, "query_type": "calls-me", "target": 5},
	})
	return e.printFailure("bad argument", err)
}

// badField violates the constraint of a field.
func (e *example) badField(ctx context.Context) error {
	req := e.impactOf("formatPrice")
	req.MaxDepth = 11
	_, err := e.service.CodeIntelService().AnalyzeImpact(ctx, req)
	return e.printFailure("bad field", err)
}

// printFailure prints the parts of the status of a failed call that programs use. It
// returns an error unless the service itself reported the failure.
func (e *example) printFailure(title string, failure error) error {
	if failure == nil {
		return fmt.Errorf("%s: the call succeeded, want an error", title)
	}
	details, ok := client.Details(failure)
	if !ok {
		return failure
	}
	//nolint:gosec // codes are small numbers
	fmt.Fprintf(e.out, "%s: %s, %s", title, code.Code(status.Code(failure)), details.ReasonName)
	if details.ToolError != nil {
		fmt.Fprintf(e.out, ", %s", details.ToolError.GetCode())
	}
	fmt.Fprintln(e.out)
	for _, candidate := range details.Candidates.GetCandidates() {
		fmt.Fprintf(e.out, "  candidate: %s\n", candidate.GetId())
	}
	for _, violation := range details.Violations {
		fmt.Fprintf(e.out, "  %s: %s\n", violation.GetField(), violation.GetDescription())
	}
	return nil
}
