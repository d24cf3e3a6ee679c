package load

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// FuzzCutBodies checks that a file without bodies has the same declarations, except those in
// bodies, which come last.
func FuzzCutBodies(f *testing.F) {
	files, err := filepath.Glob("../*/*.go")
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
	f.Add("package p\n\n" +
		"func f(x struct{ a int }) interface{ M() } {\n" +
		"\ts := \"}\" + `}\n}` /* } */ // }\n\t_ = '}'\n\treturn nil\n}\n\n" +
		"func g()\n\nvar x = func() { }\n")
	f.Fuzz(func(t *testing.T, text string) {
		whole, err := syntax.Parse("a.go", text, nil)
		if err != nil || whole.Warning != "" {
			t.Skip()
		}
		short, ok := cutBodies(text)
		if !ok {
			return // not cut
		}
		cut, err := syntax.Parse("a.go", short, nil)
		if err != nil || cut.Warning != "" {
			return // the loader then parses the whole file
		}
		for _, d := range whole.Decls[min(len(cut.Decls), len(whole.Decls)):] {
			if d.Parent < 0 || d.TopLevel {
				t.Errorf("without bodies: got no declaration %s, want one", d.Name)
			}
		}
		if len(cut.Decls) > len(whole.Decls) {
			t.Fatalf("without bodies: got %d declarations, want at most %d, in\n%s", len(cut.Decls), len(whole.Decls),
				short)
		}
		for i := range cut.Decls {
			if cut.Decls[i].Name != whole.Decls[i].Name || cut.Decls[i].Type != whole.Decls[i].Type {
				t.Errorf("without bodies: got declaration %s, want %s", cut.Decls[i].Name, whole.Decls[i].Name)
			}
		}
	})
}
