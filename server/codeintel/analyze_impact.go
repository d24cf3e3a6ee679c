package codeintel

import (
	"context"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// impactResult is the structured result of coderef_impact.
type impactResult struct {
	analysisResult

	Summary              string                 `json:"summary"`
	Element              *elementResult         `json:"element"`
	Operation            string                 `json:"operation"`
	RiskLevel            string                 `json:"risk_level"`
	Risk                 *riskResult            `json:"risk"`
	DirectDependents     *int                   `json:"direct_dependents"`
	TransitiveDependents *int                   `json:"transitive_dependents"`
	AffectedFiles        int                    `json:"affected_files"`
	MaxDepth             *int                   `json:"max_depth"`
	RippleEffects        *[]rippleResult        `json:"ripple_effects"`
	NextCursor           string                 `json:"next_cursor"`
	Tests                []affectedTestResult   `json:"tests"`
	TestsTotal           *int                   `json:"tests_total"`
	InTests              *countsResult          `json:"in_tests"`
	Modules              []affectedModuleResult `json:"modules"`
	ModulesTotal         *int                   `json:"modules_total"`
	Change               *changeResult          `json:"change"`
}

type countsResult struct {
	Direct     int `json:"direct_dependents"`
	Transitive int `json:"transitive_dependents"`
	Files      int `json:"affected_files"`
}

type affectedModuleResult struct {
	countsResult

	Path string `json:"path"`
}

type riskResult struct {
	Score int    `json:"score"`
	Rule  string `json:"rule"`
}

type rippleResult struct {
	File     string           `json:"file"`
	Severity string           `json:"severity"`
	Impact   string           `json:"impact"`
	MinDepth *int             `json:"min_depth"`
	Elements []affectedResult `json:"elements"`
}

type affectedResult struct {
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

type affectedTestResult struct {
	File    string `json:"file"`
	Name    string `json:"name"`
	Line    int    `json:"line"`
	ID      string `json:"id"`
	Depth   int    `json:"depth"`
	Reason  string `json:"reason"`
	Removed bool   `json:"removed"`
}

// impactArguments are the arguments of coderef_impact. Unset ones are not sent.
type impactArguments struct {
	ProjectPath string `json:"project_path"`
	Element     string `json:"element,omitempty"`
	Diff        string `json:"diff,omitempty"`
	Base        string `json:"base,omitempty"`
	Head        string `json:"head,omitempty"`
	Operation   string `json:"operation,omitempty"`
	MaxDepth    int32  `json:"max_depth,omitzero"`
	Limit       int32  `json:"limit,omitzero"`
	Cursor      string `json:"cursor,omitempty"`
}

// AnalyzeImpact reports the effects of a change of an element, of a diff, or between revisions.
func (s *Service) AnalyzeImpact(
	ctx context.Context, req *codeintelv1.AnalyzeImpactRequest,
) (*codeintelv1.AnalyzeImpactResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_AnalyzeImpact_FullMethodName, instead: smallerPage,
		arguments: impactArguments{
			ProjectPath: req.GetProjectPath(),
			Element:     req.GetTarget(),
			Diff:        req.GetDiff(),
			Base:        req.GetRevisions().GetBase(),
			Head:        req.GetRevisions().GetHead(),
			Operation:   wordOf(req.GetOperation(), "_"),
			MaxDepth:    req.GetMaxDepth(),
			Limit:       typedPageSize(req.GetPageSize()),
			Cursor:      req.GetPageToken(),
		},
	}, (*impactResult).response)
}

