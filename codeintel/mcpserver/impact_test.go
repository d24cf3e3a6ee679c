package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// TestImpactAndComplexityErrorsHaveCodes pins the codes of tool errors.
func TestImpactAndComplexityErrorsHaveCodes(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	for _, tt := range []struct {
		name, tool string
		args       map[string]any
		code       toolerror.Code
	}{
		{"missing element", "coderef_impact", map[string]any{}, toolerror.InvalidInput},
		{
			"unknown operation", "coderef_impact",
			map[string]any{"element": "show", "operation": "rename"},
			toolerror.InvalidInput,
		},
		{
			"operation not a string", "coderef_impact",
			map[string]any{"element": "show", "operation": 1},
			toolerror.InvalidInput,
		},
		{"max_depth too small", "coderef_impact", map[string]any{"element": "show", "max_depth": 0}, toolerror.InvalidInput},
		{"max_depth too large", "coderef_impact", map[string]any{"element": "show", "max_depth": 11}, toolerror.InvalidInput},
		{"a folder", "coderef_impact", map[string]any{"element": "src"}, toolerror.ElementAmbiguous},
		{"unknown element", "coderef_impact", map[string]any{"element": "shwo"}, toolerror.ElementNotFound},
		{"option as element", "coderef_complexity", map[string]any{"element": "-rf"}, toolerror.InvalidInput},
		{"limit too large", "coderef_complexity", map[string]any{"element": "show", "limit": 10001}, toolerror.InvalidInput},
		{"unknown folder", "coderef_complexity", map[string]any{"element": "lib/"}, toolerror.ElementNotFound},
		{"above the project", "coderef_complexity", map[string]any{"element": filepath.Dir(dir)}, toolerror.ElementNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, isError := callTool(t, s, tt.tool, merged(map[string]any{"project_path": dir}, tt.args))
			var body struct{ Error toolerror.Error }
			if err := json.Unmarshal([]byte(text), &body); err != nil || !isError || body.Error.Code != tt.code {
				t.Errorf("got %s, want code %s", text, tt.code)
			}
		})
	}
}

// TestCallSucceedsAfterCancelledCall cancels a call at its first progress notification and checks that the
// next call succeeds.
func TestCallSucceedsAfterCancelledCall(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	notified := make(chan struct{}, 1000)
	s := connect(t, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) {
			notified <- struct{}{}
			cancel()
		},
	})
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "f.ts"), "export function f() {}\n")
	for i := range 200 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("g%03d.ts", i)),
			fmt.Sprintf("import { f } from './f';\nexport function g%d() { f(); }\n", i))
	}
	args := map[string]any{"project_path": dir, "element": "f.ts#f"}
	params := &mcp.CallToolParams{Name: "coderef_impact", Arguments: args}
	params.SetProgressToken("token")
	if _, err := s.CallTool(ctx, params); err == nil && len(notified) == 0 {
		t.Error("got neither progress nor cancellation, want one of them")
	}
	<-notified
	text, isError := callTool(t, s, "coderef_impact", args)
	var response struct {
		AffectedFiles    int `json:"affected_files"`
		DirectDependents int `json:"direct_dependents"`
	}
	if err := json.Unmarshal([]byte(text), &response); err != nil || isError || response.AffectedFiles != 200 ||
		response.DirectDependents != 200 {
		t.Errorf("after a cancelled call: got %+v, want 200 of each: %.300s", response, text)
	}
}

// TestImpactCountsAgree checks the counts of each response in the archives of coderef_impact with the lists on
// all pages: each count is the number of the items that it counts.
func TestImpactCountsAgree(t *testing.T) {
	archives, err := filepath.Glob("../testdata/tools/impact/*.txtar")
	if err != nil || len(archives) < 5 {
		t.Fatalf("got %d archives, error %v, want at least 5", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			g := newGolden(t, "impact", archive)
			checked := 0
			for line := range strings.Lines(g.ask) {
				var args map[string]any
				if strings.Contains(line, "<cursor>") || json.Unmarshal([]byte(line), &args) != nil {
					continue
				}
				args["project_path"], args["limit"] = g.dir, 1
				if first, pages := impactPages(t, g.session, args); pages > 0 {
					checked++
					first.check(t, strings.TrimSpace(line), pages)
				}
			}
			if checked == 0 {
				t.Error("got no response to check, want one at least")
			}
		})
	}
}

