package e2e_test

import (
	"fmt"
	"slices"
	"testing"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

func TestTypedContext(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().BuildContext(soon(t), &codeintelv1.BuildContextRequest{
		ProjectPath: project, Format: codeintelv1.ContextFormat_CONTEXT_FORMAT_BOTH, TokenBudget: 2000,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.GetTokenBudget() != 2000 || got.GetTokenCount() == 0 || got.GetTokenCount() > 2000 ||
		got.GetMarkdown() == "" ||
		got.GetBrief().GetProjectSummary() == "" {
		t.Errorf("got %v, want a budget of 2000 tokens, 1 to 2000 tokens, Markdown and a project summary", got)
	}
	stats := got.GetBrief().GetStats()
	if stats.GetFileCount() != 5 || stats.GetElementCount() != 17 || stats.GetCodeLineCount() != 57 {
		t.Errorf("got stats %v, want 5 files, 17 elements and 57 code lines", stats)
	}
	var extensions []string
	for _, e := range stats.GetFileExtensions() {
		extensions = append(extensions, fmt.Sprintf("%s %d", e.GetFileExtension(), e.GetFileCount()))
	}
	sameLines(t, extensions, []string{"ts 3", "go 1", "py 1"})
	if tests := got.GetBrief().GetTests(); tests.GetFileCount() != 1 || tests.GetCaseCount() != 1 {
		t.Errorf("got tests %v, want 1 file and 1 case", tests)
	}
	if !slices.ContainsFunc(
		got.GetBrief().GetKeyElements(),
		func(k *codeintelv1.KeyElement) bool { return k.GetElement().GetName() == "format" && k.GetFanIn() == 1 },
	) {
		t.Errorf("got key elements %v, want format with fan-in 1 among them", got.GetBrief().GetKeyElements())
	}
	plain, err := c.CodeIntelService().BuildContext(
		soon(t), &codeintelv1.BuildContextRequest{ProjectPath: project, Target: "src/cart.ts"},
	)
	if err != nil || plain.GetFormat() != codeintelv1.ContextFormat_CONTEXT_FORMAT_TYPED || plain.GetBrief() == nil ||
		plain.GetMarkdown() != "" ||
		plain.GetTokenBudget() != 4000 {
		t.Errorf("got %v, error %v, want a typed brief without Markdown and a budget of 4000 tokens", plain, err)
	}
}
