package golang

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// FuzzOutline checks the properties of an outline: it fails only for too deep nesting, lines
// are within the file, ids are unique, and members have a parent.
func FuzzOutline(f *testing.F) {
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("package p\nfunc half( {\nvar x = func() { return }\ntype (a struct{}; b interface{ m() }; c = b)")
	f.Add("package p\n//line other.go:7\nfunc (x *T[P]) m() {}\nfunc init(){};func init(){}")
	f.Fuzz(func(t *testing.T, text string) {
		decls, _, err := Language{}.Outline("a.go", text, false)
		if err != nil {
			t.Skip(err)
		}
		lines, ids := syntax.LineCount(text), map[string]bool{}
		for i, d := range decls {
			switch {
			case d.Line < 1, d.EndLine < d.Line, d.EndLine > lines:
				t.Errorf("%s: got lines %d to %d, want a range within 1 to %d", d.ID, d.Line, d.EndLine, lines)
			case ids[d.ID]:
				t.Errorf("got duplicate id %s, want unique ids", d.ID)
			case d.Parent == i, d.Parent >= len(decls),
				d.Parent >= 0 && !strings.HasPrefix(d.Name, decls[d.Parent].Name+"."):
				t.Errorf("%s: got parent %d, want another of %d declarations whose name is a prefix", d.ID, d.Parent,
					len(decls))
			}
			ids[d.ID] = true
		}
		in, err := Language{}.Inspect("a_test.go", text)
		if err != nil || len(in.Decls) != len(decls) {
			t.Fatalf("inspection: got %+v and error %v, want %d declarations", in, err, len(decls))
		}
		for _, b := range in.Bodies {
			if b.Decl < 0 || b.Decl >= len(decls) || b.Cyclomatic < 1 || b.Cognitive < 0 || b.Lines < 1 {
				t.Errorf("got body %+v, want a declaration below %d and valid metrics", b, len(decls))
			}
		}
		if n := in.CodeLines + in.CommentLines + in.BlankLines; n > lines {
			t.Errorf("inspection: got %d lines, want at most %d", n, lines)
		}
	})
}