// impactLists are the counts and lists of a response.
type impactLists struct {
	Summary    string
	Direct     int `json:"direct_dependents"`
	Transitive int `json:"transitive_dependents"`
	Files      int `json:"affected_files"`
	Risk       struct{ Rule string }
	Tests      []struct{ Reason string }
	TestsTotal int `json:"tests_total"`
	Modules    []struct {
		Direct     int `json:"direct_dependents"`
		Transitive int `json:"transitive_dependents"`
		Files      int `json:"affected_files"`
	}
	Counts struct {
		Direct     int `json:"direct_dependents"`
		Transitive int `json:"transitive_dependents"`
		Files      int `json:"affected_files"`
	} `json:"in_tests"`
	Effects []struct {
		File     string
		Elements []struct{ Depth int }
	} `json:"ripple_effects"`
	Change *struct {
		ByReason      map[string]int   `json:"tests_by_reason"`
		Files         []map[string]any `json:"files"`
		Elements      []map[string]any `json:"elements"`
		Breaks        []map[string]any `json:"breaks"`
		Unread        []map[string]any `json:"not_analyzed"`
		FilesTotal    int              `json:"files_total"`
		ElementsTotal int              `json:"elements_total"`
		BreaksTotal   int              `json:"breaks_total"`
		UnreadTotal   int              `json:"not_analyzed_total"`
	}
	Next string `json:"next_cursor"`
}

// impactPages returns a response with the lists of all pages, and their number; 0 for a tool error.
func impactPages(t *testing.T, s *mcp.ClientSession, args map[string]any) (*impactLists, int) {
	t.Helper()
	var all *impactLists
	for pages := 1; ; pages++ {
		text, isError := callTool(t, s, "coderef_impact", args)
		if isError {
			return nil, 0
		}
		var page impactLists
		if err := json.Unmarshal([]byte(text), &page); err != nil {
			t.Fatal(err)
		}
		if all == nil {
			all = &page
		} else {
			if page.Summary != all.Summary {
				t.Errorf("page %d: got summary %q, want that of the first page, %q", pages, page.Summary, all.Summary)
			}
			all.Tests, all.Effects = append(all.Tests, page.Tests...), append(all.Effects, page.Effects...)
			if c := all.Change; c != nil {
				c.Files, c.Elements = append(c.Files, page.Change.Files...), append(c.Elements, page.Change.Elements...)
				c.Breaks, c.Unread = append(c.Breaks, page.Change.Breaks...), append(c.Unread, page.Change.Unread...)
			}
		}
		if args["cursor"] = page.Next; page.Next == "" {
			return all, pages
		}
	}
}

// check checks the counts of a response.
func (l *impactLists) check(t *testing.T, name string, pages int) {
	t.Helper()
	direct, transitive, longest := 0, 0, max(len(l.Tests), len(l.Effects))
	for _, f := range l.Effects {
		for _, e := range f.Elements {
			if e.Depth == 1 {
				direct++
			} else {
				transitive++
			}
		}
	}
	moduleDirect, moduleTransitive, moduleFiles := 0, 0, 0
	for _, m := range l.Modules {
		moduleDirect += m.Direct
		moduleTransitive += m.Transitive
		moduleFiles += m.Files
	}
	equal := func(what string, got, want int) {
		if got != want {
			t.Errorf("%s: %s: got %d, want %d", name, what, got, want)
		}
	}
	equal("direct_dependents", l.Direct, direct)
	equal("transitive_dependents", l.Transitive, transitive)
	equal("affected_files", l.Files, len(l.Effects))
	equal("direct dependents of the modules", moduleDirect, direct)
	equal("transitive dependents of the modules", moduleTransitive, transitive)
	equal("files of the modules", moduleFiles, len(l.Effects))
	equal("tests_total", l.TestsTotal, len(l.Tests))
	for _, text := range []string{
		fmt.Sprintf("for %d direct +", l.Direct-l.Counts.Direct), fmt.Sprintf("for %d transitive", l.Transitive-l.Counts.Transitive),
		fmt.Sprintf("for %d file", l.Files-l.Counts.Files),
	} {
		if !strings.Contains(l.Risk.Rule, text) {
			t.Errorf("%s: got rule %q, want one that contains %q", name, l.Risk.Rule, text)
		}
	}
	if !strings.Contains(l.Summary, fmt.Sprintf("%d direct dependent", l.Direct)) {
		t.Errorf("%s: got summary %q, want %d direct dependents", name, l.Summary, l.Direct)
	}
	if c := l.Change; c != nil {
		equal("files_total", c.FilesTotal, len(c.Files))
		equal("elements_total", c.ElementsTotal, len(c.Elements))
		equal("breaks_total", c.BreaksTotal, len(c.Breaks))
		equal("not_analyzed_total", c.UnreadTotal, len(c.Unread))
		reasons := map[string]int{}
		for _, test := range l.Tests {
			reasons[test.Reason]++
		}
		for reason, n := range c.ByReason {
			equal("tests for the reason "+reason, n, reasons[reason])
		}
		longest = max(longest, len(c.Files), len(c.Elements), len(c.Breaks), len(c.Unread))
	}
	equal("pages", pages, max(longest, 1))
}

