package typescript

import (
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// FuzzOutlineAndInspect reads arbitrary text in every dialect. Only text that is nested
// too deeply may fail, and the results must be consistent.
func FuzzOutlineAndInspect(f *testing.F) {
	for _, pattern := range []string{"../testdata/inspect/ts-*.txtar", "../testdata/projects/*.txtar"} {
		archives, err := filepath.Glob(pattern)
		if err != nil || len(archives) == 0 {
			f.Fatalf("%s: got %d archives and error %v, want at least one", pattern, len(archives), err)
		}
		for _, name := range archives {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				f.Fatal(err)
			}
			for _, file := range archive.Files {
				if (Language{}).IsSource(file.Name) {
					f.Add(file.Name, string(file.Data))
				}
			}
		}
	}
	for _, text := range []string{
		"class { constructor(private", "export default class extends", "const {a: [", "#!/x\n",
		"`${", "<a b={", "import {", "/** ", "@", "@x class",
		"interface A { get", "type A = { [", "for (const x = () => 1 of y", "a ? b",
		"switch (a) { case", "x: y: for(;;) continue x", "\u2028\u2029", "\x00\xff\xfe",
		"describe.each`", "it(", "new Promise", "app.route().get(", "app.get(`/${",
		"namespace A.B.", "declare module 'x'", "enum {", "function* (", "async (this",
		"module.exports = exports = { a", "exports.a = exports.b = void 0", "X.prototype.y = ",
		"({ provide: 1, useClass", "<Route path", "export = ", "accessor",
	} {
		f.Add("a.ts", text)
		f.Add("a.jsx", text)
	}
	f.Fuzz(func(t *testing.T, path, text string) {
		if !(Language{}).IsSource(path) {
			path = "app/[x]/route.tsx"
		}
		checkInspection(t, path, text)
	})
}

func checkInspection(t *testing.T, path, text string) {
	t.Helper()
	decls, _, err := Language{}.Outline(path, text, false)
	of, err2 := Language{}.Inspect(path, text)
	if errors.Is(err, facts.ErrTooDeep) && errors.Is(err2, facts.ErrTooDeep) {
		return
	}
	if err != nil || err2 != nil {
		t.Fatalf("got outline error %v and inspection error %v, want none", err, err2)
	}
	if !reflect.DeepEqual(decls, of.Decls) {
		t.Errorf("inspection: got %d declarations, want the %d of the outline", len(of.Decls), len(decls))
	}
	lines := of.CodeLines + of.CommentLines + of.BlankLines
	ids := map[string]bool{}
	for i, d := range decls {
		if ids[d.ID] || d.Name == "" || d.Line < 1 || d.EndLine < d.Line || d.EndLine > lines+1 ||
			d.Parent >= len(decls) || d.Parent == i || d.Parent < -1 {
			t.Errorf("declaration %d: got %+v, want a unique ID, a name, a parent below %d and lines within 1 to %d",
				i, d, len(decls), lines+1)
		}
		ids[d.ID] = true
		if d.Parent >= 0 && !strings.HasPrefix(d.Name, decls[d.Parent].Name+".") {
			t.Errorf("got name %q, want prefix %q", d.Name, decls[d.Parent].Name+".")
		}
	}
	shallow, _, err := Language{}.Outline(path, text, true)
	if err != nil {
		t.Fatal(err)
	}
	top := 0
	for _, d := range decls {
		if d.TopLevel {
			top++
		}
	}
	if top != len(shallow) {
		t.Errorf("shallow outline: got %d declarations, want the %d at the top level", len(shallow), top)
	}
	within := func(name string, decl, line, end int) {
		if decl < facts.ModuleLevel || decl >= len(decls) || line < 1 || end < line || end > lines+1 {
			t.Errorf("%s: got declaration %d and lines %d to %d, want a declaration below %d and lines within 1 to %d",
				name, decl, line, end, len(decls), lines+1)
		}
	}
	for i, b := range of.Bodies {
		within("body", b.Decl, 1, max(b.Lines, 1))
		if b.Decl < 0 || i > 0 && b.Decl <= of.Bodies[i-1].Decl || b.Cyclomatic < 1 ||
			b.Cognitive < 0 || b.Nesting < 0 || b.Tokens < 0 {
			t.Errorf("body %d: got %+v, want ascending declarations and no negative metric", i, b)
		}
	}
	for _, p := range of.Patterns {
		within(p.Kind+" "+p.Name, p.Decl, p.Line, p.EndLine)
		if p.Name == "" {
			t.Errorf("pattern %s on line %d: got no name, want one", p.Kind, p.Line)
		}
	}
	for _, c := range of.Tests {
		within(c.Name, c.Decl, c.Line, c.EndLine)
	}
}
