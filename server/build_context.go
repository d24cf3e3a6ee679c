package server

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// contextAnswer is the structured answer of coderef_context.
type contextAnswer struct {
	analysisAnswer

	Format      string       `json:"format"`
	TokenBudget int          `json:"token_budget"`
	Tokens      int          `json:"tokens"`
	Context     *briefAnswer `json:"context"`
	Markdown    *string      `json:"markdown"`
	Truncated   bool         `json:"truncated"`
}

// contextArguments are the arguments of coderef_context; only set ones are sent.
type contextArguments struct {
	ProjectPath  string   `json:"project_path"`
	Languages    []string `json:"languages,omitempty"`
	OutputFormat string   `json:"output_format,omitempty"`
	TokenBudget  int32    `json:"token_budget,omitzero"`
	Focus        string   `json:"focus,omitempty"`
}

// BuildContext summarises a project.
func (s *codeIntelService) BuildContext(ctx context.Context, req *codeintelv1.BuildContextRequest) (*codeintelv1.BuildContextResponse, error) {
	return answerTyped(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_BuildContext_FullMethodName, instead: "set a smaller token_budget, or use StreamCallTool",
		arguments: contextArguments{
			ProjectPath:  req.GetProjectPath(),
			Languages:    req.GetFileExtensions(),
			OutputFormat: wordOf(req.GetFormat(), "_"),
			TokenBudget:  req.GetTokenBudget(),
			Focus:        req.GetTarget(),
		},
	}, (*contextAnswer).response)
}

func (a *contextAnswer) response(p *promises, call *commonv1.CallInfo) *codeintelv1.BuildContextResponse {
	if a.Context == nil && a.Markdown == nil {
		p.fail("context and markdown are missing")
	}
	resp := &codeintelv1.BuildContextResponse{
		Format:      enumOf[codeintelv1.ContextFormat](a.Format),
		Brief:       a.Context.message(p),
		TokenBudget: count(a.TokenBudget),
		TokenCount:  count(a.Tokens),
		Truncated:   a.Truncated,
		Analysis:    a.analysis(),
		Call:        call,
	}
	if a.Markdown != nil {
		resp.Markdown = *a.Markdown
	}
	return resp
}
