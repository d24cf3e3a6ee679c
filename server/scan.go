package server

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// scanTool is the MCP name of the tool behind Scan and StreamScan.
const scanTool = "coderef_scan"

// scanAnswer is the structured answer of coderef_scan.
type scanAnswer struct {
	Elements             *[]scannedAnswer `json:"elements"`
	ElementsFound        int              `json:"elements_found"`
	NextCursor           string           `json:"next_cursor"`
	Mode                 string           `json:"mode"`
	Precision            string           `json:"precision"`
	FilesScanned         int              `json:"files_scanned"`
	FilesSkipped         []skippedAnswer  `json:"files_skipped"`
	FilesSkippedTotal    int              `json:"files_skipped_total"`
	UnsupportedLanguages []string         `json:"unsupported_languages"`
	Warnings             []string         `json:"warnings"`
}

// skippedAnswer is a file that a tool left out.
type skippedAnswer struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
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
	return answerTyped(ctx, s, typedCall{
		tool: scanTool, instead: "set a smaller page_size, or use StreamScan",
		arguments: scanArguments{
			ProjectPath: req.GetProjectPath(),
			Languages:   req.GetLanguages(),
			UseAST:      req.UseAst,
			Limit:       typedPageSize(req.GetPageSize()),
			Cursor:      req.GetPageToken(),
		},
	}, (*scanAnswer).response)
}

func (a *scanAnswer) response(p *promises, call *toolv1.CallInfo) *codeintelv1.ScanResponse {
	return &codeintelv1.ScanResponse{
		Elements:             each(p, "elements", a.Elements, (*scannedAnswer).message),
		NextPageToken:        a.NextCursor,
		TotalSize:            count(a.ElementsFound),
		Mode:                 enumOf[codeintelv1.ScanMode](a.Mode),
		Precision:            enumOf[codeintelv1.Precision](a.Precision),
		FileCount:            count(a.FilesScanned),
		SkippedFiles:         some(a.FilesSkipped, (*skippedAnswer).message),
		SkippedFileCount:     a.skippedCount(),
		UnsupportedLanguages: a.UnsupportedLanguages,
		Call:                 call,
		Warnings:             a.Warnings,
	}
}

func (a *scanAnswer) skippedCount() int32 {
	return count(max(a.FilesSkippedTotal, len(a.FilesSkipped)))
}

func (a *skippedAnswer) message() *codeintelv1.SkippedFile {
	return &codeintelv1.SkippedFile{File: a.File, Reason: a.Reason}
}
