package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/impact"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
)

//go:embed schema/impact.input.json
var impactInput []byte

//go:embed schema/impact.output.json
var impactOutput []byte

// maxTestsListed bounds the tests of an answer; tests_total has them all.
const maxTestsListed = 100

func impactTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_impact",
		Description: "Tells what a change of an element or file reaches: who depends on it, directly and through others, file by " +
			"file with the hardest hit first, the tests that reach it, and a risk level with the rule and the numbers that gave it. " +
			"The operation decides how hard each is hit. modify changes behaviour: who calls it, uses its value or extends it is " +
			"hit (major), the rest may notice (minor). refactor changes name or signature: whatever names or overrides it must " +
			"change along (major). delete: whatever names it breaks (breaking), imports and re-exports among it. Dependents are " +
			"followed through calls, what overrides may be called (\"dispatch\": \"possible\"), imports, references, extends and " +
			"implements, max_depth steps far. It judges by who depends on the target, not by what the change is; it cannot see calls " +
			"through callbacks, untyped values or string keys: \"unresolved\" counts places that may be such, so few dependents with " +
			"unresolved above zero does not mean safe, least of all in languages that are only parsed (\"precision\": \"syntactic\"). " +
			"Whether a test really runs the target, only its execution tells " +
			"(see coderef_coverage).",
		InputSchema:  json.RawMessage(impactInput),
		OutputSchema: json.RawMessage(impactOutput),
		Annotations:  readOnly("Tell what a change reaches"),
	}
}

type impactAnswer struct {
	Success              bool                   `json:"success"`
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

type impactArguments struct {
	root, element string
	operation     impact.Operation
	maxDepth      int
	limit         int
	cursor        string
}

func readImpactArguments(args arguments) (a impactArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	if a.element, err = args.requiredText("element", targetHint); err != nil {
		return a, err
	}
	a.operation = impact.Modify
	if err = args.value("operation", "a string", &a.operation); err != nil {
		return a, err
	}
	switch a.operation {
	case impact.Modify, impact.Delete, impact.Refactor:
	default:
		return a, invalidInput("operation is one of modify, delete, refactor", "unknown operation %q", a.operation)
	}
	if a.maxDepth, err = args.integer("max_depth", defaultDepth, 1, maxDepth); err != nil {
		return a, err
	}
	if a.limit, err = args.integer("limit", defaultLimit, 1, maxLimit); err != nil {
		return a, err
	}
	a.cursor, err = args.text("cursor")
	return a, err
}

func (t *tools) impact(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readImpactArguments(args)
	if err != nil {
		return nil, err
	}
	var answer *impactAnswer
	err = t.project(a.root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		found, err := impact.Analyze(ctx, s, inProject(a.root, a.element), a.operation, a.maxDepth)
		if err != nil {
			return lookupError(err)
		}
		answer, err = a.answer(ctx, s, found)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func (a *impactArguments) answer(ctx context.Context, s *index.Snapshot, found *impact.Report) (*impactAnswer, error) {
	effects := make([]rippleEffect, len(found.Files))
	for i := range found.Files {
		effects[i] = ripple(&found.Files[i])
	}
	// Files outside the project can change the results too, and the digest does not
	// cover them.
	key := paging.Key{
		Request: paging.DigestOf("coderef_impact", a.root, a.element, a.operation, a.maxDepth),
		State:   paging.DigestOf(s.Digest(), found.Risk.Rule, effects),
	}
	shown, next, err := page(effects, key, a.cursor, a.limit)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	answer := &impactAnswer{
		Success: true, Element: found.Element, Operation: a.operation, RiskLevel: found.Risk.Level,
		Risk:             impactRisk{Score: found.Risk.Score, Rule: found.Risk.Rule, Exported: found.Risk.Exported},
		DirectDependents: found.Direct, TransitiveDependents: found.Transitive, AffectedFiles: len(effects),
		MaxDepth: found.MaxDepth, RippleEffects: shown, NextCursor: next, Tests: []impactTest{}, TestsTotal: len(found.Tests),
		Unresolved: found.Unresolved, Precision: index.PrecisionOf(found.Element.File), FilesAnalyzed: g.FileCount(),
		Warnings: s.Warnings(),
	}
	for _, test := range found.Tests[:min(len(found.Tests), maxTestsListed)] {
		answer.Tests = append(answer.Tests, impactTest(test))
	}
	return answer, nil
}

func ripple(f *impact.File) rippleEffect {
	r := rippleEffect{File: f.Path, Severity: f.Severity.String(), Impact: f.Impact, MinDepth: f.MinDepth}
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
		r.Elements = append(r.Elements, e)
	}
	return r
}
