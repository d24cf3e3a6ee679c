package server

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// patternsAnswer is the structured answer of coderef_patterns.
type patternsAnswer struct {
	PatternType   string                 `json:"pattern_type"`
	Summary       []patternSummaryAnswer `json:"summary"`
	SummaryTotal  int                    `json:"summary_total"`
	Patterns      *[]patternAnswer       `json:"patterns"`
	Total         int                    `json:"total"`
	NextCursor    string                 `json:"next_cursor"`
	Precision     string                 `json:"precision"`
	FilesAnalyzed int                    `json:"files_analyzed"`
	Unresolved    *unresolvedAnswer      `json:"unresolved"`
	Warnings      []string               `json:"warnings"`
}

type patternSummaryAnswer struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Count int    `json:"count"`
	Files int    `json:"files"`
}

type patternAnswer struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
	Element string `json:"element"`
	Group   string `json:"group"`
	Detail  string `json:"detail"`
}

// patternsArguments are the arguments of coderef_patterns; only set ones are sent.
type patternsArguments struct {
	ProjectPath string `json:"project_path"`
	PatternType string `json:"pattern_type,omitempty"`
	Limit       int32  `json:"limit,omitzero"`
	Cursor      string `json:"cursor,omitempty"`
}

// Patterns finds known ways of writing code.
func (s *codeIntelService) Patterns(ctx context.Context, req *codeintelv1.PatternsRequest) (*codeintelv1.PatternsResponse, error) {
	return answerTyped(ctx, s, typedCall{
		tool: "coderef_patterns", instead: smallerPage,
		arguments: patternsArguments{
			ProjectPath: req.GetProjectPath(),
			PatternType: wordOf(req.GetPatternType(), "_"),
			Limit:       typedPageSize(req.GetPageSize()),
			Cursor:      req.GetPageToken(),
		},
	}, (*patternsAnswer).response)
}

func (a *patternsAnswer) response(p *promises, call *toolv1.CallInfo) *codeintelv1.PatternsResponse {
	return &codeintelv1.PatternsResponse{
		PatternType:           enumOf[codeintelv1.PatternType](a.PatternType),
		Summary:               some(a.Summary, (*patternSummaryAnswer).message),
		SummaryCount:          count(max(a.SummaryTotal, len(a.Summary))),
		Patterns:              each(p, "patterns", a.Patterns, (*patternAnswer).message),
		NextPageToken:         a.NextCursor,
		TotalSize:             count(a.Total),
		Precision:             enumOf[codeintelv1.Precision](a.Precision),
		FileCount:             count(a.FilesAnalyzed),
		Call:                  call,
		Warnings:              a.Warnings,
		UnresolvedCallCount:   a.Unresolved.calls(),
		UnresolvedImportCount: a.Unresolved.imports(),
	}
}

func (a *patternSummaryAnswer) message() *codeintelv1.PatternSummary {
	return &codeintelv1.PatternSummary{
		Type: enumOf[codeintelv1.PatternType](a.Type), Name: a.Name, Count: count(a.Count), FileCount: count(a.Files),
	}
}

func (a *patternAnswer) message() *codeintelv1.Pattern {
	return &codeintelv1.Pattern{
		Type:      enumOf[codeintelv1.PatternType](a.Type),
		Name:      a.Name,
		Location:  lines(a.File, a.Line, a.EndLine),
		ElementId: a.Element,
		Group:     a.Group,
		Detail:    a.Detail,
	}
}
