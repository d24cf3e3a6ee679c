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

// cached returns a store that keeps what it learns in a folder.
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

// aged makes all files of a project old enough for their stamps to prove their
// contents.
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
	// Change times cannot be set: only time makes them old.
	for time.Since(latest) < 60*time.Millisecond {
		if _, err := os.Stat(root); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnswersSurviveTheProcess asks everything of a project, saves, and asks a new
// store: the answers are the same, and those to questions asked before are made
// without any analyzer.
func TestAnswersSurviveTheProcess(t *testing.T) {
	archives, err := filepath.Glob("../testdata/projects/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
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
			ask := func(s *Store) (out []string, p *Project) {
				p = s.Project(root)
				out = append(out, scanAnswer(t, p, false))
				for _, q := range questions(t, p, rand.New(rand.NewPCG(1, 2))) {
					out = append(out, fmt.Sprint(q, answered(t, p, q)))
				}
				return out, p
			}
			before := cached(t, dir)
			want, first := ask(before)
			before.Close()
			for _, v := range first.views {
				if v.unsavable.Load() {
					t.Errorf("%s was not saved", v.word())
				}
			}
			got, p := ask(cached(t, dir))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("after a restart (-before +after):\n%s", diff)
			}
			for _, v := range p.views {
				if v.analyzer != nil {
					t.Errorf("%s was analysed again", v.word())
				}
			}
		})
	}
}

func answered(t *testing.T, p *Project, q Question) string {
	t.Helper()
	found, err := p.Query(context.Background(), q, nil)
	if err != nil {
		return err.Error()
	}
	return answerText(found)
}

// TestSavedIsNotStale changes, adds and removes files between two processes, and
// saves in between after answers that resolved only a part.
func TestSavedIsNotStale(t *testing.T) {
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
		for _, wait := range []bool{false, true} { // stamps that prove nothing, and such that do
			step.change()
			if wait {
				aged(t, root)
			}
			s := cached(t, dir)
			found, err := s.Project(root).Query(context.Background(), Question{Query: queries()["calls-me"], Target: "a.ts#f"}, nil)
			if err != nil || len(found.Results) != step.want {
				t.Fatalf("step %d: %v, %+v", i, err, found)
			}
			s.Close()
			step.change = func() {}
		}
	}
}

// TestSavedAddsUp saves twice in one process: the second time what was resolved
// since is added to what is there.
func TestSavedAddsUp(t *testing.T) {
	root, dir := project(t), t.TempDir()
	for _, n := range []string{"c", "d"} {
		write(t, filepath.Join(root, n+".ts"), fmt.Sprintf("export function of%s() {}\nof%s();\n", n, n))
	}
	aged(t, root)
	first := cached(t, dir)
	for _, n := range []string{"c", "d"} {
		if _, err := first.Project(root).Query(context.Background(), Question{Query: queries()["calls-me"], Target: "of" + n}, nil); err != nil {
			t.Fatal(err)
		}
		first.save()
	}
	p := cached(t, dir).Project(root)
	for _, n := range []string{"c", "d"} {
		if _, err := p.Query(context.Background(), Question{Query: queries()["calls-me"], Target: "of" + n}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if i := slices.IndexFunc(p.views, func(v *view) bool { return v.analyzer != nil }); i >= 0 {
		t.Errorf("%s was analysed again", p.views[i].word())
	}
	// What was not asked for yet is resolved all the same.
	if got := answered(t, p, Question{Query: queries()["calls"], Target: "b.ts"}); got == "" {
		t.Error("nothing more can be resolved")
	}
}

// TestMemoryLimit: the least recently used projects go, and what is asked stays.
func TestMemoryLimit(t *testing.T) {
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
		t.Fatalf("%d projects are left below the limit", n)
	}
	used = 150
	for range 100 { // everything goes but the one used last
		s.giveUp()
	}
	if n := s.recent.Len(); n != 1 || s.recent.Front().Value.(*Project).root != roots[2] {
		t.Errorf("%d projects are left above the limit", n)
	}
	s.shrink() // nothing is left to give up: it ends
}
