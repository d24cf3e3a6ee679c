package codeintel

import (
	"context"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// scanResult is the structured result of coderef_scan.
type scanResult struct {
	analysisResult

	Elements             *[]scannedResult `json:"elements"`
	ElementsFound        int              `json:"elements_found"`
	NextCursor           string           `json:"next_cursor"`
	Mode                 string           `json:"mode"`
	FilesScanned         *int             `json:"files_scanned"`
	FilesSkipped         []skippedResult  `json:"files_skipped"`
	FilesSkippedTotal    *int             `json:"files_skipped_total"`
	UnsupportedLanguages []string         `json:"unsupported_languages"`
}

// skippedResult is a file that a tool skipped.
type skippedResult struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// scanArguments are the arguments of coderef_scan. Unset ones are not sent.
type scanArguments struct {
	ProjectPath string   `json:"project_path"`
	Languages   []string `json:"languages,omitempty"`
	UseAST      *bool    `json:"use_ast,omitzero"`
	Limit       int32    `json:"limit,omitzero"`
	Cursor      string   `json:"cursor,omitempty"`
}

// Scan lists the elements of a project.
func (s *Service) Scan(ctx context.Context, req *codeintelv1.ScanRequest) (*codeintelv1.ScanResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_Scan_FullMethodName, instead: "set a smaller page_size, or use StreamScan",
		arguments: scanArguments{
			ProjectPath: req.GetProjectPath(),
			Languages:   req.GetFileExtensions(),
			UseAST:      useAST(req.GetMode()),
			Limit:       typedPageSize(req.GetPageSize()),
			Cursor:      req.GetPageToken(),
		},
	}, (*scanResult).response)
}

func (a *scanResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.ScanResponse {
	analysis := a.analysis()
	analysis.FileCount = optionalCount(a.FilesScanned)
	analysis.SkippedFiles = some(a.FilesSkipped, (*skippedResult).message)
	analysis.SkippedFileCount = a.skippedCount()
	return &codeintelv1.ScanResponse{
		Elements: each(p, "elements", a.Elements, func(e *scannedResult) *codeintelv1.Element {
			return e.message(&a.analysisResult)
		}),
		NextPageToken:             a.NextCursor,
		TotalSize:                 toolcall.Count(a.ElementsFound),
		Mode:                      enumOf[codeintelv1.ScanMode](a.Mode),
		UnsupportedFileExtensions: a.UnsupportedLanguages,
		Analysis:                  analysis,
		CallInfo:                  call,
	}
}

// useAST returns the tool's argument for a mode, or nil for its default.
func useAST(mode codeintelv1.ScanMode) *bool {
	if mode == codeintelv1.ScanMode_SCAN_MODE_UNSPECIFIED {
		return nil
	}
	return proto.Bool(mode == codeintelv1.ScanMode_SCAN_MODE_AST)
}

// skippedCount returns nil if the tool reported neither a count nor a skipped
// file.
func (a *scanResult) skippedCount() *int32 {
	return atLeast(a.FilesSkippedTotal, len(a.FilesSkipped))
}

func (a *skippedResult) message() *codeintelv1.SkippedFile {
	return &codeintelv1.SkippedFile{File: a.File, Reason: a.Reason}
}
