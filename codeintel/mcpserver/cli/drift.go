package cli

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type driftResponse struct {
	response
	IndexPath       string               `json:"index_path"`
	DriftPercentage float64              `json:"drift_percentage"`
	Summary         corecli.DriftSummary `json:"summary"`
	DriftReport     []corecli.DriftEntry `json:"drift_report"`
	Total           int                  `json:"total"`
	NextCursor      string               `json:"next_cursor,omitempty"`
}

// Drift runs coderef_drift.
func (t *Tools) Drift(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadDrift(args)
	if err != nil {
		return nil, err
	}
	_, path, err := r.FindIndex()
	if err != nil {
		return nil, err
	}
	found, err := t.program.Drift(ctx, r.Root, path)
	if err != nil {
		return nil, err
	}
	shown, next, err := page(found.Entries, r.Cursor, r.Limit, requestDigest(r.Digest()), path)
	if err != nil {
		return nil, err
	}
	return driftResponse{
		response:  t.newResponse(ctx, r.Root, found.Warnings...),
		IndexPath: path, DriftPercentage: found.Percentage, Summary: found.Summary,
		DriftReport: shown, Total: len(found.Entries), NextCursor: next,
	}, nil
}
