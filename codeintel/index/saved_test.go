package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/cache"
)

// cached returns a store with a cache in a folder.
func cached(t *testing.T, dir string) *Store {
	t.Helper()
	c, err := cache.Open(dir, "test", 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	s := NewStore(Options{Cache: c})
	s.after = func(time.Duration, func()) func() bool { return func() bool { return true } }
	return s
}

// aged waits until all files of a project are old enough for their stamps to prove that the
// contents are unchanged.
func aged(t *testing.T, root string) {
	t.Helper()
	var latest time.Time
	err := filepath.WalkDir(root, func(_ string, d os.DirEntry, err error) error {
		if err == nil {
			var info os.FileInfo
			if info, err = d.Info(); err == nil && info.ModTime().After(latest) {
				latest = info.ModTime()
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// Change times cannot be set, so wait.
	for time.Since(latest) < 60*time.Millisecond {
		if _, err := os.Stat(root); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSavedResultsEqualComputedResults runs all queries of a project, saves, and runs them
// again with a new store. The results must be the same, and no analyzer may run.
func TestSavedResultsEqualComputedResults(t *testing.T) {
	archives, err := filepath.Glob("../testdata/projects/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives and error %v, want at least one", len(archives), err)
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			root, _ := extract(t, archive)
			aged(t, root)
			dir := t.TempDir()
			results := func(s *Store) (out []string, p *Project) {
				p = s.Project(root)
				out = append(out, scanText(t, p, false))
				for _, q := range allRequests(t, p, rand.New(rand.NewPCG(1, 2))) {
					out = append(out, fmt.Sprint(q, queryOrError(t, p, q)))
				}
				return out, p
			}
			before := cached(t, dir)
			want, first := results(before)
			before.Close()
			for _, v := range first.views {
				if v.unsavable.Load() {
					t.Errorf("%s: got it not saved, want it saved", v.word())
				}
			}
			got, p := results(cached(t, dir))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("after a restart (-before +after):\n%s", diff)
			}
			for _, v := range p.views {
				if v.analyzer != nil {
					t.Errorf("%s: an analyzer ran, want saved facts", v.word())
				}
			}
		})
	}
}

func queryOrError(t *testing.T, p *Project, q Request) string {
	t.Helper()
	found, err := p.Query(context.Background(), q, nil)
	if err != nil {
		return err.Error()
	}
	return responseText(found)
}

// TestSavedResultsAreNotStale changes, adds and removes files between two processes. It saves
// after queries that resolved only some of the files.
func TestSavedResultsAreNotStale(t *testing.T) {
	root, dir := project(t), t.TempDir()
	write(t, filepath.Join(root, "a.ts"), "export function f() {}\n")
	write(t, filepath.Join(root, "b.ts"), "import { f } from './a';\nexport function g() { f(); }\n")
	write(t, filepath.Join(root, "c.ts"), "import { f } from './a';\nexport function h() { f(); }\n")
	steps := []struct {
		change func()
		want   int
	}{
		{func() {}, 2},
		{func() {}, 2},
		{func() { write(t, filepath.Join(root, "b.ts"), "export function g() {}\n") }, 1},
		{func() { write(t, filepath.Join(root, "d.ts"), "import { f } from './a';\nf();\nf();\n") }, 3},
		{func() {
			if err := os.Remove(filepath.Join(root, "c.ts")); err != nil {
				t.Fatal(err)
			}
		}, 2},
		{func() { write(t, filepath.Join(root, "e.ts"), "import { f } from './a';\nf();\n") }, 3},
	}
	for i, step := range steps {
		for _, wait := range []bool{false, true} { // stamps that do not prove the contents, and stamps that do
			step.change()
			if wait {
				aged(t, root)
			}
			s := cached(t, dir)
			request := Request{Query: queries()["calls-me"], Target: "a.ts#f"}
			found, err := s.Project(root).Query(context.Background(), request, nil)
			if err != nil || len(found.Results) != step.want {
				t.Fatalf("step %d: got %+v, error %v; want %d results", i, found, err, step.want)
			}
			s.Close()
			step.change = func() {}
		}
	}
}

// TestSaveKeepsEarlierResults saves twice in one process. The second save must add the files
// resolved since the first.
func TestSaveKeepsEarlierResults(t *testing.T) {
	root, dir := project(t), t.TempDir()
	for _, n := range []string{"c", "d"} {
		write(t, filepath.Join(root, n+".ts"), fmt.Sprintf("export function of%s() {}\nof%s();\n", n, n))
	}
	aged(t, root)
	first := cached(t, dir)
	for _, n := range []string{"c", "d"} {
		mustQuery(t, first.Project(root), Request{Query: queries()["calls-me"], Target: "of" + n})
		first.save()
	}
	p := cached(t, dir).Project(root)
	for _, n := range []string{"c", "d"} {
		mustQuery(t, p, Request{Query: queries()["calls-me"], Target: "of" + n})
	}
	if i := slices.IndexFunc(p.views, func(v *view) bool { return v.analyzer != nil }); i >= 0 {
		t.Errorf("%s: an analyzer ran, want saved facts", p.views[i].word())
	}
	// A file that was not resolved before saving can still be resolved.
	if got := queryOrError(t, p, Request{Query: queries()["calls"], Target: "b.ts"}); got == "" {
		t.Error("got no calls of b.ts, want one")
	}
}

// TestMemoryLimitDropsLeastRecent checks that a store above its memory limit drops all
// projects except the most recently used one.
func TestMemoryLimitDropsLeastRecent(t *testing.T) {
	s := NewStore(Options{MemoryLimit: 100})
	used := int64(0)
	s.memory = func() int64 { return used }
	var later []func()
	s.after = func(d time.Duration, f func()) func() bool {
		if d == 0 {
			later = append(later, f)
		}
		return func() bool { return true }
	}
	roots := []string{project(t), project(t), project(t)}
	for _, root := range roots {
		if _, err := s.Project(root).Scan(context.Background(), ScanOptions{Extensions: allExtensions()}); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range later {
		f()
	}
	if n := s.recent.Len(); n != 3 {
		t.Fatalf("below the limit: got %d projects, want 3", n)
	}
	used = 150
	for range 100 { // drops all projects except the one used last
		s.freeSome()
	}
	if n := s.recent.Len(); n != 1 || s.recent.Front().Value.(*Project).root != roots[2] {
		t.Errorf("above the limit: got %d projects, the first %s; want only %s",
			n, s.recent.Front().Value.(*Project).root, roots[2])
	}
	s.shrink() // must end although the memory is still above the limit
}
