package mcpserver

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/patterns"
)

const cliPatternsSays = "Tells of the patterns that an installed coderef CLI reports for a project: as a rule those of tests (pattern_type test, " +
	"test_gap or all) by file, without lines. A type that it does not report at all is refused."

type cliPatternsAnswer struct {
	cliAnswer
	PatternType  string                 `json:"pattern_type"`
	Summary      []corecli.PatternCount `json:"summary"`
	SummaryTotal int                    `json:"summary_total"`
	Patterns     []corecli.PatternPlace `json:"patterns"`
	Total        int                    `json:"total"`
	NextCursor   string                 `json:"next_cursor,omitempty"`
}

func (t *cliTools) patterns(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := readPatternsArguments(args)
	if err != nil {
		return nil, err
	}
	found, err := t.cli.Patterns(ctx, a.root)
	if err != nil {
		return nil, err
	}
	other := func(kind *string) bool {
		word, known := patterns.Kind(*kind)
		if warning := "patterns of a type that has no word here are left out: " + *kind; !known && !slices.Contains(found.Warnings, warning) {
			found.Warnings = append(found.Warnings, warning)
		}
		*kind = word
		return !known || a.kind != patterns.All && word != a.kind
	}
	summary, places := []corecli.PatternCount{}, []corecli.PatternPlace{}
	for _, c := range found.Summary {
		if !other(&c.Type) {
			summary = append(summary, c)
		}
	}
	for _, p := range found.Places {
		if !other(&p.Type) {
			places = append(places, p)
		}
	}
	if a.kind != patterns.All && !found.Reports(a.kind) {
		return nil, invalidInput("ask for test or all, or use the native engine", "the coderef CLI does not report patterns of type %s", a.kind)
	}
	if len(summary) == 0 {
		found.Warnings = append(found.Warnings, "the coderef CLI reports no such patterns; whether it looks for them it does not tell")
	}
	shown, next, err := cliPage(places, a.cursor, a.limit, cliRequest("coderef_patterns", a.root, a.kind))
	if err != nil {
		return nil, err
	}
	return cliPatternsAnswer{
		cliAnswer: answered(found.Warnings...), PatternType: a.kind, Summary: summary[:min(len(summary), maxSummary)], SummaryTotal: len(summary),
		Patterns: shown, Total: len(places), NextCursor: next,
	}, nil
}
