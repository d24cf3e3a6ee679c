package server

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// impactAnswer is the structured answer of coderef_impact.
type impactAnswer struct {
	Element              *elementAnswer       `json:"element"`
	Operation            string               `json:"operation"`
	RiskLevel            string               `json:"risk_level"`
	Risk                 *riskAnswer          `json:"risk"`
	DirectDependents     int                  `json:"direct_dependents"`
	TransitiveDependents int                  `json:"transitive_dependents"`
	AffectedFiles        int                  `json:"affected_files"`
	MaxDepth             int                  `json:"max_depth"`
	RippleEffects        *[]rippleAnswer      `json:"ripple_effects"`
	NextCursor           string               `json:"next_cursor"`
	Tests                []affectedTestAnswer `json:"tests"`
	TestsTotal           int                  `json:"tests_total"`
	Unresolved           *unresolvedAnswer    `json:"unresolved"`
	Precision            string               `json:"precision"`
	FilesAnalyzed        int                  `json:"files_analyzed"`
	Warnings             []string             `json:"warnings"`
}

type riskAnswer struct {
	Score    int    `json:"score"`
	Rule     string `json:"rule"`
	Exported bool   `json:"exported"`
}

type rippleAnswer struct {
	File     string           `json:"file"`
	Severity string           `json:"severity"`
	Impact   string           `json:"impact"`
	MinDepth int              `json:"min_depth"`
	Elements []affectedAnswer `json:"elements"`
}

type affectedAnswer struct {
	ID         string `json:"id"`
	Type       string `json:"type"`
	Name       string `json:"name"`
	Line       int    `json:"line"`
	Depth      int    `json:"depth"`
	Direct     bool   `json:"direct"`
	Relation   string `json:"relation"`
	Confidence string `json:"confidence"`
	Dispatch   string `json:"dispatch"`
	Via        string `json:"via"`
	Severity   string `json:"severity"`
	TypeOnly   bool   `json:"type_only"`
	Overrides  bool   `json:"overrides"`
}

type affectedTestAnswer struct {
	File  string `json:"file"`
	Name  string `json:"name"`
	Line  int    `json:"line"`
	ID    string `json:"id"`
	Depth int    `json:"depth"`
}

// impactArguments are the arguments of coderef_impact; only set ones are sent.
type impactArguments struct {
	ProjectPath string `json:"project_path"`
	Element     string `json:"element"`
	Operation   string `json:"operation,omitempty"`
	MaxDepth    int32  `json:"max_depth,omitzero"`
	Limit       int32  `json:"limit,omitzero"`
	Cursor      string `json:"cursor,omitempty"`
}

// Impact tells what a change of an element would affect.
func (s *codeIntelService) Impact(ctx context.Context, req *codeintelv1.ImpactRequest) (*codeintelv1.ImpactResponse, error) {
	return answerTyped(ctx, s, typedCall{
		tool: "coderef_impact", instead: smallerPage,
		arguments: impactArguments{
			ProjectPath: req.GetProjectPath(),
			Element:     req.GetElement(),
			Operation:   wordOf(req.GetOperation(), "_"),
			MaxDepth:    req.GetMaxDepth(),
			Limit:       typedPageSize(req.GetPageSize()),
			Cursor:      req.GetPageToken(),
		},
	}, (*impactAnswer).response)
}

func (a *impactAnswer) response(p *promises, call *toolv1.CallInfo) *codeintelv1.ImpactResponse {
	risk := must(p, "risk", a.Risk)
	return &codeintelv1.ImpactResponse{
		Element:   p.element("element", a.Element),
		Operation: enumOf[codeintelv1.ImpactOperation](a.Operation),
		Risk: &codeintelv1.Risk{
			Level:    enumOf[codeintelv1.RiskLevel](a.RiskLevel),
			Score:    int32(p.upTo(100, "risk.score", float64(risk.Score))),
			Rule:     risk.Rule,
			Exported: risk.Exported,
		},
		DirectDependentCount:     count(a.DirectDependents),
		TransitiveDependentCount: count(a.TransitiveDependents),
		MaxDepth:                 count(a.MaxDepth),
		RippleEffects:            each(p, "ripple_effects", a.RippleEffects, (*rippleAnswer).message),
		NextPageToken:            a.NextCursor,
		TotalSize:                count(a.AffectedFiles),
		Tests:                    some(a.Tests, (*affectedTestAnswer).message),
		TestCount:                count(max(a.TestsTotal, len(a.Tests))),
		Unresolved:               a.Unresolved.message(),
		Precision:                enumOf[codeintelv1.Precision](a.Precision),
		FileCount:                count(a.FilesAnalyzed),
		Call:                     call,
		Warnings:                 a.Warnings,
	}
}

func (a *rippleAnswer) message() *codeintelv1.RippleEffect {
	return &codeintelv1.RippleEffect{
		File:     a.File,
		Severity: enumOf[codeintelv1.ImpactSeverity](a.Severity),
		Impact:   a.Impact,
		MinDepth: count(a.MinDepth),
		Elements: some(a.Elements, func(e *affectedAnswer) *codeintelv1.AffectedElement { return e.message(a.File) }),
	}
}

func (a *affectedAnswer) message(file string) *codeintelv1.AffectedElement {
	return &codeintelv1.AffectedElement{
		Id:           a.ID,
		Type:         enumOf[codeintelv1.ElementType](a.Type),
		Name:         a.Name,
		Location:     lines(file, a.Line, 0),
		Depth:        count(a.Depth),
		Direct:       a.Direct,
		RelationType: enumOf[codeintelv1.RelationType](a.Relation),
		Confidence:   enumOf[codeintelv1.Confidence](a.Confidence),
		Dispatch:     enumOf[codeintelv1.Dispatch](a.Dispatch),
		ViaId:        a.Via,
		Severity:     enumOf[codeintelv1.ImpactSeverity](a.Severity),
		TypeOnly:     a.TypeOnly,
		Overrides:    a.Overrides,
	}
}

func (a *affectedTestAnswer) message() *codeintelv1.AffectedTest {
	return &codeintelv1.AffectedTest{Location: lines(a.File, a.Line, 0), Name: a.Name, Id: a.ID, Depth: count(a.Depth)}
}
