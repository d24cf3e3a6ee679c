package brace

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

func languages() []*language {
	return []*language{rustLanguage, javaLanguage, cLanguage, csharpLanguage}
}

// languageOf returns the language of a source file.
func languageOf(t testing.TB, path string) *language {
	t.Helper()
	for _, l := range languages() {
		if l.IsSource(path) {
			return l
		}
	}
	t.Fatalf("got no language for %s, want one", path)
	return nil
}

// TestFactsMatchGoldenFiles compares everything the package reports about each archive
// in testdata: the declarations, measures and patterns of its files, and the targets of
// their imports. The comment of an archive lists the cases it covers.
func TestFactsMatchGoldenFiles(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got no archives and error %v, want archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts, want := map[string]string{}, ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
				} else {
					texts[f.Name] = string(f.Data)
				}
			}
			var b strings.Builder
			for _, l := range languages() {
				lister{t, &b, l, texts}.list()
			}
			if *update {
				archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
				archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(b.String())})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := gocmp.Diff(want, b.String()); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
}

// projectOf returns a project with the given texts by path.
func projectOf(l *language, texts map[string]string) *facts.Project {
	p := &facts.Project{Root: "/p", Known: map[string]facts.Digest{}, Read: func(rel string) (string, bool) {
		text, ok := texts[rel]
		return text, ok
	}}
	for path, text := range texts {
		if l.IsSource(path) {
			p.Files = append(p.Files, path)
		}
		if l.IsSource(path) || l.IsConfig(path) {
			sum := sha256.Sum256([]byte(text))
			p.Known[path] = facts.Digest(sum[:16])
		}
	}
	slices.Sort(p.Files)
	return p
}

// lister writes everything the package reports about the files of one language.
type lister struct {
	*testing.T
	*strings.Builder
	*language
	texts map[string]string
}

func (l lister) printf(format string, args ...any) { fmt.Fprintf(l.Builder, format, args...) }

func (l lister) list() {
	p := projectOf(l.language, l.texts)
	if len(p.Files) == 0 {
		return
	}
	a := l.NewAnalyzer()
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil {
		l.Fatal(err)
	}
	declared := map[string]facts.Declared{}
	for _, d := range changes.Declared {
		declared[d.Path] = d
	}
	resolved := map[string]facts.File{}
	found := func(f facts.File) { resolved[f.Path] = f }
	if _, err := a.Resolve(context.Background(), p.Files, facts.CallsAndImports, found, nil); err != nil {
		l.Fatal(err)
	}
	for _, path := range p.Files {
		l.printf("# %s\n", path)
		l.file(path)
		l.references(declared, resolved[path])
	}
}

func (l lister) file(path string) {
	in, err := l.Inspect(path, l.texts[path])
	if err != nil {
		l.printf("error: %v\n", err)
		return
	}
	bodies := map[int]facts.Body{}
	for _, b := range in.Bodies {
		bodies[b.Decl] = b
	}
	for i, d := range in.Decls {
		l.declaration(in.Decls, &d)
		if b, ok := bodies[i]; ok {
			l.printf("    body: %d lines, cyclomatic %d, cognitive %d, nesting %d, %d parameters, %d tokens\n",
				b.Lines, b.Cyclomatic, b.Cognitive, b.Nesting, b.Parameters, b.Tokens)
		}
	}
	for _, p := range in.Patterns {
		l.printf("%s %q %d-%d in %s\n", p.Kind, p.Name, p.Line, p.EndLine, declName(in.Decls, p.Decl))
	}
	for _, test := range in.Tests {
		l.printf("test %q %d-%d is %s\n", test.Name, test.Line, test.EndLine, declName(in.Decls, test.Decl))
	}
	l.printf("lines: %d code, %d comment, %d blank\n", in.CodeLines, in.CommentLines, in.BlankLines)
	if _, warning, _ := l.Outline(path, l.texts[path], false); warning != "" {
		l.printf("warning: %s\n", warning)
	}
}

func (l lister) declaration(decls []facts.Decl, d *facts.Decl) {
	l.printf("%s %s %d-%d", d.Type, d.ID, d.Line, d.EndLine)
	if d.Exported {
		l.printf(" exported")
	}
	if d.Parent >= 0 {
		l.printf(" of %s", decls[d.Parent].Name)
	}
	if !d.TopLevel {
		l.printf(" inner")
	}
	l.printf("\n")
	s := d.Signature
	if s == nil {
		return
	}
	if s.Docstring != "" {
		l.printf("    doc: %q\n", s.Docstring)
	}
	for _, p := range s.Parameters {
		l.printf("    parameter %q: %q", p.Name, p.Type)
		if p.Optional {
			l.printf(" optional")
		}
		if p.Rest {
			l.printf(" rest")
		}
		l.printf("\n")
	}
	if s.Returns != "" || s.Async {
		l.printf("    returns %q async=%v\n", s.Returns, s.Async)
	}
	for _, a := range s.Decorators {
		l.printf("    decorator: %s\n", a)
	}
}

func declName(decls []facts.Decl, i int) string {
	if i == facts.ModuleLevel {
		return "the file"
	}
	return decls[i].Name
}

// references writes the references of a file.
func (l lister) references(declared map[string]facts.Declared, f facts.File) {
	here := declared[f.Path].Decls
	for _, i := range f.Imports {
		l.printf("%d:%d imports ", i.Line, i.Column)
		switch {
		case i.To.External != "":
			l.printf("external %s\n", i.To.External)
		case i.To.Decl == facts.ModuleLevel:
			l.printf("%s\n", i.To.File)
		default:
			l.printf("%s\n", declared[i.To.File].Decls[i.To.Decl].ID)
		}
	}
	for _, u := range f.Unresolved {
		if u.Import {
			l.printf("unresolved import %q of module %q", u.Name, u.Module)
		} else {
			l.printf("unresolved call of %q in %s", u.Name, declName(here, u.From))
		}
		for _, m := range u.Maybe {
			l.printf(" maybe %s", m.File)
		}
		l.printf("\n")
	}
	m := declared[f.Path].Mentions
	l.printf("modules: %s\n", strings.Join(m.Modules, " "))
	for _, a := range m.Aliases {
		l.printf("alias: %s of %s\n", a.Name, a.Of)
	}
}
