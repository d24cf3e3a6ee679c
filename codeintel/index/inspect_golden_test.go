package index

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestInspectGolden inspects every file of every archive in testdata/inspect, which are named
// <language>-<topic>. The comment of an archive describes the tested behaviour. The file
// "want" contains the expected inspections.
func TestInspectGolden(t *testing.T) {
	archives, err := filepath.Glob("../testdata/inspect/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives and error %v, want at least one", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var want, got string
			shapes := map[facts.Digest]int{}
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				language := languageOf(f.Name)
				if language == nil {
					t.Fatalf("languageOf(%s): got none, want a language", f.Name)
				}
				inspection, err := language.Inspect(f.Name, string(f.Data))
				if err != nil {
					t.Fatalf("%s: %v", f.Name, err)
				}
				got += fmt.Sprintf("# %s\n%s", f.Name, inspectionText(inspection, shapes))
			}
			if *update {
				rewrite(t, name, archive, got)
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("inspections (-want +got):\n%s", diff)
			}
		})
	}
}

// inspectionText formats an inspection. Equal shapes have equal numbers in the whole archive;
// shapes contains the numbers assigned so far.
func inspectionText(of *facts.Inspection, shapes map[facts.Digest]int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "lines: %d code, %d comment, %d blank\n", of.CodeLines, of.CommentLines, of.BlankLines)
	in := func(decl int) string {
		if decl == facts.ModuleLevel {
			return "-"
		}
		return of.Decls[decl].ID
	}
	for _, body := range of.Bodies {
		if shapes[body.Shape] == 0 {
			shapes[body.Shape] = len(shapes) + 1
		}
		fmt.Fprintf(&b, "body %s lines=%d cyclomatic=%d cognitive=%d nesting=%d parameters=%d tokens=%d shape=%d\n",
			in(body.Decl), body.Lines, body.Cyclomatic, body.Cognitive, body.Nesting, body.Parameters, body.Tokens,
			shapes[body.Shape])
	}
	for _, p := range of.Patterns {
		fmt.Fprintf(&b, "%s %q %d-%d %s\n", p.Kind, p.Name, p.Line, p.EndLine, in(p.Decl))
	}
	for _, test := range of.Tests {
		fmt.Fprintf(&b, "case %q %d-%d %s\n", test.Name, test.Line, test.EndLine, in(test.Decl))
	}
	return b.String()
}
