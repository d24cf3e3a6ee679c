package server

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// contextAnswer is the structured answer of coderef_context.
type contextAnswer struct {
	Format        string            `json:"format"`
	TokenBudget   int               `json:"token_budget"`
	Tokens        int               `json:"tokens"`
	Context       *briefAnswer      `json:"context"`
	Markdown      *string           `json:"markdown"`
	Truncated     bool              `json:"truncated"`
	Precision     string            `json:"precision"`
	FilesAnalyzed int               `json:"files_analyzed"`
	Unresolved    *unresolvedAnswer `json:"unresolved"`
	Warnings      []string          `json:"warnings"`
}

// contextArguments are the arguments of coderef_context; only set ones are sent.
type contextArguments struct {
	ProjectPath  string   `json:"project_path"`
	Languages    []string `json:"languages,omitempty"`
	OutputFormat string   `json:"output_format,omitempty"`
	TokenBudget  int32    `json:"token_budget,omitzero"`
	Focus        string   `json:"focus,omitempty"`
}

// Context sums a project up.
func (s *codeIntelService) Context(ctx context.Context, req *codeintelv1.ContextRequest) (*codeintelv1.ContextResponse, error) {
	return answerTyped(ctx, s, typedCall{
		tool: "coderef_context", instead: "set a smaller token_budget, or use StreamCallTool",
		arguments: contextArguments{
			ProjectPath:  req.GetProjectPath(),
			Languages:    req.GetLanguages(),
			OutputFormat: wordOf(req.GetOutputFormat(), "_"),
			TokenBudget:  req.GetTokenBudget(),
			Focus:        req.GetFocus(),
		},
	}, (*contextAnswer).response)
}

func (a *contextAnswer) response(p *promises, call *toolv1.CallInfo) *codeintelv1.ContextResponse {
	if a.Context == nil && a.Markdown == nil {
		p.fail("context and markdown are missing")
	}
	resp := &codeintelv1.ContextResponse{
		Format:                enumOf[codeintelv1.ContextFormat](a.Format),
		Brief:                 a.Context.message(p),
		TokenBudget:           count(a.TokenBudget),
		TokenCount:            count(a.Tokens),
		Truncated:             a.Truncated,
		Precision:             enumOf[codeintelv1.Precision](a.Precision),
		FileCount:             count(a.FilesAnalyzed),
		Call:                  call,
		Warnings:              a.Warnings,
		UnresolvedCallCount:   a.Unresolved.calls(),
		UnresolvedImportCount: a.Unresolved.imports(),
	}
	if a.Markdown != nil {
		resp.Markdown = *a.Markdown
	}
	return resp
}
