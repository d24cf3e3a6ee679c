package python

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/mentions"
	"github.com/coderef-system/coderefd/codeintel/python/resolve"
	"github.com/coderef-system/coderefd/codeintel/python/settings"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// FuzzFacts resolves an arbitrary file and a file that imports all of it, and checks that
// every target exists.
func FuzzFacts(f *testing.F) {
	archives, err := filepath.Glob("../testdata/projects/py-*.txtar")
	if err != nil || len(archives) == 0 {
		f.Fatalf("got no archives and error %v, want archives", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if (Language{}).IsSource(file.Name) {
				f.Add(string(file.Data))
				f.Add(strings.ReplaceAll(string(file.Data), "from ", "from lib import *\nfrom "))
			}
		}
	}
	f.Add("class A(A): x = A.x\ndef f(): return f()\nx = x = [x]\nx.append(x)\n" +
		"from lib import x, f as A\nfrom . import lib\n")
	generics := []string{
		"tuple", "list", "dict", "type", "Callable", "Optional", "Union", "Annotated", "Generator", "Coroutine",
		"Literal", "Generic", "C",
	}
	for _, name := range generics {
		f.Add("from typing import *\nclass C: ...\ndef f(a: " + name + "[()], b: " + name + "[...]) -> " + name +
			"[C]: return a.b(b.c)\n")
	}
	f.Add("class C(D): ...\nclass D(C):\n    def m(self): return self.m().n()\n    n = m\nC().m()\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<13 {
			t.Skip()
		}
		modules := map[string]*symtable.Module{}
		for path, text := range map[string]string{
			"lib.py": text,
			"use.py": "from lib import *\nimport lib\nf().g()\nlib.f(x)\n",
		} {
			m := moduleOf(path, text)
			if m == nil {
				t.Skip()
			}
			symtable.InterfaceHash(m)
			mentions.Of(m)
			modules[path] = m
		}
		ev := infer.New(layout.New("/project", []string{"lib.py", "use.py"}, settings.Settings{}),
			func(path string) *symtable.Module { return modules[path] })
		for path, m := range modules {
			of := resolve.File(ev, m, facts.AllReferences)
			check := func(target facts.Target) {
				if target.External != "" || target.Decl == facts.ModuleLevel {
					return
				}
				if to := modules[target.File]; to == nil || target.Decl < 0 || target.Decl >= len(to.Outline.Decls) {
					t.Errorf("%s: got target %+v, want a declaration that exists", path, target)
				}
			}
			for _, c := range of.Calls {
				check(c.To)
			}
			for _, i := range of.Imports {
				check(i.To)
			}
			for _, r := range of.References {
				check(r.To)
			}
		}
	})
}
