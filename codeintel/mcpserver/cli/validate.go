package cli

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type validateResponse struct {
	response
	Pattern     string            `json:"pattern"`
	Total       int               `json:"total"`
	Valid       int               `json:"valid"`
	Invalid     int               `json:"invalid"`
	Percentage  float64           `json:"percentage"`
	Errors      []corecli.Finding `json:"errors"`
	ErrorsTotal int               `json:"errors_total"`
	NextCursor  string            `json:"next_cursor,omitempty"`
}

// Validate runs coderef_validate.
func (t *Tools) Validate(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadValidate(args)
	if err != nil {
		return nil, err
	}
	found, err := t.program.Validate(ctx, r.Root, r.Pattern)
	if err != nil {
		return nil, err
	}
	shown, next, err := page(found.Errors, r.Cursor, r.Limit, requestDigest("coderef_validate", r.Root, r.Pattern))
	if err != nil {
		return nil, err
	}
	return validateResponse{
		response: t.newResponse(ctx, r.Root, found.Warnings...), Pattern: r.Pattern, Total: found.Total, Valid: found.Valid,
		Invalid:    found.Invalid,
		Percentage: tools.ValidPercentage(found.Valid, found.Total), Errors: shown, ErrorsTotal: len(found.Errors),
		NextCursor: next,
	}, nil
}
