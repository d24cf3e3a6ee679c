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

// maxModulesListed bounds the modules of a response; modules_total is the number without the
// bound.
const maxModulesListed = 10

// impactResponse begins with the subject, the summary and the counts, so that the beginning of a long
// response suffices to judge the change.
type impactResponse struct {
	Success bool `json:"success"`
	identified
	Summary              string                 `json:"summary"`
	Element              *facts.Element         `json:"element,omitempty"`
	Operation            impact.Operation       `json:"operation,omitempty"`
	RiskLevel            impact.Level           `json:"risk_level"`
	Risk                 impactRisk             `json:"risk"`
	DirectDependents     int                    `json:"direct_dependents"`
	TransitiveDependents int                    `json:"transitive_dependents"`
	AffectedFiles        int                    `json:"affected_files"`
	InTests              impactCounts           `json:"in_tests"`
	MaxDepth             int                    `json:"max_depth"`
	Modules              []impactModule         `json:"modules"`
	ModulesTotal         int                    `json:"modules_total"`
	TestsTotal           int                    `json:"tests_total"`
	Unresolved           graph.UnresolvedCounts `json:"unresolved"`
	Precision            facts.Precision        `json:"precision"`
	FilesAnalyzed        int                    `json:"files_analyzed"`
	Warnings             []string               `json:"warnings,omitempty"`
	NextCursor           string                 `json:"next_cursor,omitempty"`
	Change               *impactChange          `json:"change,omitempty"`
	Tests                []impactTest           `json:"tests"`
	RippleEffects        []rippleEffect         `json:"ripple_effects"`
}

type impactCounts struct {
	Direct     int `json:"direct_dependents"`
	Transitive int `json:"transitive_dependents"`
	Files      int `json:"affected_files"`
}

type impactModule struct {
	Path string `json:"path"`
	impactCounts
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
	File    string `json:"file"`
	Name    string `json:"name,omitempty"`
	Line    int    `json:"line,omitempty"`
	ID      string `json:"id,omitempty"`
	Depth   int    `json:"depth"`
	Reason  string `json:"reason"`
	Removed bool   `json:"removed,omitempty"`
}

// Impact runs coderef_impact.
func (t *Tools) Impact(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadImpact(args)
	if err != nil {
		return nil, err
	}
	return examine(ctx, t, r.Root, progress, func(ctx context.Context, s *index.Snapshot) (*impactResponse, error) {
		if r.Element == "" {
			return t.impactOfChange(ctx, s, &r)
		}
		found, err := impact.Analyze(ctx, s, arguments.InProject(r.Root, r.Element), r.Operation, r.MaxDepth)
		if err != nil {
			return nil, toolerror.FromLookup(err)
		}
		response := newImpactResponse(found)
		response.Summary, response.Element, response.Operation = found.Summary(r.Operation), &found.Element, r.Operation
		response.Precision = index.PrecisionOf(found.Element.File)
		return response.page(ctx, s, &r, 0)
	})
}

// newImpactResponse returns a response with complete lists.
func newImpactResponse(found *impact.Report) *impactResponse {
	response := &impactResponse{
		Success: true, RiskLevel: found.Risk.Level,
		Risk:             impactRisk{Score: found.Risk.Score, Rule: found.Risk.Rule, Exported: found.Risk.Exported},
		DirectDependents: found.Dependents.Direct, TransitiveDependents: found.Dependents.Transitive,
		AffectedFiles: found.Dependents.Files, InTests: impactCounts(found.InTests), MaxDepth: found.MaxDepth,
		Modules: []impactModule{}, ModulesTotal: len(found.Modules), TestsTotal: len(found.Tests),
		Unresolved:    found.Unresolved,
		RippleEffects: make([]rippleEffect, len(found.Files)), Tests: make([]impactTest, len(found.Tests)),
	}
	for _, m := range found.Modules[:min(len(found.Modules), maxModulesListed)] {
		response.Modules = append(response.Modules, impactModule{m.Path, impactCounts(m.Counts)})
	}
	for i := range found.Files {
		response.RippleEffects[i] = ripple(&found.Files[i])
	}
	for i, test := range found.Tests {
		response.Tests[i] = impactTest{
			File: test.File, Name: test.Name, Line: test.Line, ID: test.ID, Depth: test.Depth, Reason: test.Reason.String(),
			Removed: test.Removed,
		}
	}
	return response
}

// page cuts all lists to one page. longest is the length of the longest list in i.Change, 0
// without a change.
func (i *impactResponse) page(
	ctx context.Context, s *index.Snapshot, r *tools.ImpactRequest, longest int,
) (*impactResponse, error) {
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	i.FilesAnalyzed, i.Warnings = g.FileCount(), s.Warnings()
	// Files outside the project can change the results, and the digest of the snapshot does
	// not cover them, so the state includes the results.
	key := paging.Key{
		Request: paging.DigestOf("coderef_impact", r.Root, r.Element, r.Diff, r.Base, r.Head, r.Operation, r.MaxDepth),
		State:   paging.DigestOf(s.Digest(), i.Risk.Rule, i.RippleEffects, i.Tests, i.Change),
	}
	page, err := paging.Window(max(len(i.RippleEffects), len(i.Tests), longest), key, r.Cursor, r.Limit)
	if err != nil {
		return nil, err
	}
	i.NextCursor, i.Tests, i.RippleEffects = page.Next, paging.Part(i.Tests, page), paging.Part(i.RippleEffects, page)
	if i.Change != nil {
		i.Change.page(page)
	}
	return i, nil
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
