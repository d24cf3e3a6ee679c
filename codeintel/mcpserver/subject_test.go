package mcpserver

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// runGit runs the git program in a folder and returns its output.
func runGit(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("the test makes repositories with the git program, which is not installed")
	}
	cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// committed makes a repository of a folder with everything committed, and returns the commit.
func committed(t *testing.T, dir string) string {
	t.Helper()
	runGit(t, dir, "init", "-q", "-b", "main")
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-q", "-m", "first")
	return runGit(t, dir, "rev-parse", "HEAD")
}

// subjectCalls returns the arguments of a call of each tool.
func subjectCalls(dir string) map[string]map[string]any {
	return map[string]map[string]any{
		"coderef_scan": {}, "coderef_patterns": {}, "coderef_coverage": {}, "coderef_context": {}, "coderef_validate": {},
		"coderef_query":      {"query_type": "calls-me", "target": "formatPrice"},
		"coderef_impact":     {"element": "formatPrice"},
		"coderef_complexity": {"element": "formatPrice"},
		"coderef_diagram":    {"diagram_type": "calls"},
		"coderef_drift":      {"index_path": filepath.Join(dir, ".coderef", "index.json")},
		"coderef_export":     {"format": "json"},
		"coderef_tag":        {"dry_run": true, "path": dir},
	}
}

// subjectOf calls a tool and returns the subject of the response, and the response.
func subjectOf(t *testing.T, s *mcp.ClientSession, tool, dir string, args map[string]any) (subject, response string) {
	t.Helper()
	all := merged(map[string]any{"project_path": dir}, args)
	if tool == "coderef_tag" {
		delete(all, "project_path")
	}
	response, isError := callTool(t, s, tool, all)
	var members struct {
		Subject json.RawMessage `json:"subject"`
	}
	if err := json.Unmarshal([]byte(response), &members); err != nil || isError || members.Subject == nil {
		t.Fatalf("%s: got %s, error %v, want a subject", tool, response, err)
	}
	return string(members.Subject), response
}

// TestSubject checks the subject of each tool's response, before and after a file is edited.
func TestSubject(t *testing.T) {
	s := connect(t, nil)
	dir := sample(t)
	// A call of export makes an index for drift. The folder is hidden, so it is not analysed.
	if text, isError := callTool(t, s, "coderef_export", map[string]any{
		"project_path": dir, "format": "json", "output_path": filepath.Join(dir, ".coderef", "index.json"),
	}); isError {
		t.Fatal(text)
	}
	writeFile(t, filepath.Join(dir, ".gitignore"), "coderef-export*\n/exports/\n")
	commit := committed(t, dir)
	index := `,"index_fingerprint":"<fingerprint>","files_left_out":{"total":0}`
	fingerprints := map[string]bool{}
	check := func(state, dirty string) {
		for tool, args := range subjectCalls(dir) {
			got, response := subjectOf(t, s, tool, dir, args)
			want := `{"commit":"` + commit + `","branch":"main","dirty":` + dirty + index + `}`
			if tool == "coderef_tag" {
				want = strings.Replace(want, index, "", 1)
			} else {
				fingerprints[fingerprintIn(got)] = true
			}
			if diff := cmp.Diff(want, fingerprint.ReplaceAllString(got, `"index_fingerprint":"<fingerprint>"`)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", tool, state, diff)
			}
			if !strings.HasPrefix(response, `{"success":true,"subject":`) {
				t.Errorf("%s: got %.60s, want the subject as the second property", tool, response)
			}
		}
	}
	check("clean", "false")
	if len(fingerprints) != 1 {
		t.Errorf("clean: got fingerprints %v, want the same one in every response", fingerprints)
	}
	writeFile(t, filepath.Join(dir, "src/app.ts"), "export function show() { return 1 }\n")
	check("modified", "true")
	if len(fingerprints) != 2 {
		t.Errorf("modified: got fingerprints %v, want a second one", fingerprints)
	}
	runGit(t, dir, "commit", "-q", "-a", "-m", "second")
	commit = runGit(t, dir, "rev-parse", "HEAD")
	check("committed", "false")
	if len(fingerprints) != 2 {
		t.Errorf("committed: got fingerprints %v, want no third one", fingerprints)
	}
	writeFile(t, filepath.Join(dir, "src/new.ts"), "export const a = 1\n")
	if got, _ := subjectOf(t, s, "coderef_scan", dir, nil); !strings.Contains(got, `"dirty":true`) {
		t.Errorf("with an untracked source file: got %s, want dirty", got)
	}
}

