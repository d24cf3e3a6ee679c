package brace

import (
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

func FuzzOutlineRust(f *testing.F)   { fuzzOutline(f, "rust", "a.rs") }
func FuzzOutlineJava(f *testing.F)   { fuzzOutline(f, "java", "A.java") }
func FuzzOutlineC(f *testing.F)      { fuzzOutline(f, "c", "a.c") }
func FuzzOutlineCpp(f *testing.F)    { fuzzOutline(f, "cpp", "a.hpp") }
func FuzzOutlineCSharp(f *testing.F) { fuzzOutline(f, "csharp", "a.cs") }

// fuzzOutline checks the invariants of outlines and inspections for any text: the only
// error is excessive nesting, lines are within the file, IDs are unique, parents exist,
// and the shallow outline consists of the top-level declarations of the deep one.
func fuzzOutline(f *testing.F, golden, path string) {
	archive, err := txtar.ParseFile("testdata/" + golden + ".txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		f.Add(string(file.Data))
		f.Add(string(file.Data[len(file.Data)/3:]))
	}
	seeds, err := os.ReadDir("../testdata/broken")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range seeds {
		text, err := os.ReadFile("../testdata/broken/" + e.Name())
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 4096 {
			f.Add(string(text))
		}
	}
	l := languageOf(f, path)
	f.Fuzz(func(t *testing.T, text string) {
		decls, _, err := l.Outline(path, text, false)
		if errors.Is(err, facts.ErrTooDeep) {
			t.Skip()
		}
		if err != nil {
			t.Fatal(err)
		}
		checkDecls(t, decls, lineCount(text))
		in, err := l.Inspect(path, text)
		if err != nil || len(in.Decls) != len(decls) {
			t.Fatalf("inspection: got %d declarations and error %v, want %d and none", len(in.Decls), err, len(decls))
		}
		if n := in.CodeLines + in.CommentLines + in.BlankLines; n != lineCount(text) && text != "" {
			t.Errorf("got %d lines, want %d", n, lineCount(text))
		}
		for _, b := range in.Bodies {
			if b.Cyclomatic < 1 || b.Cognitive < 0 || b.Lines < 1 || b.Nesting < 0 || b.Tokens < 0 {
				t.Errorf("%s: got body %+v, want no negative metric", decls[b.Decl].ID, b)
			}
		}
		shallow, _, err := l.Outline(path, text, true)
		if err != nil {
			t.Fatal(err)
		}
		top := 0
		for _, d := range decls {
			if d.TopLevel {
				top++
			}
		}
		if len(shallow) != top {
			t.Errorf("shallow outline: got %d declarations, want %d", len(shallow), top)
		}
	})
}

func checkDecls(t *testing.T, decls []facts.Decl, lines int) {
	t.Helper()
	ids := map[string]bool{}
	for i, d := range decls {
		switch {
		case d.Line < 1, d.EndLine < d.Line, d.EndLine > lines:
			t.Errorf("%s: got lines %d to %d, want a range within 1 to %d", d.ID, d.Line, d.EndLine, lines)
		case ids[d.ID]:
			t.Errorf("got duplicate ID %s, want unique IDs", d.ID)
		case d.Name == "":
			t.Errorf("%s: got no name, want one", d.ID)
		case d.Parent == i, d.Parent >= len(decls):
			t.Errorf("%s: got parent %d, want another of %d declarations", d.ID, d.Parent, len(decls))
		case d.Parent >= 0 && !strings.HasPrefix(d.Name, decls[d.Parent].Name+"."):
			t.Errorf("%s: got name %s, want prefix %s", d.ID, d.Name, decls[d.Parent].Name+".")
		}
		ids[d.ID] = true
	}
}

func lineCount(text string) int {
	return max(1, strings.Count(strings.TrimSuffix(text, "\n"), "\n")+1)
}
