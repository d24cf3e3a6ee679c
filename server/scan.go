package server

import (
	"context"
	"errors"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// scanTool is the MCP name of the tool behind Scan.
const scanTool = "coderef_scan"

// scanAnswer is the structured answer of coderef_scan.
type scanAnswer struct {
	Elements      *[]elementAnswer `json:"elements"`
	ElementsFound int              `json:"elements_found"`
	NextCursor    string           `json:"next_cursor"`
	Mode          string           `json:"mode"`
	Precision     string           `json:"precision"`
	FilesScanned  int              `json:"files_scanned"`
	FilesSkipped  []struct {
		File   string `json:"file"`
		Reason string `json:"reason"`
	} `json:"files_skipped"`
	FilesSkippedTotal    int      `json:"files_skipped_total"`
	UnsupportedLanguages []string `json:"unsupported_languages"`
	Warnings             []string `json:"warnings"`
}

// scanArguments are the arguments of coderef_scan; only set ones are sent.
type scanArguments struct {
	ProjectPath string   `json:"project_path"`
	Languages   []string `json:"languages,omitempty"`
	UseAST      *bool    `json:"use_ast,omitzero"`
	Limit       int32    `json:"limit,omitzero"`
	Cursor      string   `json:"cursor,omitempty"`
}

// Scan lists the elements of a project.
func (s *codeIntelService) Scan(ctx context.Context, req *codeintelv1.ScanRequest) (*codeintelv1.ScanResponse, error) {
	answer := new(scanAnswer)
	result, err := s.runTyped(ctx, scanTool, scanArguments{
		ProjectPath: req.GetProjectPath(),
		Languages:   req.GetLanguages(),
		UseAST:      req.UseAst,
		Limit:       typedPageSize(req.GetPageSize()),
		Cursor:      req.GetPageToken(),
	}, answer)
	if err != nil {
		return nil, err
	}
	if answer.Elements == nil {
		return nil, &malformedResultError{server: result.Server, tool: scanTool, err: errors.New("elements are missing")}
	}
	resp := scanResponse(answer)
	resp.Call = callInfo(result)
	if err := s.checkSize(resp, result.Server, scanTool, smallerPage); err != nil {
		return nil, err
	}
	return resp, nil
}

func scanResponse(a *scanAnswer) *codeintelv1.ScanResponse {
	resp := &codeintelv1.ScanResponse{
		NextPageToken:        a.NextCursor,
		TotalSize:            count(a.ElementsFound),
		Mode:                 scanMode(a.Mode),
		Precision:            precision(a.Precision),
		FileCount:            count(a.FilesScanned),
		SkippedFileCount:     count(max(a.FilesSkippedTotal, len(a.FilesSkipped))),
		UnsupportedLanguages: a.UnsupportedLanguages,
		Warnings:             a.Warnings,
	}
	for i := range *a.Elements {
		resp.Elements = append(resp.Elements, (*a.Elements)[i].message())
	}
	for _, f := range a.FilesSkipped {
		resp.SkippedFiles = append(resp.SkippedFiles, &codeintelv1.SkippedFile{File: f.File, Reason: f.Reason})
	}
	return resp
}
