package typescript

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

var rewrite = flag.Bool("update", false, "rewrite the golden parts of testdata")

// TestReferencesMatchGoldenFiles compares every reference, import and call of the files
// of an archive with its file "want".
func TestReferencesMatchGoldenFiles(t *testing.T) {
	archives, err := filepath.Glob("testdata/references/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives and error %v, want at least one", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir, want, files := t.TempDir(), "", archive.Files[:0:0]
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				files = append(files, f)
				write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			got := edgesOf(t, dir)
			if *rewrite {
				archive.Files = append(files, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := diff.Diff(want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// edgesOf resolves a project to the full depth and lists the references, imports and
// calls of its files by position.
func edgesOf(t *testing.T, dir string) string {
	t.Helper()
	p := projectAt(t, dir)
	a := &Analyzer{}
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string][]facts.Decl{}
	for _, d := range changes.Declared {
		declared[d.Path] = d.Decls
	}
	name := func(file string, decl int) string {
		if decl == facts.ModuleLevel {
			return file
		}
		return declared[file][decl].ID
	}
	type line struct {
		file         string
		line, column int
		text         string
	}
	var lines []line
	if _, err := a.Resolve(context.Background(), p.Files, facts.AllReferences, func(f facts.File) {
		add := func(at, column, from int, to facts.Target, kind string) {
			target := cmp.Or(to.External, "outside")
			if to.External == "" {
				target = name(to.File, to.Decl)
			}
			if to.Member != "" {
				kind += " member=" + to.Member
			}
			text := fmt.Sprintf("%s -> %s %s", name(f.Path, from), target, kind)
			lines = append(lines, line{f.Path, at, column, text})
		}
		for _, c := range f.Calls {
			add(c.Line, c.Column, c.From, c.To, "call")
		}
		for _, i := range f.Imports {
			kind := "import"
			for flag, set := range map[string]bool{
				" type-only": i.TypeOnly, " dynamic": i.Dynamic, " all": i.ReExportsAll,
			} {
				if set {
					kind += flag
				}
			}
			if len(i.ExportedAs) > 0 {
				kind += " as " + strings.Join(i.ExportedAs, ",")
			}
			add(i.Line, i.Column, facts.ModuleLevel, i.To, kind)
		}
		for _, r := range f.References {
			kind := []string{"uses", "uses type", "extends", "implements"}[r.Kind]
			add(r.Line, r.Column, r.From, r.To, kind)
		}
	}, nil); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.line-b.line, a.column-b.column,
			strings.Compare(a.text, b.text))
	})
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%s:%d:%d %s\n", l.file, l.line, l.column, l.text)
	}
	return b.String()
}
