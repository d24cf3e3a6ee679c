package native

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/impact"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// maxTestsListed bounds the tests of a response; tests_total is the number without the bound.
const maxTestsListed = 100

type impactResponse struct {
	Success bool `json:"success"`
	identified
	Element              facts.Element          `json:"element"`
	Operation            impact.Operation       `json:"operation"`
	RiskLevel            impact.Level           `json:"risk_level"`
	Risk                 impactRisk             `json:"risk"`
	DirectDependents     int                    `json:"direct_dependents"`
	TransitiveDependents int                    `json:"transitive_dependents"`
	AffectedFiles        int                    `json:"affected_files"`
	MaxDepth             int                    `json:"max_depth"`
	RippleEffects        []rippleEffect         `json:"ripple_effects"`
	NextCursor           string                 `json:"next_cursor,omitempty"`
	Tests                []impactTest           `json:"tests"`
	TestsTotal           int                    `json:"tests_total"`
	Unresolved           graph.UnresolvedCounts `json:"unresolved"`
	Precision            facts.Precision        `json:"precision"`
	FilesAnalyzed        int                    `json:"files_analyzed"`
	Warnings             []string               `json:"warnings,omitempty"`
}

type impactRisk struct {
	Score    int    `json:"score"`
	Rule     string `json:"rule"`
	Exported bool   `json:"exported"`
}

type rippleEffect struct {
	File     string          `json:"file"`
	Severity string          `json:"severity"`
	Impact   string          `json:"impact"`
	MinDepth int             `json:"min_depth"`
	Elements []rippleElement `json:"elements"`
}

type rippleElement struct {
	ID         string `json:"id"`
	Type       string `json:"type"`
	Name       string `json:"name"`
	Line       int    `json:"line"`
	Depth      int    `json:"depth"`
	Direct     bool   `json:"direct"`
	Severity   string `json:"severity"`
	Relation   string `json:"relation"`
	Confidence string `json:"confidence"`
	Dispatch   string `json:"dispatch,omitempty"`
	Overrides  bool   `json:"overrides,omitempty"`
	TypeOnly   bool   `json:"type_only,omitempty"`
	Via        string `json:"via,omitempty"`
}

type impactTest struct {
	File  string `json:"file"`
	Name  string `json:"name,omitempty"`
	Line  int    `json:"line,omitempty"`
	ID    string `json:"id,omitempty"`
	Depth int    `json:"depth"`
}

// Impact runs coderef_impact.
func (t *Tools) Impact(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadImpact(args)
	if err != nil {
		return nil, err
	}
	return examine(ctx, t, r.Root, progress, func(ctx context.Context, s *index.Snapshot) (*impactResponse, error) {
		found, err := impact.Analyze(ctx, s, arguments.InProject(r.Root, r.Element), r.Operation, r.MaxDepth)
		if err != nil {
			return nil, toolerror.FromLookup(err)
		}
		return newImpactResponse(ctx, s, &r, found)
	})
}

func newImpactResponse(
	ctx context.Context, s *index.Snapshot, r *tools.ImpactRequest, found *impact.Report,
) (*impactResponse, error) {
	effects := make([]rippleEffect, len(found.Files))
	for i := range found.Files {
		effects[i] = ripple(&found.Files[i])
	}
	// Files outside the project can change the results, and the digest of the snapshot does
	// not cover them, so the state includes the results.
	key := paging.Key{
		Request: paging.DigestOf("coderef_impact", r.Root, r.Element, r.Operation, r.MaxDepth),
		State:   paging.DigestOf(s.Digest(), found.Risk.Rule, effects),
	}
	shown, next, err := paging.Page(effects, key, r.Cursor, r.Limit)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	response := &impactResponse{
		Success: true, Element: found.Element, Operation: r.Operation, RiskLevel: found.Risk.Level,
		Risk:             impactRisk{Score: found.Risk.Score, Rule: found.Risk.Rule, Exported: found.Risk.Exported},
		DirectDependents: found.Direct, TransitiveDependents: found.Transitive, AffectedFiles: len(effects),
		MaxDepth: found.MaxDepth, RippleEffects: shown, NextCursor: next, Tests: []impactTest{}, TestsTotal: len(found.Tests),
		Unresolved: found.Unresolved, Precision: index.PrecisionOf(found.Element.File), FilesAnalyzed: g.FileCount(),
		Warnings: s.Warnings(),
	}
	for _, test := range found.Tests[:min(len(found.Tests), maxTestsListed)] {
		response.Tests = append(response.Tests, impactTest(test))
	}
	return response, nil
}

func ripple(f *impact.File) rippleEffect {
	out := rippleEffect{File: f.Path, Severity: f.Severity.String(), Impact: f.Impact, MinDepth: f.MinDepth}
	for i := range f.Elements {
		d := &f.Elements[i]
		e := rippleElement{
			ID: d.ID, Type: d.Type, Name: d.Name, Line: d.Line, Depth: d.Depth, Direct: d.Depth == 1,
			Severity: d.Severity.String(), Relation: d.Relation.String(), Confidence: d.Confidence.String(),
			Overrides: d.Overrides, TypeOnly: d.TypeOnly, Via: d.Via,
		}
		if d.Possible {
			e.Dispatch = graph.Possible
		}
		out.Elements = append(out.Elements, e)
	}
	return out
}
