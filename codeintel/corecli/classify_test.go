package corecli

import (
	"strings"
	"testing"
)

// TestFailureHasCodeAndExcerpt checks the code and the message of the error for each kind
// of failure of the program.
func TestFailureHasCodeAndExcerpt(t *testing.T) {
	root := t.TempDir()
	for name, tt := range map[string]struct {
		script  string
		code    Code
		message string // a part of it
	}{
		"command":         {"echo \"error: unknown command 'impact'\" >&2; exit 1", WrongVersion, "unknown command"},
		"option":          {"echo \"error: unknown option '--depth'\" >&2; exit 1", WrongVersion, "--depth"},
		"element":         {"echo \"Error: Element 'f' not found\" >&2; exit 1", ElementNotFound, "not found"},
		"element, exit 0": {"echo \"Error: Element 'f' not found\"", ElementNotFound, `did not find the element "f"`},
		"element, JSON":   {`echo '{"success":false,"error":"Target not found: f"}'`, ElementNotFound, "Target not found"},
		"JSON error": {
			`echo '[INFO]'; echo '{"error":{"code":"E1","message":"disk is full"}}'`,
			Failed, "disk is full",
		},
		"argument": {
			"echo \"error: missing required argument 'target'\" >&2; exit 1",
			InvalidInput, "missing required argument",
		},
		"module": {
			"echo \"Error: Cannot find module '/opt/x/dist/cli.js'\" >&2; exit 1",
			NotFound, "Cannot find module",
		},
		"crash": {
			"printf 'deprecated\\n\\nTypeError: x is undefined\\n    at /home/u/y.js:1\\n' >&2; exit 7",
			Failed, "exit status 7: TypeError: x is undefined",
		},
		"signal":        {"kill -9 $$", Failed, "killed by a signal"},
		"no output":     {"exit 3", Failed, "status 3"},
		"stdout only":   {"echo 'fatal error: boom'; exit 2", Failed, "fatal error: boom"},
		"text":          {"echo Done", NotParsed, "no complete JSON"},
		"invalid UTF-8": {"printf 'error: \\377\\376 \\033[31mred\\033[0m\\n' >&2; exit 1", Failed, "error: \uFFFD red"},
		"path in project": {
			"echo \"Error: cannot read " + root + "/src/a.ts in " + root + "\" >&2; exit 1",
			Failed, "cannot read src/a.ts in .",
		},
		"status 1, result": {
			`echo '{"affected_files":0,"risk_level":"low","ripple_effects":[]}'; exit 1`,
			Failed, "status 1",
		},
	} {
		_, err := find(t, tt.script).Impact(t.Context(), ImpactRequest{Root: root, Element: "f", MaxDepth: 3})
		e, ok := err.(*Error) //nolint:errorlint // must not be wrapped
		if !ok || e.Code != tt.code || !strings.Contains(e.Message, tt.message) {
			t.Errorf("%s: got error %v, want code %s and %q", name, err, tt.code, tt.message)
		}
	}
}

// TestExcerptHidesAbsolutePaths checks that an excerpt is short, that it has no absolute
// paths, and that a cut does not split a character.
func TestExcerptHidesAbsolutePaths(t *testing.T) {
	for text, want := range map[string]string{
		"Error: ENOENT: no such file, open '/home/u/.cache/x/y.json'": "Error: ENOENT: no such file, open '…/y.json'",
		"error at file:///usr/lib/node/a.js:3":                        "error at …/a.js:3",
		`error in C:\Users\x\b.ts`:                                    "error in …/b.ts",
		"/p/src/a.ts: error":                                          "src/a.ts: error",
		"either/or is fine":                                           "either/or is fine",
	} {
		if got := excerpt(text, "/p"); got != want {
			t.Errorf("excerpt(%q): got %q, want %q", text, got, want)
		}
	}
	got := excerpt(strings.Repeat("é", maxExcerptBytes), "")
	if len(got) > maxExcerptBytes+len("…") || !strings.HasSuffix(got, "é…") {
		t.Errorf("got an excerpt of %d bytes: %q, want at most %d bytes and … at the end",
			len(got), got, maxExcerptBytes+len("…"))
	}
}

// TestRejectsValuesThatLookLikeOptions checks that a value with a leading '-' is an error
// and does not reach the program.
func TestRejectsValuesThatLookLikeOptions(t *testing.T) {
	c := find(t, "echo '{\"success\":false,\"error\":\"ran\"}'")
	root := t.TempDir()
	_, query := c.Query(t.Context(), QueryRequest{Root: root, Type: "calls", Target: "--help", MaxDepth: 1})
	_, validate := c.Validate(t.Context(), root, "-x")
	_, tag := c.Tag(t.Context(), TagRequest{Root: root, Path: root, Exclude: "--force"})
	_, diagram := c.Diagram(t.Context(), DiagramRequest{Root: root, Format: "dot", Focus: "-f"})
	for _, err := range []error{query, validate, tag, diagram} {
		wantError(t, err, InvalidInput, "must not start with '-'")
	}
}
