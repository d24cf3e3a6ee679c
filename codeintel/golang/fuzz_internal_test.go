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
				t.Errorf("%s has lines %d to %d, the file has %d", d.ID, d.Line, d.EndLine, lines)
			case ids[d.ID]:
				t.Errorf("duplicate id %s", d.ID)
			case d.Parent == i, d.Parent >= len(decls), d.Parent >= 0 && !strings.HasPrefix(d.Name, decls[d.Parent].Name+"."):
				t.Errorf("%s has the invalid parent %d", d.ID, d.Parent)
			}
			ids[d.ID] = true
		}
		shown, err := Language{}.Inspect("a_test.go", text)
		if err != nil || len(shown.Decls) != len(decls) {
			t.Fatalf("inspection %+v, error %v, want %d declarations", shown, err, len(decls))
		}
		for _, b := range shown.Bodies {
			if b.Decl < 0 || b.Decl >= len(decls) || b.Cyclomatic < 1 || b.Cognitive < 0 || b.Lines < 1 {
				t.Errorf("invalid body %+v", b)
			}
		}
		if n := shown.CodeLines + shown.CommentLines + shown.BlankLines; n > lines {
			t.Errorf("inspection counts %d lines, the file has %d", n, lines)
		}
	})
}
