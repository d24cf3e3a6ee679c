package export

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/export/scip"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
)

var update = flag.Bool("update", false, "rewrite the expected files")

// TestSCIP compares the index of each project in testdata/scip with the file want of its archive,
// in which the occurrences follow their line.
func TestSCIP(t *testing.T) {
	archives, err := filepath.Glob("testdata/scip/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("Glob = %d archives, %v; want at least one", len(archives), err)
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			root := t.TempDir()
			var want string
			sources := map[string]string{}
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				sources[f.Name] = string(f.Data)
				writeFile(t, filepath.Join(root, f.Name), f.Data)
			}
			x := scipOf(t, root, 0)
			if want := "file://" + filepath.ToSlash(root); x.Root != want {
				t.Errorf("Root = %q, want %q", x.Root, want)
			}
			got := annotated(x, sources)
			if *update {
				rewriteWant(t, name, archive, got)
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("index (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSCIPLimit keeps the symbols and the references of the most connected nodes only.
func TestSCIPLimit(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.ts"), []byte("function a() { b(); b(); }\nfunction b() {}\nfunction c() {}\n"))
	x := scipOf(t, root, 2)
	want := "== a.ts TypeScript\n" +
		"function a() { b(); b(); }\n" +
		"         ^ definition a.ts/a(). [0:0-0:26]\n" +
		"               ^ reference a.ts/b().\n" +
		"                    ^ reference a.ts/b().\n" +
		"function b() {}\n" +
		"         ^ definition a.ts/b(). [1:0-1:15]\n" +
		"function c() {}\n"
	got := annotated(x, map[string]string{"a.ts": "function a() { b(); b(); }\nfunction b() {}\nfunction c() {}\n"})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("index of two nodes (-want +got):\n%s", diff)
	}
}

func scipOf(t *testing.T, root string, maxNodes int) *scip.Index {
	t.Helper()
	store := index.NewStore(index.Options{})
	t.Cleanup(store.Close)
	var x *scip.Index
	err := store.Project(root).Examine(t.Context(), nil, func(ctx context.Context, s *index.Snapshot) error {
		g, err := s.ResolveAll(ctx, facts.AllReferences)
		if err != nil {
			return err
		}
		c, err := collect(ctx, g)
		if err != nil {
			return err
		}
		if maxNodes > 0 {
			c.limit(maxNodes)
		}
		x, err = c.scipIndex(ctx, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// annotated writes the sources with the occurrences of each line below it. It omits the part that
// all symbols of the project have in common.
func annotated(x *scip.Index, sources map[string]string) string {
	var out strings.Builder
	short := func(symbol string) string {
		return strings.ReplaceAll(strings.TrimPrefix(symbol, "coderef . . . "), "`", "")
	}
	for _, d := range x.Documents {
		fmt.Fprintf(&out, "== %s %s\n", d.Path, d.Language)
		relations := map[string]string{}
		for _, s := range d.Symbols {
			for _, r := range s.Relationships {
				relations[s.Symbol] += fmt.Sprintf(" implements %s", short(r.Symbol))
				if r.Reference {
					relations[s.Symbol] += " (same references)"
				}
			}
		}
		for number, line := range strings.Split(strings.TrimSuffix(sources[d.Path], "\n"), "\n") {
			fmt.Fprintf(&out, "%s\n", line)
			for _, o := range d.Occurrences {
				r := o.Range
				if r.StartLine != number || r == (scip.Range{}) {
					continue
				}
				role := "reference"
				switch {
				case o.Roles&scip.Definition != 0:
					role = "definition"
				case o.Roles&scip.Import != 0:
					role = "import"
				}
				if o.Roles&scip.Test != 0 {
					role = "test " + role
				}
				marks := strings.Repeat(" ", r.StartCharacter) + strings.Repeat("^", max(r.EndCharacter-r.StartCharacter, 0))
				fmt.Fprintf(&out, "%s %s %s", marks, role, short(o.Symbol))
				if e := o.Enclosing; e != (scip.Range{}) {
					fmt.Fprintf(&out, " [%d:%d-%d:%d]", e.StartLine, e.StartCharacter, e.EndLine, e.EndCharacter)
				}
				if o.Roles&scip.Definition != 0 {
					out.WriteString(relations[o.Symbol])
				}
				out.WriteByte('\n')
			}
		}
	}
	for _, s := range x.External {
		fmt.Fprintf(&out, "external %s: %s\n", short(s.Symbol), s.DisplayName)
	}
	return out.String()
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func rewriteWant(t *testing.T, name string, archive *txtar.Archive, want string) {
	t.Helper()
	files := archive.Files[:0]
	for _, f := range archive.Files {
		if f.Name != "want" {
			files = append(files, f)
		}
	}
	archive.Files = append(files, txtar.File{Name: "want", Data: []byte(want)})
	writeFile(t, name, txtar.Format(archive))
}
