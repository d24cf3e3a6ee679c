package inspect

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// inspectSeeds returns the files of the inspection and parser archives.
func inspectSeeds(tb testing.TB) (texts []string) {
	for _, pattern := range [...]string{"testdata/inspect/*.txtar", "../parser/testdata/golden/*.txtar"} {
		archives, err := filepath.Glob(pattern)
		if err != nil || len(archives) == 0 {
			tb.Fatalf("got no archives and error %v, want archives", err)
		}
		for _, name := range archives {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				tb.Fatal(err)
			}
			for _, f := range archive.Files {
				if filepath.Ext(f.Name) == ".py" {
					texts = append(texts, string(f.Data))
				}
			}
		}
	}
	return texts
}

// checkInspection fails if an inspection is inconsistent.
func checkInspection(t *testing.T, text string) {
	t.Helper()
	in, err := File("test_x.py", text)
	if errors.Is(err, facts.ErrTooDeep) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	total := in.CodeLines + in.CommentLines + in.BlankLines
	if most := strings.Count(text, "\n") + strings.Count(text, "\r") + 1; total > most || in.CodeLines < 0 {
		t.Errorf("got %d code, %d comment and %d blank lines, want at most %d lines", in.CodeLines, in.CommentLines,
			in.BlankLines, most)
	}
	seen := map[int]bool{}
	for _, b := range in.Bodies {
		if b.Decl < 0 || b.Decl >= len(in.Decls) || seen[b.Decl] || b.Cyclomatic < 1 || b.Lines < 1 || b.Tokens < 0 ||
			b.Shape == (facts.Digest{}) {
			t.Errorf("got body %+v, want valid metrics and one body for each of %d declarations", b, len(in.Decls))
		}
		seen[b.Decl] = true
	}
	for _, p := range in.Patterns {
		if p.Kind == "" || p.Name == "" || p.Decl < facts.ModuleLevel || p.Decl >= len(in.Decls) || p.Line < 1 ||
			p.EndLine < p.Line || p.EndLine > max(total, 1) {
			t.Errorf("got pattern %+v, want a kind, a name, a declaration below %d and lines within 1 to %d",
				p, len(in.Decls), max(total, 1))
		}
	}
	for _, test := range in.Tests {
		if test.Decl < 0 || test.Decl >= len(in.Decls) || test.Line < 1 || test.EndLine < test.Line {
			t.Errorf("got test %+v, want a declaration below %d and ascending lines", test, len(in.Decls))
		}
	}
}

// FuzzInspect checks that the inspection of any text is consistent.
func FuzzInspect(f *testing.F) {
	for _, text := range inspectSeeds(f) {
		f.Add(text)
	}
	f.Fuzz(checkInspection)
}

// TestInspectionOfInvalidFilesIsConsistent inspects prefixes of files, and files with an extra
// bracket.
func TestInspectionOfInvalidFilesIsConsistent(t *testing.T) {
	t.Parallel()
	for _, text := range inspectSeeds(t) {
		for i := 0; i < len(text); i += 3 {
			checkInspection(t, text[:i])
			checkInspection(t, text[:i]+"("+text[i:])
		}
	}
}

// TestInspectReportsTooDeepNesting checks the error for nested parentheses.
func TestInspectReportsTooDeepNesting(t *testing.T) {
	t.Parallel()
	if _, err := File("x.py", strings.Repeat("(", 100_000)); !errors.Is(err, facts.ErrTooDeep) {
		t.Errorf("got error %v, want %v", err, facts.ErrTooDeep)
	}
}
