package codeintel

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// patternsResult is the structured result of coderef_patterns.
type patternsResult struct {
	analysisResult

	PatternType  string                 `json:"pattern_type"`
	Summary      []patternSummaryResult `json:"summary"`
	SummaryTotal int                    `json:"summary_total"`
	Patterns     *[]patternResult       `json:"patterns"`
	Kinds        []patternKindResult    `json:"kinds"`
	Total        int                    `json:"total"`
	NextCursor   string                 `json:"next_cursor"`
}

type patternKindResult struct {
	Type    string         `json:"type"`
	Count   int            `json:"count"`
	Files   int            `json:"files"`
	InTests int            `json:"in_tests"`
	Top     *patternResult `json:"top"`
}

type patternSummaryResult struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Count int    `json:"count"`
	Files int    `json:"files"`
}

type patternResult struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
	Element string `json:"element"`
	Group   string `json:"group"`
	Detail  string `json:"detail"`
	InTest  bool   `json:"in_test"`
}

// allPatterns is the tool's name for patterns of every type.
const allPatterns = "all"

// patternsArguments are the arguments of coderef_patterns. Unset ones are not sent.
type patternsArguments struct {
	ProjectPath      string `json:"project_path"`
	PatternType      string `json:"pattern_type,omitempty"`
	Limit            int32  `json:"limit,omitzero"`
	Cursor           string `json:"cursor,omitempty"`
	IncludeGenerated bool   `json:"include_generated,omitzero"`
}

// FindPatterns finds patterns in code.
func (s *Service) FindPatterns(
	ctx context.Context, req *codeintelv1.FindPatternsRequest,
) (*codeintelv1.FindPatternsResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_FindPatterns_FullMethodName, instead: smallerPage,
		arguments: patternsArguments{
			ProjectPath:      req.GetProjectPath(),
			PatternType:      wordOf(req.GetPatternType(), "_"),
			Limit:            typedPageSize(req.GetPageSize()),
			Cursor:           req.GetPageToken(),
			IncludeGenerated: req.GetIncludeGenerated(),
		},
	}, (*patternsResult).response)
}

func (a *patternsResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.FindPatternsResponse {
	return &codeintelv1.FindPatternsResponse{
		PatternType:   a.patternType(),
		Summaries:     some(a.Summary, (*patternSummaryResult).message),
		SummaryCount:  toolcall.Count(max(a.SummaryTotal, len(a.Summary))),
		Matches:       each(p, "patterns", a.Patterns, (*patternResult).message),
		Kinds:         some(a.Kinds, func(k *patternKindResult) *codeintelv1.PatternKindSummary { return k.message(p) }),
		NextPageToken: a.NextCursor,
		TotalSize:     toolcall.Count(a.Total),
		Analysis:      a.analysis(),
		CallInfo:      call,
	}
}

// patternType returns the requested type, or nil for all types.
func (a *patternsResult) patternType() *codeintelv1.PatternType {
	if a.PatternType == allPatterns {
		return nil
	}
	return enumOf[codeintelv1.PatternType](a.PatternType).Enum()
}

func (k *patternKindResult) message(p *contractCheck) *codeintelv1.PatternKindSummary {
	top := must(p, "kinds.top", k.Top)
	match := top.message()
	match.Type = enumOf[codeintelv1.PatternType](k.Type)
	return &codeintelv1.PatternKindSummary{
		Type:           match.GetType(),
		MatchCount:     toolcall.Count(k.Count),
		FileCount:      toolcall.Count(k.Files),
		TestMatchCount: toolcall.Count(k.InTests),
		TopMatch:       match,
	}
}

func (a *patternSummaryResult) message() *codeintelv1.PatternSummary {
	return &codeintelv1.PatternSummary{
		Type:       enumOf[codeintelv1.PatternType](a.Type),
		Name:       a.Name,
		MatchCount: toolcall.Count(a.Count),
		FileCount:  toolcall.Count(a.Files),
	}
}

func (a *patternResult) message() *codeintelv1.PatternMatch {
	return &codeintelv1.PatternMatch{
		Type:      enumOf[codeintelv1.PatternType](a.Type),
		Name:      a.Name,
		Location:  lines(a.File, a.Line, a.EndLine),
		ElementId: a.Element,
		Group:     a.Group,
		Detail:    a.Detail,
		InTest:    a.InTest,
	}
}
