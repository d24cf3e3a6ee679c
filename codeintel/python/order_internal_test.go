package python

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestFactsDoNotDependOnOrder resolves the files of all fixtures in random order and
// concurrently, and compares the facts with those of each file resolved alone by a new
// analyzer.
func TestFactsDoNotDependOnOrder(t *testing.T) {
	archives, err := filepath.Glob("../testdata/projects/py-*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got no archives and error %v, want archives", err)
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{}
			for _, f := range archive.Files {
				texts[f.Name] = string(f.Data)
			}
			files := projectOf(texts).Files
			want := map[string]facts.File{}
			for _, file := range files {
				resolveWith(t, texts, []string{file}, want)
			}
			random := rand.New(rand.NewPCG(1, 1))
			for range 5 {
				random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
				got := map[string]facts.File{}
				resolveWith(t, texts, slices.Clone(files), got)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("facts in order %v (-want, resolved alone +got):\n%s", files, diff)
				}
			}
		})
	}
}

func resolveWith(t *testing.T, texts map[string]string, files []string, into map[string]facts.File) {
	t.Helper()
	a := Language{}.NewAnalyzer()
	updated(t, a, texts)
	a.Release() // forces the files to be parsed again
	_, err := a.Resolve(context.Background(), files, facts.AllReferences, func(f facts.File) { into[f.Path] = f }, nil)
	if err != nil {
		t.Fatal(err)
	}
}
