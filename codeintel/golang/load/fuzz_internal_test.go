package load

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// FuzzCutBodies holds that files with their bodies cut out declare what they
// declare with them, but for what bodies declare, which comes last: wherever the
// parser accepts them.
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
	f.Add("package p\n\nfunc f(x struct{ a int }) interface{ M() } {\n\ts := \"}\" + `}\n}` /* } */ // }\n\t_ = '}'\n\treturn nil\n}\n\nfunc g()\n\nvar x = func() { }\n")
	f.Fuzz(func(t *testing.T, text string) {
		whole, err := syntax.Parse("a.go", text, nil)
		if err != nil || whole.Warning != "" {
			t.Skip()
		}
		short, ok := cutBodies(text)
		if !ok {
			return // left as it is
		}
		cut, err := syntax.Parse("a.go", short, nil)
		if err != nil || cut.Warning != "" {
			return // parsed as a whole then
		}
		for _, d := range whole.Decls[min(len(cut.Decls), len(whole.Decls)):] {
			if d.Parent < 0 || d.TopLevel {
				t.Errorf("%s is gone", d.Name)
			}
		}
		if len(cut.Decls) > len(whole.Decls) {
			t.Fatalf("%d declarations of %d in\n%s", len(cut.Decls), len(whole.Decls), short)
		}
		for i := range cut.Decls {
			if cut.Decls[i].Name != whole.Decls[i].Name || cut.Decls[i].Type != whole.Decls[i].Type {
				t.Errorf("%s became %s", whole.Decls[i].Name, cut.Decls[i].Name)
			}
		}
	})
}
