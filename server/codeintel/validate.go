package codeintel

import (
	"cmp"
	"context"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// validateResult is the structured result of coderef_validate.
type validateResult struct {
	analysisResult

	Pattern      string           `json:"pattern"`
	FilesChecked *int             `json:"files_checked"`
	Total        int              `json:"total"`
	Valid        int              `json:"valid"`
	Invalid      int              `json:"invalid"`
	Percentage   *float64         `json:"percentage"`
	Errors       *[]problemResult `json:"errors"`
	ErrorsTotal  int              `json:"errors_total"`
	NextCursor   string           `json:"next_cursor"`
}

type problemResult struct {
	File        string   `json:"file"`
	Line        int      `json:"line"`
	Column      int      `json:"column"`
	Reference   string   `json:"reference"`
	Code        string   `json:"code"`
	Error       string   `json:"error"`
	Severity    string   `json:"severity"`
	Suggestions []string `json:"suggestions"`
	Fixable     bool     `json:"fixable"`
}

// validateArguments are the arguments of coderef_validate. Unset ones are not sent.
type validateArguments struct {
	ProjectPath string `json:"project_path"`
	Pattern     string `json:"pattern,omitempty"`
	Limit       int32  `json:"limit,omitzero"`
	Cursor      string `json:"cursor,omitempty"`
}

// sourceFiles is the default glob. It matches the source files of all supported languages; the tool's own
// default matches only TypeScript.
const sourceFiles = "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,go,py,pyi,rs,java,c,h,cc,cpp,cxx,hpp,hh,hxx,cs}"

// Validate checks the CodeRef2 references in files.
func (s *Service) Validate(
	ctx context.Context, req *codeintelv1.ValidateRequest,
) (*codeintelv1.ValidateResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_Validate_FullMethodName, instead: smallerPage,
		arguments: validateArguments{
			ProjectPath: req.GetProjectPath(),
			Pattern:     cmp.Or(req.GetGlob(), sourceFiles),
			Limit:       typedPageSize(req.GetPageSize()),
			Cursor:      req.GetPageToken(),
		},
	}, (*validateResult).response)
}

func (a *validateResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.ValidateResponse {
	resp := &codeintelv1.ValidateResponse{
		Glob:             a.Pattern,
		CheckedFileCount: optionalCount(a.FilesChecked),
		ReferenceCount:   toolcall.Count(a.Total),
		ValidCount:       toolcall.Count(a.Valid),
		InvalidCount:     toolcall.Count(a.Invalid),
		Problems:         each(p, "errors", a.Errors, (*problemResult).message),
		NextPageToken:    a.NextCursor,
		TotalSize:        toolcall.Count(a.ErrorsTotal),
		Analysis:         a.analysis(),
		CallInfo:         call,
	}
	if a.Total > 0 {
		p.percentage("percentage", a.Percentage)
		resp.ValidRatio = proto.Float64(p.upTo(1, "valid / total", float64(a.Valid)/float64(a.Total)))
	}
	return resp
}

func (a *problemResult) message() *codeintelv1.ReferenceProblem {
	return &codeintelv1.ReferenceProblem{
		Location:    use(a.File, a.Line, a.Column),
		Reference:   a.Reference,
		Code:        enumOf[codeintelv1.ReferenceProblemCode](a.Code),
		Message:     a.Error,
		Severity:    enumOf[codeintelv1.ReferenceSeverity](a.Severity),
		Suggestions: a.Suggestions,
		AutoFixable: a.Fixable,
	}
}
