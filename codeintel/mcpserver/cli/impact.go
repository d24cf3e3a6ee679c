package cli

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/impact"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type impactResponse struct {
	response
	Element              corecli.Element        `json:"element"`
	Operation            impact.Operation       `json:"operation"`
	RiskLevel            string                 `json:"risk_level"`
	Risk                 risk                   `json:"risk"`
	DirectDependents     *int                   `json:"direct_dependents,omitempty"`
	TransitiveDependents *int                   `json:"transitive_dependents,omitempty"`
	AffectedFiles        int                    `json:"affected_files"`
	MaxDepth             int                    `json:"max_depth,omitempty"`
	RippleEffects        []corecli.RippleEffect `json:"ripple_effects"`
	NextCursor           string                 `json:"next_cursor,omitempty"`
}

type risk struct {
	Score int    `json:"score"`
	Rule  string `json:"rule"`
}

// Impact runs coderef_impact.
func (t *Tools) Impact(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadImpact(args)
	if err != nil {
		return nil, err
	}
	if r.Element == "" {
		return nil, toolerror.Invalid("use the native engine", "the coderef CLI analyses the change of an element only")
	}
	found, err := t.program.Impact(ctx, corecli.ImpactRequest{
		Root: r.Root, Element: arguments.InProject(r.Root, r.Element), Operation: string(r.Operation), MaxDepth: r.MaxDepth,
	})
	if err != nil {
		return nil, err
	}
	request := requestDigest("coderef_impact", r.Root, r.Element, r.Operation, r.MaxDepth)
	shown, next, err := page(found.Files, r.Cursor, r.Limit, request)
	if err != nil {
		return nil, err
	}
	return impactResponse{
		response: t.newResponse(ctx, r.Root, append(found.Warnings, unresolvedWarning)...),
		Element:  found.Element, Operation: r.Operation,
		RiskLevel: found.Level, Risk: risk{found.Score, found.Rule}, DirectDependents: found.Direct,
		TransitiveDependents: found.Transitive, AffectedFiles: len(found.Files), MaxDepth: found.MaxDepth,
		RippleEffects: shown, NextCursor: next,
	}, nil
}
