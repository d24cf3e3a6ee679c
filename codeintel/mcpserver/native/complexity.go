package native

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/complexity"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type complexityResponse struct {
	Success bool `json:"success"`
	identified
	Element       facts.Element          `json:"element"`
	Complexity    metrics                `json:"complexity"`
	Elements      []complexityElement    `json:"elements"`
	Total         int                    `json:"total"`
	NextCursor    string                 `json:"next_cursor,omitempty"`
	Rule          string                 `json:"rule"`
	Unresolved    graph.UnresolvedCounts `json:"unresolved"`
	Precision     facts.Precision        `json:"precision"`
	FilesAnalyzed int                    `json:"files_analyzed"`
	Generated     *generatedFiles        `json:"generated,omitempty"`
	Warnings      []string               `json:"warnings,omitempty"`
}

type complexityElement struct {
	Element facts.Element `json:"element"`
	Metrics metrics       `json:"metrics"`
}

type metrics struct {
	Lines         int              `json:"lines"`
	CodeLines     int              `json:"code_lines,omitempty"`
	Functions     int              `json:"functions,omitempty"`
	Cyclomatic    int              `json:"cyclomatic"`
	MaxCyclomatic int              `json:"max_cyclomatic,omitempty"`
	Cognitive     int              `json:"cognitive"`
	MaxCognitive  int              `json:"max_cognitive,omitempty"`
	Nesting       int              `json:"nesting"`
	Parameters    int              `json:"parameters"`
	FanIn         int              `json:"fan_in"`
	FanOut        int              `json:"fan_out"`
	Score         float64          `json:"score"`
	Level         complexity.Level `json:"level"`
}

// Complexity runs coderef_complexity.
func (t *Tools) Complexity(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadComplexity(args)
	if err != nil {
		return nil, err
	}
	return examine(ctx, t, r.Root, progress, func(ctx context.Context, s *index.Snapshot) (*complexityResponse, error) {
		found, err := complexity.Analyze(ctx, s, r.Target(), r.IncludeGenerated)
		if err != nil {
			return nil, toolerror.FromLookup(err)
		}
		return newComplexityResponse(ctx, s, &r, found)
	})
}

func newComplexityResponse(
	ctx context.Context, s *index.Snapshot, r *tools.ComplexityRequest, found *complexity.Report,
) (*complexityResponse, error) {
	key := paging.Key{
		Request: paging.DigestOf("coderef_complexity", r.Root, r.Element, r.IncludeGenerated),
		State:   paging.DigestOf(s.Digest()),
	}
	shown, next, err := paging.Page(found.Functions, key, r.Cursor, r.Limit)
	if err != nil {
		return nil, err
	}
	if err := found.CountFans(ctx, s, shown); err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	response := &complexityResponse{
		Success: true, Element: found.Element, Complexity: metrics(found.Metrics), Elements: []complexityElement{},
		Total: len(found.Functions), NextCursor: next, Rule: complexity.Rule, Unresolved: found.Unresolved,
		Precision: found.Precision(s), FilesAnalyzed: g.FileCount(),
		Generated: newGeneratedFiles(found.Generated, r.IncludeGenerated || found.Element.Type != complexity.FolderType),
		Warnings:  s.Warnings(),
	}
	for _, f := range shown {
		response.Elements = append(response.Elements, complexityElement{f.Element, metrics(f.Metrics)})
	}
	return response, nil
}
