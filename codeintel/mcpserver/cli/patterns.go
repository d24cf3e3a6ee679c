package cli

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
	"github.com/coderef-system/coderefd/codeintel/patterns"
)

type patternsResponse struct {
	response
	PatternType  string                 `json:"pattern_type"`
	Summary      []corecli.PatternCount `json:"summary"`
	SummaryTotal int                    `json:"summary_total"`
	Patterns     []corecli.PatternPlace `json:"patterns"`
	Total        int                    `json:"total"`
	NextCursor   string                 `json:"next_cursor,omitempty"`
}

// Patterns runs coderef_patterns.
func (t *Tools) Patterns(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadPatterns(args)
	if err != nil {
		return nil, err
	}
	found, err := t.program.Patterns(ctx, r.Root)
	if err != nil {
		return nil, err
	}
	excluded := func(kind *string) bool {
		word, known := patterns.Kind(*kind)
		warning := "patterns of an unknown type are omitted: " + *kind
		if !known && !slices.Contains(found.Warnings, warning) {
			found.Warnings = append(found.Warnings, warning)
		}
		*kind = word
		return !known || r.Kind != patterns.All && word != r.Kind
	}
	summary, places := []corecli.PatternCount{}, []corecli.PatternPlace{}
	for _, c := range found.Summary {
		if !excluded(&c.Type) {
			summary = append(summary, c)
		}
	}
	for _, p := range found.Places {
		if !excluded(&p.Type) {
			places = append(places, p)
		}
	}
	if r.Kind != patterns.All && !found.Reports(r.Kind) {
		return nil, toolerror.Invalid("use test or all, or the native engine",
			"the coderef CLI does not report patterns of type %s", r.Kind)
	}
	if len(summary) == 0 {
		found.Warnings = append(found.Warnings,
			"the coderef CLI reports no such patterns, and does not report whether it looks for them")
	}
	shown, next, err := page(places, r.Cursor, r.Limit, requestDigest("coderef_patterns", r.Root, r.Kind))
	if err != nil {
		return nil, err
	}
	return patternsResponse{
		response:    t.newResponse(ctx, r.Root, append(generatedWarnings(r.IncludeGenerated), found.Warnings...)...),
		PatternType: r.Kind,
		Summary:     summary[:min(len(summary), tools.MaxPatternSummary)], SummaryTotal: len(summary),
		Patterns: shown, Total: len(places), NextCursor: next,
	}, nil
}
