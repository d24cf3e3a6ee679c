package impact

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// TestReportsDoNotDependOnHistory compares the reports of a project that resolves files on
// demand with those of a project whose files were all resolved before.
func TestReportsDoNotDependOnHistory(t *testing.T) {
	for _, name := range []string{"dispatch", "heritage", "reexports", "stars", "go-dispatch", "go-mixed"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := index.NewStore(index.Options{})
			defer store.Close()
			reports := func(p *index.Project, whole bool) (targets, out []string) {
				err := p.Examine(context.Background(), nil, func(ctx context.Context, s *index.Snapshot) error {
					targets, out = nil, nil
					g, err := s.Graph(ctx)
					if err == nil && whole {
						_, err = s.ResolveAll(ctx, facts.AllReferences)
					}
					if err != nil {
						return err
					}
					for _, f := range g.Files() {
						targets = append(targets, g.Element(f).ID)
						for _, n := range g.Elements(f) {
							targets = append(targets, g.Element(n).ID)
						}
					}
					for _, target := range targets {
						r, err := Analyze(ctx, s, target, Refactor, 3)
						if err != nil {
							return err
						}
						text, err := json.Marshal(r)
						if err != nil {
							return err
						}
						out = append(out, string(text))
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				return targets, out
			}
			targets, want := reports(store.Project(extract(t, name)), true)
			_, got := reports(store.Project(extract(t, name)), false)
			anyDependents := false
			for i, target := range targets {
				if diff := cmp.Diff(want[i], got[i]); diff != "" {
					t.Errorf("%s (-resolved +lazy):\n%s", target, diff)
				}
				anyDependents = anyDependents || !strings.Contains(want[i], `"Files":[]`)
			}
			if !anyDependents {
				t.Error("got no dependents in any report, want some to compare")
			}
		})
	}
}

// extract writes the files of a project in testdata and returns its root.
func extract(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("../testdata/projects", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name == "ask" || f.Name == "want" {
			continue
		}
		file := filepath.Join(root, f.Name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
