package e2e_test

import (
	"slices"
	"testing"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

func TestTypedContext(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().Context(soon(t), &codeintelv1.BuildContextRequest{
		ProjectPath: project, OutputFormat: codeintelv1.ContextFormat_CONTEXT_FORMAT_BOTH, TokenBudget: 2000,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.GetTokenBudget() != 2000 || got.GetTokenCount() == 0 || got.GetTokenCount() > 2000 || got.GetMarkdown() == "" || got.GetBrief().GetProjectSummary() == "" {
		t.Errorf("got %v", got)
	}
	stats := got.GetBrief().GetStats()
	if stats.GetFileCount() != 5 || stats.GetElementCount() != 17 || stats.GetLineCount() != 57 {
		t.Errorf("stats %v", stats)
	}
	if by := stats.GetLanguageFileCounts(); by["ts"] != 3 || by["go"] != 1 || by["py"] != 1 {
		t.Errorf("languages %v", by)
	}
	if tests := got.GetBrief().GetTests(); tests.GetFileCount() != 1 || tests.GetCaseCount() != 1 {
		t.Errorf("tests %v", tests)
	}
	if !slices.ContainsFunc(got.GetBrief().GetKeyElements(), func(k *codeintelv1.KeyElement) bool { return k.GetElement().GetName() == "format" && k.GetFanIn() == 1 }) {
		t.Errorf("key elements %v", got.GetBrief().GetKeyElements())
	}
	plain, err := c.CodeIntelService().Context(soon(t), &codeintelv1.BuildContextRequest{ProjectPath: project, Focus: "src/cart.ts"})
	if err != nil || plain.GetBrief() == nil || plain.GetMarkdown() != "" || plain.GetTokenBudget() != 4000 {
		t.Errorf("got %v, %v", plain, err)
	}
}
