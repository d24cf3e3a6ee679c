package tag

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
)

// TestPlanTagsArchives tags the files of the archives in testdata and compares the results with the
// files under want/. The first line of the comment names the options. In all files, ␍
// represents a carriage return, ␉ a tab, and \c at the end a missing line end.
func TestPlanTagsArchives(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives and error %v, want at least one", len(archives), err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		options, _, _ := strings.Cut(string(archive.Comment), "\n")
		opts := Options{
			Force: strings.Contains(options, "force"), UpdateLines: strings.Contains(options, "update_lineno"),
			Private: strings.Contains(options, "include_private"),
		}
		texts := map[string]string{}
		for _, f := range archive.Files {
			texts[f.Name] = special(string(f.Data))
		}
		for file, text := range texts {
			if strings.HasPrefix(file, "want/") {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar")+"/"+file, func(t *testing.T) {
				plan := checked(t, file, text, opts)
				want, there := texts["want/"+file]
				if !there {
					want = text
				}
				if diff := cmp.Diff(want, plan.Text); diff != "" {
					t.Errorf("(-want +got):\n%s\n%s\nleft: %q", diff, plan.Text, plan.Left)
				}
			})
		}
	}
}

func special(s string) string {
	s = strings.NewReplacer("␍", "\r", "␉", "\t").Replace(s)
	return strings.Replace(s, "\\c\n", "", 1)
}

// checked plans a text and checks the invariants of all plans.
func checked(t *testing.T, file, text string, opts Options) *Plan {
	t.Helper()
	plan, err := Make(file, text, opts)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := withoutTags(file, plan.Text), withoutTags(file, text); got != want {
		t.Errorf("text without tags changed (-want +got):\n%s", cmp.Diff(want, got))
	}
	again, err := Make(file, plan.Text, opts)
	if err != nil {
		t.Fatal(err)
	}
	if again.Changes() || again.Count(Unchanged) != again.Elements-len(again.Left) && opts.Force {
		t.Errorf("the second run: got %d unchanged tags and this diff, want %d and none:\n%s",
			again.Count(Unchanged), again.Elements-len(again.Left), again.Diff())
	}
	page := newPage(file, plan.Text)
	for _, tag := range plan.Tags {
		if tag.Action == Removed {
			continue
		}
		if got := strings.TrimSpace(page.line(tag.Line - 1)); !strings.HasSuffix(got, tag.Tag) {
			t.Errorf("line of %+v: got %q, want it to end in the tag", tag, got)
		}
	}
	checkDiff(t, file, text, plan)
	return plan
}

func withoutTags(file, text string) string {
	page := newPage(file, text)
	var b strings.Builder
	for i := range page.starts {
		if _, ok := page.tag(i); !ok {
			b.WriteString(page.line(i))
		}
	}
	return b.String()
}

// checkDiff checks that git apply makes the new text from the old one and the diff.
func checkDiff(t *testing.T, file, text string, plan *Plan) {
	t.Helper()
	diff := plan.Diff()
	if (diff != "") != plan.Changes() {
		t.Errorf("got diff %q, want a diff: %t", diff, plan.Changes())
	}
	if diff == "" {
		return
	}
	dir := t.TempDir()
	name := filepath.Join(dir, file)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	apply := exec.Command("git", "apply", "--unsafe-paths", "-")
	apply.Dir, apply.Stdin = dir, strings.NewReader(diff)
	apply.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("git apply: got error %v, want none: %s\n%s", err, out, diff)
	}
	got, err := os.ReadFile(name)
	if err != nil || string(got) != plan.Text {
		t.Errorf("after applying the diff (-want +got), error %v:\n%s", err, cmp.Diff(plan.Text, string(got)))
	}
}

// TestTagsFollowMovedDeclarations checks that tags contain the lines of their declarations after
// lines are added above them.
func TestTagsFollowMovedDeclarations(t *testing.T) {
	text := "export class A {\n  m() {}\n\n  n() {}\n}\nconst x = 1, y = 2;\nfunction _p() {}\n"
	for range 4 {
		plan := checked(t, "src/a.ts", text, Options{UpdateLines: true, Private: true})
		lines := strings.Split(plan.Text, "\n")
		for _, tag := range plan.Tags {
			ref, err := coderef2.ParseStrict(tag.Tag)
			if err != nil {
				t.Fatal(err)
			}
			if name := lastPart(ref.Element); !strings.Contains(lines[ref.Line-1], name) {
				t.Errorf("%s: line %d: got %q, want it to contain %q", tag.Tag, ref.Line, lines[ref.Line-1], name)
			}
		}
		if len(plan.Tags) != 6 {
			t.Fatalf("got %d tags, want 6: %+v", len(plan.Tags), plan.Tags)
		}
		text = "// more\n\n" + plan.Text
	}
}

// TestOptionsSelectActions checks the number of tags by action for each option.
func TestOptionsSelectActions(t *testing.T) {
	text := "// @Fn/a#f:9\n// @Fn/old/a.ts#f:3{status=active}\nfunction f() {}\n// @Fn/a.ts#gone:1\nfunction g() {}\n" +
		"// @Fn/b.ts#other\nfunction h() {}\n"
	type counts struct{ Elements, Added, Updated, Unchanged, Removed int }
	for _, tt := range []struct {
		opts Options
		want counts
		text string
	}{
		{Options{}, counts{3, 1, 0, 3, 0}, "// @Fn/a#f:9\n// @Fn/old/a.ts#f:3{status=active}\nfunction f() {}\n// @Fn/a.ts#gone:1\nfunction g() {}\n" +
			"// @Fn/b.ts#other\n// @Fn/a.ts#h:8\nfunction h() {}\n"},
		{Options{UpdateLines: true}, counts{3, 1, 2, 1, 0}, "// @Fn/a#f:3\n// @Fn/old/a.ts#f:3{status=active}\nfunction f() {}\n// @Fn/a.ts#gone:5\nfunction g() {}\n" +
			"// @Fn/b.ts#other\n// @Fn/a.ts#h:8\nfunction h() {}\n"},
		{Options{Force: true}, counts{3, 1, 2, 0, 1}, "// @Fn/a.ts#f:2\nfunction f() {}\n// @Fn/a.ts#g:4\nfunction g() {}\n" +
			"// @Fn/b.ts#other\n// @Fn/a.ts#h:7\nfunction h() {}\n"},
	} {
		plan := checked(t, "a.ts", text, tt.opts)
		got := counts{plan.Elements, plan.Count(Added), plan.Count(Updated), plan.Count(Unchanged), plan.Count(Removed)}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%+v: counts (-want +got):\n%s", tt.opts, diff)
		}
		if diff := cmp.Diff(tt.text, plan.Text); diff != "" {
			t.Errorf("%+v: text (-want +got):\n%s", tt.opts, diff)
		}
	}
}
