package inspect

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// TestInspectionsMatchGoldenFiles inspects the files of each archive in testdata/inspect. The
// comment of an archive describes its subject; the file "want" contains the expected result.
func TestInspectionsMatchGoldenFiles(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/inspect/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got no archives and error %v, want archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			want := ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				listInspection(t, &got, f.Name, string(f.Data))
			}
			if *update {
				archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
				archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(got.String())})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := gocmp.Diff(want, got.String()); diff != "" {
				t.Errorf("inspections (-want +got):\n%s", diff)
			}
		})
	}
}

// listInspection formats an inspection. Bodies with the same digest get the same number.
func listInspection(t *testing.T, b *strings.Builder, path, text string) {
	t.Helper()
	in, err := File(path, text)
	if err != nil {
		t.Fatalf("%s: got error %v, want none", path, err)
	}
	fmt.Fprintf(b, "# %s\n", path)
	name := func(decl int) string {
		if decl == facts.ModuleLevel {
			return "the file"
		}
		return in.Decls[decl].Name
	}
	shapes := map[facts.Digest]string{}
	for _, body := range in.Bodies {
		if shapes[body.Shape] == "" {
			shapes[body.Shape] = strconv.Itoa(len(shapes) + 1)
		}
		fmt.Fprintf(b,
			"body %s: %d lines, cyclomatic %d, cognitive %d, nesting %d, %d parameters, %d tokens, shape %s\n",
			name(body.Decl), body.Lines, body.Cyclomatic, body.Cognitive, body.Nesting,
			body.Parameters, body.Tokens, shapes[body.Shape])
	}
	for _, p := range in.Patterns {
		fmt.Fprintf(b, "%s %q %d-%d in %s\n", p.Kind, p.Name, p.Line, p.EndLine, name(p.Decl))
	}
	for _, test := range in.Tests {
		fmt.Fprintf(b, "test %q %d-%d is %s\n", test.Name, test.Line, test.EndLine, name(test.Decl))
	}
	fmt.Fprintf(b, "lines: %d code, %d comment, %d blank\n", in.CodeLines, in.CommentLines, in.BlankLines)
}
