package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

func TestTypedImpact(t *testing.T) {
	c, project := typed(t)
	target := &codeintelv1.AnalyzeImpactRequest_Target{Target: "format"}
	got, err := c.CodeIntelService().AnalyzeImpact(soon(t), &codeintelv1.AnalyzeImpactRequest{
		ProjectPath: project, Subject: target, Operation: codeintelv1.ImpactOperation_IMPACT_OPERATION_DELETE,
	})
	if err != nil {
		t.Fatal(err)
	}
	var affected []string
	for _, file := range got.GetAffectedFiles() {
		affected = append(
			affected,
			fmt.Sprintf("%s %s: %d", file.GetFile(), word(file.GetSeverity(), "IMPACT_SEVERITY_"), file.GetMinDepth()),
		)
		for _, e := range file.GetElements() {
			affected = append(affected, fmt.Sprintf(
				"  %s %s %d %t via %q", e.GetElement().GetId(), word(e.GetRelationType(), "RELATION_TYPE_"),
				e.GetDepth(), e.GetDirect(), e.GetViaId(),
			))
		}
	}
	sameLines(t, affected, []string{
		"src/cart.ts breaking: 1",
		`  @File/src/cart.ts import 1 true via ""`,
		`  @M/src/cart.ts#Cart.receipt call 1 true via ""`,
		"src/cart.test.ts major: 2",
		`  @File/src/cart.test.ts call 2 false via "@M/src/cart.ts#Cart.receipt"`,
	})
	if got.GetTarget().GetId() != "@Fn/src/money.ts#format" || got.GetDirectDependentCount() != 2 ||
		got.GetTransitiveDependentCount() != 1 ||
		got.GetTotalSize() != 2 ||
		got.GetAnalysis().GetPrecision() != codeintelv1.Precision_PRECISION_SEMANTIC {
		t.Errorf(
			"got %v, want format in src/money.ts with 2 direct and 1 transitive dependents, total size 2, semantic precision",
			got,
		)
	}
	if risk := got.GetRisk(); risk.GetLevel() != codeintelv1.RiskLevel_RISK_LEVEL_LOW ||
		!got.GetTarget().GetExported() ||
		!strings.Contains(risk.GetRule(), "delete") {
		t.Errorf(
			`got risk %v of %v, want LOW of an exported element, a rule that contains "delete"`,
			risk, got.GetTarget(),
		)
	}
	if tests := got.GetTests(); len(tests) != 1 || tests[0].GetName() != "prints a receipt" ||
		tests[0].GetLocation().GetFile() != "src/cart.test.ts" {
		t.Errorf("got tests %v, want the test of src/cart.test.ts", tests)
	}

	// The pages contain the same items in the same order.
	first, err := c.CodeIntelService().AnalyzeImpact(
		soon(t), &codeintelv1.AnalyzeImpactRequest{ProjectPath: project, Subject: target, PageSize: 1},
	)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := c.CodeIntelService().AnalyzeImpact(soon(t), &codeintelv1.AnalyzeImpactRequest{
		ProjectPath: project, Subject: target, PageSize: 1, PageToken: first.GetNextPageToken(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(first.GetAffectedFiles()) != 1 || len(rest.GetAffectedFiles()) != 1 || rest.GetNextPageToken() != "" ||
		first.GetAffectedFiles()[0].GetFile() == rest.GetAffectedFiles()[0].GetFile() {
		t.Errorf("got pages %v and %v, want one different file on each", first, rest)
	}
}

func TestTypedComplexity(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().MeasureComplexity(
		soon(t), &codeintelv1.MeasureComplexityRequest{ProjectPath: project, PageSize: 2},
	)
	if err != nil {
		t.Fatal(err)
	}
	if got.GetTarget().GetType() != codeintelv1.ElementType_ELEMENT_TYPE_FOLDER ||
		got.GetMetrics().GetFunctionCount() != 9 ||
		got.GetMetrics().GetMaxCyclomatic() != 3 || got.GetTotalSize() != 9 ||
		len(got.GetElements()) != 2 ||
		got.GetNextPageToken() == "" {
		t.Errorf(
			"got %v, want a folder with 9 functions, a cyclomatic maximum of 3, total size 9, 2 elements and a next page",
			got,
		)
	}
	worst := got.GetElements()[0]
	if worst.GetElement().GetId() != "@M/src/cart.ts#Cart.total" {
		t.Errorf("got %v, want Cart.total as the most complex function", worst)
	}
	total, err := c.CodeIntelService().MeasureComplexity(
		soon(t), &codeintelv1.MeasureComplexityRequest{ProjectPath: project, Target: "Cart.total"},
	)
	if err != nil {
		t.Fatal(err)
	}
	m := total.GetMetrics()
	// A loop and a branch in it: 1 + 2 decisions; cognitive 1 + 2, for the nesting.
	if m.GetLineCount() != 9 || m.GetCyclomatic() != 3 || m.GetCognitive() != 3 || m.GetMaxNesting() != 2 ||
		m.GetParameterCount() != 0 || m.GetFanIn() != 1 ||
		m.GetScore() != 1.3 ||
		m.GetLevel() != codeintelv1.ComplexityLevel_COMPLEXITY_LEVEL_LOW ||
		m.FunctionCount != nil {
		t.Errorf(
			"got metrics %v, want 9 lines, cyclomatic 3, cognitive 3, nesting 2, no parameters, fan-in 1, score 1.3, LOW",
			m,
		)
	}
}
