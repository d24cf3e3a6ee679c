package mcpserver

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/impact"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliImpactSays = "Tells what a change of an element reaches as an installed coderef CLI finds it by names: dependents, file by file, " +
	"and a risk level with the rule that gave it. The CLI does not know operations: how hard each dependent is hit is told here, by " +
	"the operation and how far it is. It names no tests and does not tell what it could not resolve."

type cliImpactAnswer struct {
	cliAnswer
	Element              corecli.Element        `json:"element"`
	Operation            impact.Operation       `json:"operation"`
	RiskLevel            string                 `json:"risk_level"`
	Risk                 cliRisk                `json:"risk"`
	DirectDependents     *int                   `json:"direct_dependents,omitempty"`
	TransitiveDependents *int                   `json:"transitive_dependents,omitempty"`
	AffectedFiles        int                    `json:"affected_files"`
	MaxDepth             int                    `json:"max_depth,omitempty"`
	RippleEffects        []corecli.RippleEffect `json:"ripple_effects"`
	NextCursor           string                 `json:"next_cursor,omitempty"`
}

type cliRisk struct {
	Score int    `json:"score"`
	Rule  string `json:"rule"`
}

func (t *cliTools) impact(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := readImpactArguments(args)
	if err != nil {
		return nil, err
	}
	found, err := t.cli.Impact(ctx, corecli.ImpactRequest{
		Root: a.root, Element: inProject(a.root, a.element), Operation: string(a.operation), MaxDepth: a.maxDepth,
	})
	if err != nil {
		return nil, err
	}
	request := cliRequest("coderef_impact", a.root, a.element, a.operation, a.maxDepth)
	shown, next, err := cliPage(found.Files, a.cursor, a.limit, request)
	if err != nil {
		return nil, err
	}
	return cliImpactAnswer{
		cliAnswer: answered(append(found.Warnings, cliUnresolved)...), Element: found.Element, Operation: a.operation,
		RiskLevel: found.Level, Risk: cliRisk{found.Score, found.Rule}, DirectDependents: found.Direct,
		TransitiveDependents: found.Transitive, AffectedFiles: len(found.Files), MaxDepth: found.MaxDepth, RippleEffects: shown, NextCursor: next,
	}, nil
}
