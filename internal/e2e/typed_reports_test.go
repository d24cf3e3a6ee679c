package e2e_test

import (
	"fmt"
	"slices"
	"testing"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

func TestTypedPatterns(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().FindPatterns(soon(t), &codeintelv1.FindPatternsRequest{
		ProjectPath: project, PatternType: codeintelv1.PatternType_PATTERN_TYPE_ERROR_HANDLING.Enum(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, p := range got.GetMatches() {
		if p.GetType() != codeintelv1.PatternType_PATTERN_TYPE_ERROR_HANDLING {
			t.Errorf("got the match %v, want only matches of type ERROR_HANDLING", p)
		}
		places = append(
			places,
			fmt.Sprintf(
				"%s %s:%d in %s", p.GetName(), p.GetLocation().GetFile(), p.GetLocation().GetLine(), p.GetElementId(),
			),
		)
	}
	if !slices.Contains(places, "try/catch src/money.ts:10 in @Fn/src/money.ts#parse") {
		t.Errorf("got places %q, want the try/catch of parse", places)
	}
	all, err := c.CodeIntelService().FindPatterns(
		soon(t), &codeintelv1.FindPatternsRequest{ProjectPath: project, PageSize: 2},
	)
	if err != nil {
		t.Fatal(err)
	}
	found := map[codeintelv1.PatternType]int32{}
	for _, s := range all.GetSummaries() {
		found[s.GetType()] += s.GetMatchCount()
	}
	for _, want := range []codeintelv1.PatternType{
		codeintelv1.PatternType_PATTERN_TYPE_ERROR_HANDLING, codeintelv1.PatternType_PATTERN_TYPE_GUARD_CLAUSE,
		codeintelv1.PatternType_PATTERN_TYPE_ASYNC, codeintelv1.PatternType_PATTERN_TYPE_TEST,
		codeintelv1.PatternType_PATTERN_TYPE_TEST_GAP,
	} {
		if found[want] == 0 {
			t.Errorf("got summaries %v, want %v among them", all.GetSummaries(), want)
		}
	}
	if len(all.GetMatches()) != 2 || all.GetNextPageToken() == "" || all.GetTotalSize() <= 2 ||
		all.PatternType != nil ||
		found[codeintelv1.PatternType_PATTERN_TYPE_UNSPECIFIED] != 0 {
		t.Errorf("got %v, want 2 matches of more, a next page, no pattern type, no summary of an unspecified type", all)
	}
}

func TestTypedCoverage(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().ReportCoverage(soon(t), &codeintelv1.ReportCoverageRequest{
		ProjectPath: project, Format: codeintelv1.CoverageFormat_COVERAGE_FORMAT_DETAILED,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.GetMode() != codeintelv1.CoverageMode_COVERAGE_MODE_EXECUTION || len(got.GetReports()) != 1 ||
		got.GetReports()[0].GetFormat() != codeintelv1.CoverageReportFormat_COVERAGE_REPORT_FORMAT_LCOV ||
		got.GetReports()[0].GetModifyTime() == nil {
		t.Errorf("got reports %v, want coverage by execution from one LCOV report with its time", got)
	}
	at := slices.IndexFunc(
		got.GetFiles(), func(f *codeintelv1.FileCoverage) bool { return f.GetFile() == "src/money.ts" },
	)
	if at < 0 {
		t.Fatalf("got files %v, want src/money.ts among them", got.GetFiles())
	}
	money := got.GetFiles()[at]
	if !money.GetTested() || money.GetLines().GetCoveredCount() != 2 || money.GetLines().GetTotalCount() != 6 ||
		money.GetFunctions().GetRatio() != 0.5 {
		t.Errorf("got %v for money.ts, want 2 of 6 lines and half of the functions", money)
	}
	var elements []string
	for _, e := range money.GetElements() {
		elements = append(
			elements,
			fmt.Sprintf(
				"%s:%d %t %d", e.GetElement().GetId(), e.GetElement().GetLocation().GetLine(), e.GetCovered(),
				e.GetHitCount(),
			),
		)
	}
	sameLines(t, elements, []string{"@Fn/src/money.ts#format:2 true 3", "@Fn/src/money.ts#parse:9 false 0"})
}
