package codeintel

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// contextResult is the structured result of coderef_context.
type contextResult struct {
	analysisResult

	Format      string       `json:"format"`
	TokenBudget int          `json:"token_budget"`
	Tokens      int          `json:"tokens"`
	Context     *briefResult `json:"context"`
	Markdown    *string      `json:"markdown"`
	Truncated   bool         `json:"truncated"`
}

// contextArguments are the arguments of coderef_context. Unset ones are not sent.
type contextArguments struct {
	ProjectPath  string   `json:"project_path"`
	Languages    []string `json:"languages,omitempty"`
	OutputFormat string   `json:"output_format,omitempty"`
	TokenBudget  int32    `json:"token_budget,omitzero"`
	Focus        string   `json:"focus,omitempty"`
}

// BuildContext summarises a project.
func (s *Service) BuildContext(
	ctx context.Context, req *codeintelv1.BuildContextRequest,
) (*codeintelv1.BuildContextResponse, error) {
	return respond(ctx, s, typedCall{
		method:  codeintelv1.CodeIntelService_BuildContext_FullMethodName,
		instead: "set a smaller token_budget, or use StreamCallTool",
		arguments: contextArguments{
			ProjectPath:  req.GetProjectPath(),
			Languages:    req.GetFileExtensions(),
			OutputFormat: contextWord(req.GetFormat()),
			TokenBudget:  req.GetTokenBudget(),
			Focus:        req.GetTarget(),
		},
	}, (*contextResult).response)
}

func (a *contextResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.BuildContextResponse {
	if a.Context == nil && a.Markdown == nil {
		p.fail("context and markdown are missing")
	}
	resp := &codeintelv1.BuildContextResponse{
		Format:      contextFormat(a.Format),
		Brief:       a.Context.message(p),
		TokenBudget: toolcall.Count(a.TokenBudget),
		TokenCount:  toolcall.Count(a.Tokens),
		Truncated:   a.Truncated,
		Analysis:    a.analysis(),
		CallInfo:    call,
	}
	if a.Markdown != nil {
		resp.Markdown = *a.Markdown
	}
	return resp
}

// typedBrief is the tool's name for the format that the contract calls typed.
const typedBrief = "json"

// contextWord returns the tool's name for a format, or "" for its default.
func contextWord(format codeintelv1.ContextFormat) string {
	if format == codeintelv1.ContextFormat_CONTEXT_FORMAT_TYPED {
		return typedBrief
	}
	return wordOf(format, "_")
}

// contextFormat returns the format that the tool's name denotes.
func contextFormat(word string) codeintelv1.ContextFormat {
	if word == typedBrief {
		return codeintelv1.ContextFormat_CONTEXT_FORMAT_TYPED
	}
	return enumOf[codeintelv1.ContextFormat](word)
}
