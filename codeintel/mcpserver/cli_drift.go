package mcpserver

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliDriftSays = "Compares an index file with the project as it is now, with an installed coderef CLI. Without index_path it is the first " +
	"there is of .coderef-index.json, coderef-index.json and .coderef/index.json; \"index_path\" tells which. drift_percentage is of " +
	"what the CLI lists where it does not tell what is unchanged."

type cliDriftAnswer struct {
	cliAnswer
	IndexPath       string               `json:"index_path"`
	DriftPercentage float64              `json:"drift_percentage"`
	Summary         corecli.DriftSummary `json:"summary"`
	DriftReport     []corecli.DriftEntry `json:"drift_report"`
	Total           int                  `json:"total"`
	NextCursor      string               `json:"next_cursor,omitempty"`
}

func (t *cliTools) drift(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := readDriftArguments(args)
	if err != nil {
		return nil, err
	}
	_, path, err := a.locate()
	if err != nil {
		return nil, err
	}
	found, err := t.cli.Drift(ctx, a.root, path)
	if err != nil {
		return nil, err
	}
	shown, next, err := cliPage(found.Entries, a.cursor, a.limit, cliRequest(a.request()), path)
	if err != nil {
		return nil, err
	}
	return cliDriftAnswer{
		cliAnswer: answered(found.Warnings...), IndexPath: path, DriftPercentage: found.Percentage, Summary: found.Summary,
		DriftReport: shown, Total: len(found.Entries), NextCursor: next,
	}, nil
}