// TestSubjectCountsFilesLeftOut checks the numbers by reason, and that files that are not analysed
// do not count.
func TestSubjectCountsFilesLeftOut(t *testing.T) {
	dir := sample(t)
	writeFile(t, filepath.Join(dir, "a/not-utf8.ts"), "export const a = '\xff'\n")
	writeFile(t, filepath.Join(dir, "b/not-utf8.ts"), "export const b = '\xff'\n")
	writeFile(t, filepath.Join(dir, "out.js"), "var a;\n//# sourceMappingURL=out.js.map\n")
	writeFile(t, filepath.Join(dir, "picture.png"), "\x00")
	writeFile(t, filepath.Join(dir, ".gitignore"), "ignored.ts\n")
	writeFile(t, filepath.Join(dir, "ignored.ts"), "\xff")
	got, _ := subjectOf(t, connect(t, nil), "coderef_scan", dir, nil)
	want := `{"index_fingerprint":"` + fingerprintIn(got) + `","files_left_out":{"total":3,` +
		`"by_reason":{"generated":1,"not UTF-8":2},"examples":[{"file":"a/not-utf8.ts","reason":"not UTF-8"},` +
		`{"file":"out.js","reason":"generated"}]}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("subject (-want +got):\n%s", diff)
	}
}

// TestBrokenRepositoryIsAWarning checks that a broken repository fails no tool.
func TestBrokenRepositoryIsAWarning(t *testing.T) {
	s := connect(t, nil)
	dir := sample(t)
	committed(t, dir)
	rows := []struct {
		name, file, text, subject, warning string
	}{
		{"index", ".git/index", "x", `{"commit":"[0-9a-f]{40}","branch":"main","index_fingerprint"`, `git: it is unknown whether`},
		{"HEAD", ".git/HEAD", "x", `{"index_fingerprint"`, `git: commit and branch are unknown: `},
	}
	for _, row := range rows {
		writeFile(t, filepath.Join(dir, row.file), row.text)
		for _, tool := range []string{"coderef_scan", "coderef_query", "coderef_context", "coderef_tag"} {
			got, response := subjectOf(t, s, tool, dir, subjectCalls(dir)[tool])
			pattern := row.subject
			if tool == "coderef_tag" {
				pattern = strings.Replace(strings.Replace(pattern, `,"index_fingerprint"`, "}", 1), `"index_fingerprint"`, "}", 1)
			}
			if !regexp.MustCompile("^" + strings.Replace(pattern, "{", `\{`, 1)).MatchString(got) {
				t.Errorf("%s, %s: got subject %s, want %s", row.name, tool, got, pattern)
			}
			if !strings.Contains(response, row.warning) {
				t.Errorf("%s, %s: got %.2000s, want the warning %q", row.name, tool, response, row.warning)
			}
		}
	}
}

// TestCLISubject checks the subject of the responses with an installed CLI.
func TestCLISubject(t *testing.T) {
	bin, dir := t.TempDir(), sample(t)
	commit := committed(t, dir)
	s := connectTo(t, scripted(t, bin), nil, "")
	writeFile(t, filepath.Join(bin, "scan"), "[]")
	for _, row := range []struct{ name, edit, dirty string }{{"clean", "", "false"}, {"modified", "export {}\n", "true"}} {
		if row.edit != "" {
			writeFile(t, filepath.Join(dir, "src/app.ts"), row.edit)
		}
		got, _ := subjectOf(t, s, "coderef_scan", dir, nil)
		if want := `{"commit":"` + commit + `","branch":"main","dirty":` + row.dirty + `}`; got != want {
			t.Errorf("%s: got %s, want %s", row.name, got, want)
		}
	}
}
