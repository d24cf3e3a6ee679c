package mcpserver

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliValidateSays = "Checks the CodeRef2 references in the files that pattern matches, by default " + defaultPattern + " only, with an " +
	"installed coderef CLI: how many are valid, and what is wrong with the others. It changes nothing."

type cliValidateAnswer struct {
	cliAnswer
	Pattern     string            `json:"pattern"`
	Total       int               `json:"total"`
	Valid       int               `json:"valid"`
	Invalid     int               `json:"invalid"`
	Percentage  float64           `json:"percentage"`
	Errors      []corecli.Finding `json:"errors"`
	ErrorsTotal int               `json:"errors_total"`
	NextCursor  string            `json:"next_cursor,omitempty"`
}

func (t *cliTools) validate(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := readValidateArguments(args)
	if err != nil {
		return nil, err
	}
	found, err := t.cli.Validate(ctx, a.root, a.pattern)
	if err != nil {
		return nil, err
	}
	shown, next, err := cliPage(found.Errors, a.cursor, a.limit, cliRequest("coderef_validate", a.root, a.pattern))
	if err != nil {
		return nil, err
	}
	answer := cliValidateAnswer{
		cliAnswer: answered(found.Warnings...), Pattern: a.pattern, Total: found.Total, Valid: found.Valid, Invalid: found.Invalid,
		Percentage: 100, Errors: shown, ErrorsTotal: len(found.Errors), NextCursor: next,
	}
	if found.Total > 0 {
		answer.Percentage = percent(found.Valid, found.Total)
	}
	return answer, nil
}
