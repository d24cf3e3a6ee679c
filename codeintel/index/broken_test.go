package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// TestBrokenFilesDoNotAffectOthers scans, inspects, resolves and queries a project with
// invalid and valid sources of all languages. No operation may fail, and the elements of the
// valid files must be found.
func TestBrokenFilesDoNotAffectOthers(t *testing.T) {
	dir := brokenProject(t)
	p := open(dir)
	ctx := context.Background()
	for _, topLevelOnly := range []bool{true, false} {
		found, err := p.Scan(ctx, ScanOptions{Extensions: allExtensions(), TopLevelOnly: topLevelOnly})
		if err != nil {
			t.Fatal(err)
		}
		whole := map[string]bool{}
		for _, e := range found.Elements {
			whole[e.File] = whole[e.File] || e.Name == "whole" || strings.HasSuffix(e.Name, ".whole")
		}
		for _, path := range wholeFiles() {
			if !whole[path[0]] && (!topLevelOnly || !strings.Contains(path[1], "class")) {
				t.Errorf("scan with TopLevelOnly %t: got no element named whole in %s, want one", topLevelOnly, path[0])
			}
		}
		for _, s := range found.Skipped {
			if s.Reason == "" || strings.Contains(s.Reason, "panic") {
				t.Errorf("%s: got reason %q, want one other than a panic", s.File, s.Reason)
			}
		}
	}
	err := p.Examine(ctx, nil, func(ctx context.Context, s *Snapshot) error {
		seen := 0
		if err := s.Inspect(ctx, s.Files(), func(file string, of *facts.Inspection) {
			seen++
			for _, b := range of.Bodies {
				if b.Decl < 0 || b.Decl >= len(of.Decls) || b.Cyclomatic < 1 {
					t.Errorf("%s: got body %+v, want a valid declaration and a complexity of at least 1", file, b)
				}
			}
		}); err != nil {
			return err
		}
		if seen != len(s.Files()) {
			t.Errorf("inspected %d files, want %d", seen, len(s.Files()))
		}
		_, err := s.ResolveAll(ctx, facts.AllReferences)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range wholeFiles() {
		for name, q := range queries() {
			_, err := p.Query(ctx, Request{Query: q, Target: path[0]}, nil)
			if err != nil {
				t.Errorf("%s of %s: got error %v, want none", name, path[0], err)
			}
		}
	}
	var lookup *graph.LookupError
	_, err = p.Query(ctx, Request{Query: queries()["calls-me"], Target: "whole"}, nil)
	if !errors.As(err, &lookup) || !lookup.Ambiguous {
		t.Errorf("calls-me of a name in every language: got %v, want an ambiguous lookup", err)
	}
}

// wholeFiles returns the paths and texts of valid files.
func wholeFiles() [][2]string {
	return [][2]string{
		{"whole.rs", "fn whole() {}\n"},
		{"whole.java", "class W { void whole() {} }\n"},
		{"whole.c", "int whole(void) { return 1; }\n"},
		{"whole.cpp", "int whole() { return 1; }\n"},
		{"whole.cs", "class W { void whole() {} }\n"},
		{"whole.ts", "export function whole() {}\n"},
		{"whole/whole.go", "package whole\n\nfunc whole() {}\n"},
	}
}

// brokenProject returns a project with all files in testdata/broken, the valid files and, for
// each language, a file that is nested too deeply and one with a single long line.
func brokenProject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob("../testdata/broken/*")
	if err != nil || len(files) < 50 {
		t.Fatalf("got %d broken files, error %v; want at least 50", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "broken", filepath.Base(name)), string(text))
	}
	for _, extensions := range Words() {
		e := extensions[0]
		write(t, filepath.Join(dir, "deep"+e), strings.Repeat("f({[", 20_000))
		var b strings.Builder
		for i := range 5_000 {
			fmt.Fprintf(&b, "class A%d{f%d(){return a%d<b?c:d}}", i, i, i)
		}
		write(t, filepath.Join(dir, "line"+e), b.String())
	}
	for _, file := range wholeFiles() {
		write(t, filepath.Join(dir, file[0]), file[1])
	}
	return dir
}
