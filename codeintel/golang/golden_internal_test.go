package golang

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

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// TestFactsMatchGoldenFiles compares the facts of each archive in testdata. The comment of an
// archive describes its subject; the file "want" contains the expected facts; the file "root",
// if present, contains the folder of the project.
func TestFactsMatchGoldenFiles(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
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
			dir, special := extract(t, archive)
			got := newFactLister(t, filepath.Join(dir, strings.TrimSpace(special["root"]))).list()
			if *update {
				archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
				archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := gocmp.Diff(special["want"], got); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
}

// extract writes the files of an archive to a temporary folder, except "want" and "root".
func extract(t *testing.T, archive *txtar.Archive) (dir string, special map[string]string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	special = map[string]string{}
	for _, f := range archive.Files {
		if f.Name == "want" || f.Name == "root" {
			special[f.Name] = string(f.Data)
			continue
		}
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, special
}

// factLister formats facts, one per line.
type factLister struct {
	declared map[string]facts.Declared
	files    map[string]facts.File
	warnings []string
}

func newFactLister(t *testing.T, root string) *factLister {
	t.Helper()
	p := projectAt(t, root)
	a := Language{}.NewAnalyzer()
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := &factLister{declared: map[string]facts.Declared{}, files: map[string]facts.File{}, warnings: changes.Warnings}
	for _, d := range changes.Declared {
		l.declared[d.Path] = d
	}
	if _, err := a.Resolve(context.Background(), p.Files, facts.CallsAndImports,
		func(f facts.File) { l.files[f.Path] = f }, nil); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *factLister) list() string {
	var b strings.Builder
	for _, w := range l.warnings {
		fmt.Fprintf(&b, "warning %s\n", w)
	}
	var paths []string
	for path := range l.declared {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		l.file(&b, path)
	}
	return b.String()
}

func (l *factLister) file(b *strings.Builder, path string) {
	d := l.declared[path]
	fmt.Fprintf(b, "# %s %d lines\n", path, d.Lines)
	if d.Warning != "" {
		fmt.Fprintf(b, "warning %s\n", d.Warning)
	}
	for _, e := range d.Decls {
		fmt.Fprintf(b, "%s %s %d-%d", e.Type, e.ID, e.Line, e.EndLine)
		if e.Exported {
			b.WriteString(" exported")
		}
		if e.Parent >= 0 {
			fmt.Fprintf(b, " of %s", d.Decls[e.Parent].Name)
		}
		b.WriteByte('\n')
	}
	l.references(b, path)
}

// references formats the references of a file.
func (l *factLister) references(b *strings.Builder, path string) {
	f := l.files[path]
	for _, c := range f.Calls {
		fmt.Fprintf(b, "%d:%d %s calls %s", c.Line, c.Column, l.decl(path, c.From), l.target(c.To))
		if c.Exact {
			b.WriteString(" exactly")
		}
		if c.Through != nil {
			fmt.Fprintf(b, " through %s", l.target(*c.Through))
		}
		b.WriteByte('\n')
	}
	slices.SortFunc(f.Imports, func(x, y facts.Import) int {
		return cmp.Or(x.Line-y.Line, cmp.Compare(l.target(x.To), l.target(y.To)))
	})
	for _, i := range f.Imports {
		fmt.Fprintf(b, "%d:%d imports %s", i.Line, i.Column, l.target(i.To))
		if i.Module != i.To.File {
			fmt.Fprintf(b, " of %s", i.Module)
		}
		for _, u := range i.Users {
			fmt.Fprintf(b, " for %s", l.decl(path, u))
		}
		b.WriteByte('\n')
	}
	for _, u := range f.Unresolved {
		fmt.Fprintf(b, "unresolved in %s: %q", l.decl(path, u.From), u.Name)
		if u.Import {
			fmt.Fprintf(b, " imported from %q", u.Module)
		}
		if u.Inbound {
			b.WriteString(" inbound")
		}
		for _, m := range u.Maybe {
			fmt.Fprintf(b, " maybe %s", l.target(m))
		}
		b.WriteByte('\n')
	}
	for _, h := range f.Heritage {
		fmt.Fprintf(b, "%s implements %s\n", l.decl(path, h.Decl), l.target(h.Of))
	}
}

func (l *factLister) decl(path string, i int) string {
	if i == facts.ModuleLevel {
		return "the file"
	}
	return l.declared[path].Decls[i].Name
}

func (l *factLister) target(t facts.Target) string {
	switch {
	case t.External != "":
		return "external " + t.External
	case t.Decl == facts.ModuleLevel:
		return t.File
	default:
		return l.declared[t.File].Decls[t.Decl].ID
	}
}
