package native

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
	"github.com/coderef-system/coderefd/codeintel/patterns"
)

type patternsResponse struct {
	Success bool `json:"success"`
	identified
	PatternType   string                  `json:"pattern_type"`
	Total         int                     `json:"total"`
	Kinds         []patternKind           `json:"kinds"`
	Patterns      []patternPlace          `json:"patterns"`
	NextCursor    string                  `json:"next_cursor,omitempty"`
	Summary       []patternCount          `json:"summary"`
	SummaryTotal  int                     `json:"summary_total"`
	Unresolved    *graph.UnresolvedCounts `json:"unresolved,omitempty"`
	Precision     facts.Precision         `json:"precision"`
	FilesAnalyzed int                     `json:"files_analyzed"`
	Generated     *generatedFiles         `json:"generated,omitempty"`
	Warnings      []string                `json:"warnings,omitempty"`
}

type patternKind struct {
	Type    string     `json:"type"`
	Count   int        `json:"count"`
	Files   int        `json:"files"`
	InTests int        `json:"in_tests"`
	Top     patternTop `json:"top"`
}

// patternTop is the first place of a kind.
type patternTop struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Element string `json:"element,omitempty"`
	Detail  string `json:"detail,omitempty"`
}

type patternCount struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Count int    `json:"count"`
	Files int    `json:"files"`
}

type patternPlace struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
	Element string `json:"element,omitempty"`
	Group   string `json:"group,omitempty"`
	Detail  string `json:"detail,omitempty"`
	InTest  bool   `json:"in_test,omitempty"`
}

// Patterns runs coderef_patterns.
func (t *Tools) Patterns(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadPatterns(args)
	if err != nil {
		return nil, err
	}
	return examine(ctx, t, r.Root, progress, func(ctx context.Context, s *index.Snapshot) (*patternsResponse, error) {
		found, err := patterns.Find(ctx, s, r.Kind, r.IncludeGenerated)
		if err != nil {
			return nil, err
		}
		return newPatternsResponse(&r, s, found)
	})
}

func newPatternsResponse(
	r *tools.PatternsRequest, s *index.Snapshot, found *patterns.Report,
) (*patternsResponse, error) {
	key := paging.Key{
		Request: paging.DigestOf("coderef_patterns", r.Root, r.Kind, r.IncludeGenerated),
		State:   paging.DigestOf(s.Digest(), len(found.Places)),
	}
	shown, next, err := paging.Page(found.Places, key, r.Cursor, r.Limit)
	if err != nil {
		return nil, err
	}
	response := &patternsResponse{
		Success: true, PatternType: r.Kind, Summary: []patternCount{}, SummaryTotal: len(found.Counts),
		Kinds: []patternKind{}, Patterns: []patternPlace{},
		Total: len(found.Places), NextCursor: next, Unresolved: found.Unresolved, Precision: facts.Syntactic,
		FilesAnalyzed: len(s.Files()),
		Generated:     newGeneratedFiles(found.Generated, r.IncludeGenerated), Warnings: s.Warnings(),
	}
	if r.Kind == patterns.TestGap || r.Kind == patterns.PossiblyReached {
		response.Precision = s.Precision()
	}
	for _, k := range found.Kinds {
		top := patternTop{k.Top.Name, k.Top.File, k.Top.Line, k.Top.Element, k.Top.Detail}
		response.Kinds = append(response.Kinds, patternKind{k.Kind, k.Places, k.Files, k.InTests, top})
	}
	for _, c := range found.Counts[:min(len(found.Counts), tools.MaxPatternSummary)] {
		response.Summary = append(response.Summary, patternCount{c.Kind, c.Name, c.Places, c.Files})
	}
	for _, p := range shown {
		response.Patterns = append(response.Patterns, patternPlace{
			p.Kind, p.Name, p.File, p.Line, p.EndLine, p.Element, p.Group, p.Detail, p.Test,
		})
	}
	return response, nil
}
