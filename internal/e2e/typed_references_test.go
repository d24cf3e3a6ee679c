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
)

func TestTypedValidate(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().Validate(
		soon(t), &codeintelv1.ValidateRequest{ProjectPath: project, Glob: "docs/**/*.md"},
	)
	if err != nil {
		t.Fatal(err)
	}
	if got.GetCheckedFileCount() != 1 || got.GetReferenceCount() != 2 || got.GetValidCount() != 1 ||
		got.GetInvalidCount() != 1 ||
		got.GetValidRatio() != 0.5 {
		t.Errorf("got %v, want 1 checked file, 2 references, 1 valid, 1 invalid, ratio 0.5", got)
	}
	if len(got.GetProblems()) != 1 {
		t.Fatalf("got problems %v, want 1", got.GetProblems())
	}
	p := got.GetProblems()[0]
	if p.GetReference() != "@Fn/src/money.ts#formatted" ||
		p.GetCode() != codeintelv1.ReferenceProblemCode_REFERENCE_PROBLEM_CODE_ELEMENT_NOT_FOUND ||
		p.GetSeverity() != codeintelv1.ReferenceSeverity_REFERENCE_SEVERITY_ERROR ||
		p.GetLocation().GetFile() != "docs/notes.md" ||
		p.GetLocation().GetLine() != 2 || p.GetLocation().GetColumn() != 1 ||
		len(p.GetSuggestions()) == 0 ||
		p.GetSuggestions()[0] != "@Fn/src/money.ts#format" {
		t.Errorf("got problem %v, want the unknown element formatted at docs/notes.md:2:1 with a suggestion", p)
	}
}

// Without a glob, Validate reads the source files of all languages.
func TestTypedValidateReadsAllLanguages(t *testing.T) {
	c, project := typed(t)
	none, err := c.CodeIntelService().Validate(soon(t), &codeintelv1.ValidateRequest{ProjectPath: project})
	if err != nil {
		t.Fatal(err)
	}
	if none.GetCheckedFileCount() != 5 || none.GetReferenceCount() != 0 || none.ValidRatio != nil {
		t.Errorf("got %v, want 5 checked files and no reference", none)
	}
	var want []string
	for _, file := range []string{"a.go", "a.java", "a.js", "a.py", "a.rs", "a.tsx"} {
		comment := "// "
		if file == "a.py" {
			comment = "# "
		}
		if err := os.WriteFile(
			filepath.Join(project, file), []byte(comment+"@Fn/src/money.ts#gone\n"), 0o600,
		); err != nil {
			t.Fatal(err)
		}
		want = append(want, file)
	}
	var got []string
	for problem, err := range c.Validate(soon(t), &codeintelv1.ValidateRequest{ProjectPath: project, PageSize: 2}).All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, problem.GetLocation().GetFile())
	}
	sameLines(t, got, want)
}

func TestTypedDrift(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().DetectDrift(
		soon(t), &codeintelv1.DetectDriftRequest{ProjectPath: project, PageSize: 3},
	)
	if err != nil {
		t.Fatal(err)
	}
	var entries []string
	for _, e := range got.GetEntries() {
		entries = append(
			entries,
			fmt.Sprintf(
				"%s %s:%d -> %s:%d", word(e.GetStatus(), "DRIFT_STATUS_"), e.GetOldName(),
				e.GetOldLocation().GetLine(), e.GetNewId(), e.GetNewLocation().GetLine(),
			),
		)
	}
	sameLines(t, entries, []string{
		"missing vanished:20 -> :0",
		"moved parse:5 -> @Fn/src/money.ts#parse:9",
		"added :0 -> @Fn/src/cart.test.ts#test:3",
	})
	if got.GetIndexPath() != "coderef-index.json" || got.GetIndexVersion() != "2.0.0" || got.GetNextPageToken() == "" ||
		!got.GetGenerateTime().AsTime().Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
		t.Errorf("got %v, want index coderef-index.json 2.0.0 of 2026-01-02T03:04:05Z and a next page", got)
	}
	if ratio := got.GetDriftRatio(); ratio < 0.66 || ratio > 0.67 {
		t.Errorf("ratio %v, want two of three", ratio)
	}
	if s := got.GetSummary(); s.GetUnchangedCount() != 1 || s.GetMovedCount() != 1 || s.GetMissingCount() != 1 ||
		s.GetAddedCount() != got.GetTotalSize()-3 {
		t.Errorf(
			"got summary %v of %d entries, want 1 unchanged, 1 moved, 1 missing, the rest added",
			s, got.GetTotalSize(),
		)
	}

	_, err = c.CodeIntelService().DetectDrift(
		soon(t), &codeintelv1.DetectDriftRequest{ProjectPath: project, IndexPath: "no.json"},
	)
	wantToolError(t, err, codes.NotFound, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INDEX_NOT_FOUND)
	_, err = c.CodeIntelService().DetectDrift(
		soon(t), &codeintelv1.DetectDriftRequest{ProjectPath: project, IndexPath: "docs/notes.md"},
	)
	wantToolError(t, err, codes.FailedPrecondition, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INDEX_INVALID)
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
	dry := tag(&codeintelv1.TagRequest{ProjectPath: file, DryRun: true})
	if !dry.GetDryRun() || dry.GetAddedCount() != 2 || dry.GetTotalSize() != 1 ||
		!strings.Contains(dry.GetFiles()[0].GetDiff(), "\n+// @Fn/") {
		t.Errorf("got %v from a dry run, want one file with two added tags and a diff", dry)
	}
	if read(t, file) != before {
		t.Error("a dry run changed the file, want it unchanged")
	}
	wet := tag(&codeintelv1.TagRequest{ProjectPath: file, IncludeUnchanged: true})
	if wet.GetDryRun() || wet.GetAddedCount() != 2 || wet.GetFiles()[0].GetDiff() != "" ||
		len(wet.GetFiles()[0].GetTags()) != 2 {
		t.Errorf("got %v, want a run that added 2 tags, listed 2 tags, no diff", wet)
	}
	for _, line := range wet.GetFiles()[0].GetTags() {
		if line.GetAction() != codeintelv1.TagAction_TAG_ACTION_ADDED ||
			strings.Split(read(t, file), "\n")[line.GetLine()-1] != "// "+line.GetTag() {
			t.Errorf("got tag %v, want it added at its line in:\n%s", line, read(t, file))
		}
	}
	after := read(t, file)
	if again := tag(
		&codeintelv1.TagRequest{ProjectPath: file},
	); again.GetAddedCount() != 0 || again.GetUnchangedCount() != 2 || len(again.GetFiles()) != 0 ||
		read(t, file) != after {
		t.Errorf("second run: got %v, want nothing to change", again)
	}
	some := tag(&codeintelv1.TagRequest{
		ProjectPath: project, DryRun: true, FileExtensions: []string{"go", "py"}, ExcludeGlobs: []string{"tools"},
		PageSize: 1,
	})
	if some.GetTotalSize() != 1 || some.GetFiles()[0].GetFile() != "sum.go" {
		t.Errorf("got %v, want sum.go alone", some)
	}
	// Without extensions, all languages are tagged.
	var files []string
	for f, err := range c.Tag(soon(t), &codeintelv1.TagRequest{ProjectPath: project, DryRun: true, PageSize: 1}).All() {
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f.GetFile())
	}
	sameLines(t, files, []string{"src/cart.test.ts", "src/cart.ts", "sum.go", "tools/report.py"})
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
