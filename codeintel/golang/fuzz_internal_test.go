package golang

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// FuzzOutline holds an outline to its promises, whatever the text: no failure but
// that of nesting, lines within the file, ids that differ, members that have a parent.
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
				t.Errorf("%s: lines %d to %d of %d", d.ID, d.Line, d.EndLine, lines)
			case ids[d.ID]:
				t.Errorf("%s is there twice", d.ID)
			case d.Parent == i, d.Parent >= len(decls), d.Parent >= 0 && !strings.HasPrefix(d.Name, decls[d.Parent].Name+"."):
				t.Errorf("%s: parent %d", d.ID, d.Parent)
			}
			ids[d.ID] = true
		}
		shown, err := Language{}.Inspect("a_test.go", text)
		if err != nil || len(shown.Decls) != len(decls) {
			t.Fatalf("inspected %+v, %v", shown, err)
		}
		for _, b := range shown.Bodies {
			if b.Decl < 0 || b.Decl >= len(decls) || b.Cyclomatic < 1 || b.Cognitive < 0 || b.Lines < 1 {
				t.Errorf("%+v", b)
			}
		}
		if n := shown.CodeLines + shown.CommentLines + shown.BlankLines; n > lines {
			t.Errorf("%d lines of %d", n, lines)
		}
	})
}
