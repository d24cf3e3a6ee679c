package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// example is a connection, the project to analyse, and where to print.
type example struct {
	service *client.Client
	project string
	out     io.Writer
}

func (e *example) listTools(ctx context.Context) error {
	tools, err := e.service.ListTools(ctx, &toolv1.ListToolsRequest{Server: "coderef"}).Collect()
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "tools: %d\n", len(tools))
	for _, tool := range tools {
		fmt.Fprintf(e.out, "  %s\n", tool.GetName())
	}
	return nil
}

// callScan calls a tool by its name, and decodes the JSON of its result.
func (e *example) callScan(ctx context.Context) error {
	result, err := e.service.Call(ctx, client.Call{
		Tool:       "coderef_scan",
		Arguments:  map[string]any{"project_path": e.project},
		Repeatable: true, // the tool has no side effects
	})
	if err != nil {
		return err
	}
	var scan struct {
		Elements []json.RawMessage `json:"elements"`
	}
	if err := result.Decode(&scan); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "scan: %d elements, is_error %t\n", len(scan.Elements), result.IsError)
	return nil
}

func (e *example) analyzeImpact(ctx context.Context) error {
	req := e.impactOf("formatPrice")
	req.Operation = codeintelv1.ImpactOperation_IMPACT_OPERATION_DELETE
	impact, err := e.service.CodeIntelService().AnalyzeImpact(ctx, req)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "impact: %s, %d direct dependents, %d files\n",
		impact.GetRisk().GetLevel(), impact.GetDirectDependentCount(), impact.GetTotalSize())
	for _, file := range impact.GetAffectedFiles() {
		fmt.Fprintf(e.out, "  %s: %s\n", file.GetFile(), file.GetSeverity())
	}
	if unresolved := impact.GetAnalysis().GetUnresolved(); unresolved != nil {
		fmt.Fprintf(e.out, "  unresolved: %d calls, %d imports\n",
			unresolved.GetCallCount(), unresolved.GetImportCount())
	} else {
		fmt.Fprintln(e.out, "  unresolved: not counted")
	}
	fmt.Fprintf(e.out, "  precision: %s\n", impact.GetAnalysis().GetPrecision())
	return nil
}

func (e *example) impactOf(target string) *codeintelv1.AnalyzeImpactRequest {
	return &codeintelv1.AnalyzeImpactRequest{
		ProjectPath: e.project,
		Subject:     &codeintelv1.AnalyzeImpactRequest_Target{Target: target},
	}
}

func (e *example) streamScan(ctx context.Context) error {
	stream := e.service.StreamScan(ctx, &codeintelv1.ScanRequest{ProjectPath: e.project})
	count := 0
	for _, err := range stream.All() { //nolint:contextcheck // the stream has the context of its call
		if err != nil {
			return err
		}
		count++
	}
	result := stream.Result()
	fmt.Fprintf(e.out, "stream: %d elements, total_size %d, %d warnings\n",
		count, result.GetTotalSize(), len(result.GetAnalysis().GetWarnings()))
	return nil
}