func (a *impactResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.AnalyzeImpactResponse {
	risk := must(p, "risk", a.Risk)
	return &codeintelv1.AnalyzeImpactResponse{
		Summary:   a.Summary,
		Target:    a.target(p),
		Operation: enumOf[codeintelv1.ImpactOperation](a.Operation),
		Risk: &codeintelv1.Risk{
			Level: enumOf[codeintelv1.RiskLevel](a.RiskLevel),
			Score: int32(p.upTo(100, "risk.score", float64(risk.Score))),
			Rule:  risk.Rule,
		},
		DirectDependentCount:     optionalCount(a.DirectDependents),
		TransitiveDependentCount: optionalCount(a.TransitiveDependents),
		ReachedDepth:             optionalCount(a.MaxDepth),
		AffectedFiles: each(p, "ripple_effects", a.RippleEffects, func(r *rippleResult) *codeintelv1.AffectedFile {
			return r.message(a)
		}),
		NextPageToken: a.NextCursor,
		TotalSize:     toolcall.Count(a.AffectedFiles),
		Tests:         some(a.Tests, (*affectedTestResult).message),
		TestCount:     a.testCount(),
		InTests:       a.InTests.message(),
		Modules:       some(a.Modules, (*affectedModuleResult).message),
		TotalModules:  optionalCount(a.ModulesTotal),
		Change:        a.Change.message(p),
		Analysis:      a.analysis(),
		CallInfo:      call,
	}
}

// target returns the element that changes. Only a change of files has none.
func (a *impactResult) target(p *contractCheck) *codeintelv1.Element {
	if a.Element == nil && a.Change != nil {
		return nil
	}
	return p.element("element", a.Element)
}

// message returns nil if the tool did not count.
func (a *countsResult) message() *codeintelv1.DependentCounts {
	if a == nil {
		return nil
	}
	return &codeintelv1.DependentCounts{
		Direct: toolcall.Count(a.Direct), Transitive: toolcall.Count(a.Transitive), Files: toolcall.Count(a.Files),
	}
}

func (a *affectedModuleResult) message() *codeintelv1.AffectedModule {
	return &codeintelv1.AffectedModule{Path: a.Path, Dependents: a.countsResult.message()}
}

// overrides returns nil for the operations for which the tool does not report
// overrides.
func (a *impactResult) overrides(value bool) *bool {
	switch enumOf[codeintelv1.ImpactOperation](a.Operation) {
	case codeintelv1.ImpactOperation_IMPACT_OPERATION_DELETE, codeintelv1.ImpactOperation_IMPACT_OPERATION_REFACTOR:
		return a.flag(value)
	default:
		return nil
	}
}

// testCount returns nil if the tool did not search for tests.
func (a *impactResult) testCount() *int32 {
	if a.TestsTotal == nil {
		return nil
	}
	return proto.Int32(toolcall.Count(max(*a.TestsTotal, len(a.Tests))))
}

func (a *rippleResult) message(i *impactResult) *codeintelv1.AffectedFile {
	return &codeintelv1.AffectedFile{
		File:        a.File,
		Severity:    enumOf[codeintelv1.ImpactSeverity](a.Severity),
		Description: a.Impact,
		MinDepth:    optionalCount(a.MinDepth),
		Elements: some(a.Elements, func(e *affectedResult) *codeintelv1.AffectedElement {
			return e.message(a.File, i)
		}),
	}
}

func (a *affectedResult) message(file string, i *impactResult) *codeintelv1.AffectedElement {
	confidence := enumOf[codeintelv1.Confidence](a.Confidence)
	return &codeintelv1.AffectedElement{
		Element: &codeintelv1.Element{
			Id: a.ID, Type: enumOf[codeintelv1.ElementType](a.Type), Name: a.Name, Location: lines(file, a.Line, 0),
		},
		Depth:        toolcall.Count(a.Depth),
		Direct:       a.Direct,
		RelationType: enumOf[codeintelv1.RelationType](a.Relation),
		Confidence:   confidence,
		Dispatch:     dispatchOf(a.Dispatch, confidence),
		ViaId:        a.Via,
		Severity:     enumOf[codeintelv1.ImpactSeverity](a.Severity),
		TypeOnly:     i.flag(a.TypeOnly),
		Overrides:    i.overrides(a.Overrides),
	}
}

func (a *affectedTestResult) message() *codeintelv1.AffectedTest {
	return &codeintelv1.AffectedTest{
		Location:  lines(a.File, a.Line, 0),
		Name:      a.Name,
		ElementId: a.ID,
		Depth:     toolcall.Count(a.Depth),
		Reason:    enumOf[codeintelv1.TestReason](a.Reason),
		Removed:   a.Removed,
	}
}
