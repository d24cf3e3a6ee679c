package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

func TestTypedValidate(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().Validate(soon(t), &codeintelv1.ValidateRequest{ProjectPath: project, Pattern: "docs/**/*.md"})
	if err != nil {
		t.Fatal(err)
	}
	if got.GetCheckedFileCount() != 1 || got.GetReferenceCount() != 2 || got.GetValidCount() != 1 || got.GetInvalidCount() != 1 || got.GetValidRatio() != 0.5 {
		t.Errorf("got %v", got)
	}
	if len(got.GetProblems()) != 1 {
		t.Fatalf("problems %v", got.GetProblems())
	}
	p := got.GetProblems()[0]
	if p.GetReference() != "@Fn/src/money.ts#formatted" || p.GetCode() != codeintelv1.ReferenceProblemCode_REFERENCE_PROBLEM_CODE_ELEMENT_NOT_FOUND ||
		p.GetSeverity() != codeintelv1.ReferenceSeverity_REFERENCE_SEVERITY_ERROR || p.GetLocation().GetFile() != "docs/notes.md" ||
		p.GetLocation().GetLine() != 2 || p.GetLocation().GetColumn() != 1 || len(p.GetSuggestions()) == 0 || p.GetSuggestions()[0] != "@Fn/src/money.ts#format" {
		t.Errorf("problem %v", p)
	}
	none, err := c.CodeIntelService().Validate(soon(t), &codeintelv1.ValidateRequest{ProjectPath: project})
	if err != nil || none.GetPattern() != "**/*.ts" || none.ValidRatio != nil {
		t.Errorf("got %v, %v", none, err)
	}
}

func TestTypedDrift(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().Drift(soon(t), &codeintelv1.DetectDriftRequest{ProjectPath: project, PageSize: 3})
	if err != nil {
		t.Fatal(err)
	}
	var entries []string
	for _, e := range got.GetEntries() {
		entries = append(entries, fmt.Sprintf("%s %s:%d -> %s:%d", word(e.GetStatus(), "DRIFT_STATUS_"), e.GetOldName(), e.GetOldLocation().GetLine(),
			e.GetNewId(), e.GetNewLocation().GetLine()))
	}
	sameLines(t, entries, []string{
		"missing vanished:20 -> :0", "moved parse:5 -> @Fn/src/money.ts#parse:9", "added :0 -> @Fn/src/cart.test.ts#test:3",
	})
	if got.GetIndexPath() != "coderef-index.json" || got.GetIndexVersion() != "2.0.0" || got.GetNextPageToken() == "" ||
		!got.GetGenerateTime().AsTime().Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
		t.Errorf("got %v", got)
	}
	if ratio := got.GetDriftRatio(); ratio < 0.66 || ratio > 0.67 {
		t.Errorf("ratio %v, want two of three", ratio)
	}
	if s := got.GetSummary(); s.GetUnchangedCount() != 1 || s.GetMovedCount() != 1 || s.GetMissingCount() != 1 || s.GetAddedCount() != got.GetTotalSize()-3 {
		t.Errorf("summary %v of %d", s, got.GetTotalSize())
	}

	_, err = c.CodeIntelService().Drift(soon(t), &codeintelv1.DetectDriftRequest{ProjectPath: project, IndexPath: "no.json"})
	if info := wantStatus(t, err, codes.NotFound, commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR); info.GetMetadata()["toolErrorCode"] != "INDEX_NOT_FOUND" {
		t.Errorf("metadata %v", info.GetMetadata())
	}
	_, err = c.CodeIntelService().Drift(soon(t), &codeintelv1.DetectDriftRequest{ProjectPath: project, IndexPath: "docs/notes.md"})
	if info := wantStatus(t, err, codes.FailedPrecondition, commonv1.ErrorReason_ERROR_REASON_TOOL_ERROR); info.GetMetadata()["toolErrorCode"] != "INDEX_INVALID" {
		t.Errorf("metadata %v", info.GetMetadata())
	}
}

func TestTypedTag(t *testing.T) {
	c, project := typed(t)
	file := filepath.Join(project, "src", "money.ts")
	before := read(t, file)
	tag := func(req *codeintelv1.TagRequest) *codeintelv1.TagResponse {
		t.Helper()
		got, err := c.CodeIntelService().Tag(soon(t), req)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	dry := tag(&codeintelv1.TagRequest{Path: file, DryRun: true})
	if !dry.GetDryRun() || dry.GetAddedCount() != 2 || dry.GetTotalSize() != 1 || !strings.Contains(dry.GetFiles()[0].GetDiff(), "\n+// @Fn/") {
		t.Errorf("dry run %v", dry)
	}
	if read(t, file) != before {
		t.Error("a dry run has written")
	}
	wet := tag(&codeintelv1.TagRequest{Path: file, Verbose: true})
	if wet.GetDryRun() || wet.GetAddedCount() != 2 || wet.GetFiles()[0].GetDiff() != "" || len(wet.GetFiles()[0].GetTags()) != 2 {
		t.Errorf("got %v", wet)
	}
	for _, line := range wet.GetFiles()[0].GetTags() {
		if line.GetAction() != codeintelv1.TagAction_TAG_ACTION_ADDED || strings.Split(read(t, file), "\n")[line.GetLine()-1] != "// "+line.GetTag() {
			t.Errorf("tag %v in:\n%s", line, read(t, file))
		}
	}
	after := read(t, file)
	if again := tag(&codeintelv1.TagRequest{Path: file}); again.GetAddedCount() != 0 || again.GetUnchangedCount() != 2 || len(again.GetFiles()) != 0 || read(t, file) != after {
		t.Errorf("the second time %v", again)
	}
	all := tag(&codeintelv1.TagRequest{Path: project, DryRun: true, Languages: []string{"go", "py"}, Excludes: []string{"tools"}, PageSize: 1})
	if all.GetTotalSize() != 1 || all.GetFiles()[0].GetFile() != "sum.go" {
		t.Errorf("got %v", all)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