// TestImpactOfRevisions compares revisions of a repository with each other and with the work tree, and with the
// diffs of git.
func TestImpactOfRevisions(t *testing.T) {
	s, dir := connect(t, nil), t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	git("init", "-q", "-b", "main")
	long := strings.Repeat("export const filler = 1; // the same on both sides\n", 9)
	writeFile(t, filepath.Join(dir, "a.ts"), long+"export function f() { return 1; }\n")
	writeFile(t, filepath.Join(dir, "a.test.ts"), "import { f } from './a';\nit('f', () => { f(); });\n")
	git("add", "-A")
	git("commit", "-qm", "one")
	git("tag", "v1")
	git("mv", "a.ts", "b.ts")
	writeFile(t, filepath.Join(dir, "b.ts"), long+"export function f() { return 2; }\n")
	writeFile(t, filepath.Join(dir, "a.test.ts"), "import { f } from './b';\nit('f', () => { f(); });\n")
	git("add", "-A")
	git("commit", "-qm", "two")
	writeFile(t, filepath.Join(dir, "b.ts"), long+"export function f() { return 3; }\n")
	for _, tt := range []struct {
		name string
		args map[string]any
		diff []string
		want string
	}{
		{
			"two revisions",
			map[string]any{"base": "v1", "head": "main"},
			nil,
			"a.test.ts modified new; b.ts renamed neither; moved b.ts#f; tests 1",
		},
		{
			"work tree",
			map[string]any{"base": "HEAD"},
			[]string{"diff", "HEAD"},
			"b.ts modified new; modified b.ts#f; tests 1",
		},
		{
			"tag and work tree",
			map[string]any{"base": "v1"},
			[]string{"diff", "-M", "v1"},
			"a.test.ts modified new; b.ts renamed new; moved b.ts#f; tests 1",
		},
		{"unknown", map[string]any{"base": "v9"}, nil, "INVALID_INPUT"},
	} {
		got := describeChange(t, s, merged(map[string]any{"project_path": dir}, tt.args))
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if tt.diff == nil {
			continue
		}
		args := map[string]any{"project_path": dir, "diff": git(tt.diff...)}
		if got := describeChange(t, s, args); got != tt.want {
			t.Errorf("%s, as a diff: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// describeChange returns the files, elements and number of tests of a change, or the code of the tool error.
func describeChange(t *testing.T, s *mcp.ClientSession, args map[string]any) string {
	t.Helper()
	text, isError := callTool(t, s, "coderef_impact", args)
	var r struct {
		Error  struct{ Code string }
		Total  int `json:"tests_total"`
		Change struct {
			Files []struct {
				Path, Status string
				OnDisk       string `json:"on_disk"`
			}
			Elements []struct {
				Kind    string
				Element struct{ Type, ID string }
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if isError {
		return r.Error.Code
	}
	var parts []string
	for _, f := range r.Change.Files {
		parts = append(parts, f.Path+" "+f.Status+" "+f.OnDisk)
	}
	for _, e := range r.Change.Elements {
		if e.Element.Type == "function" {
			parts = append(parts, e.Kind+" "+strings.TrimPrefix(e.Element.ID, "@Fn/"))
		}
	}
	return fmt.Sprintf("%s; tests %d", strings.Join(parts, "; "), r.Total)
}
