package resources

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/native"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/projects"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/source"
)

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestLinesMatchTextDuringEdit changes a file between the lookup of the element and the read of its
// text, and checks that lines and text are from the same state.
func TestLinesMatchTextDuringEdit(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "money.ts")
	known := projects.New(index.Options{})
	t.Cleanup(known.Close)
	resources := New(&call.Runner{Serving: context.Background()}, known, native.New(known))
	args := arguments.Values{"project_path": encoded(dir), "target": encoded("@Fn/money.ts#round")}
	states := []string{
		"\n\n\nexport function round() {\n  return 1;\n}\n",                      // moved
		"export const other = 1;\n",                                              // gone
		"export function round(\n",                                               // broken
		"// price helpers\n\nexport const other = 2; export function round() {}", // on a shared line, without line end
	}
	for _, state := range states {
		writeFile(t, file, "export const round = () => 1;\n")
		reads := 0
		_, e, text, err := resources.elementText(context.Background(), args, func(path string) (string, string) {
			reads++
			if reads == 1 {
				writeFile(t, file, state)
			}
			return source.Roots{}.ReadText(path, source.MaxFileBytes)
		}, nil)
		if strings.Contains(state, "round") {
			lines := slices.Collect(strings.Lines(state))
			if err != nil || text == "" || text != strings.Join(lines[e.Line-1:e.EndLine], "") ||
				!strings.Contains(text, "round") {
				t.Errorf("%q: got %+v, %q, %v, want the lines of round", state, e, text, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), string(toolerror.ElementNotFound)) {
			t.Errorf("%q: got %+v, %q, %v, want %s", state, e, text, err, toolerror.ElementNotFound)
		}
	}
	// The number of attempts is bounded if the file can never be read.
	writeFile(t, file, "export const round = () => 1;\n")
	reads := 0
	_, _, _, err := resources.elementText(context.Background(), args, func(string) (string, string) {
		reads++
		return "", source.ReasonUnreadable
	}, nil)
	if err == nil || !strings.Contains(err.Error(), "unreadable") || reads != maxAttempts {
		t.Errorf("got %v after %d reads, want an error after %d", err, reads, maxAttempts)
	}
}

func TestLineStartsMatchOutline(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		want       []int
	}{
		{"a.ts", "", []int{0}},
		{"a.ts", "a\nb\n", []int{0, 2, 4}},
		{"a.js", "a\r\nb\rc\n\rd\r", []int{0, 3, 5, 7, 8, 10}},
		{"a.tsx", "é\u2028b\u2029", []int{0, 5, 9}},
		{"a.go", "a\r\nb\rc\u2028\nd\n", []int{0, 3, 10}},
		{"a.go", "", []int{0}},
	} {
		if diff := cmp.Diff(tt.want, index.LineStarts(tt.file, tt.text)); diff != "" {
			t.Errorf("%s %q: line starts (-want +got):\n%s", tt.file, tt.text, diff)
		}
	}
	// The outline has the same line numbers.
	text := "let a;\rlet b;\r\nlet c;\u2028let d;\u2029let e;\nlet f; `\u0085\v\f`;let g"
	decls, _, err := index.Outline("a.ts", text, false)
	if err != nil || len(decls) != 7 {
		t.Fatalf("got %v, %v, want 7 declarations", decls, err)
	}
	starts := index.LineStarts("a.ts", text)
	for _, d := range decls {
		if line := text[starts[d.Line-1]:]; !strings.HasPrefix(line, "let "+d.Name) && d.Name != "g" {
			t.Errorf("%s: got line %d, which is %q, want the line of its let", d.Name, d.Line, line)
		}
	}
	if e := decls[6]; e.Line != len(starts) {
		t.Errorf("%s: got line %d, want %d", e.Name, e.Line, len(starts))
	}
}
