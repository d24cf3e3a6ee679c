package golang

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// variants returns the files of a small project, each with its possible versions. In the
// version "", the file is missing.
func variants() map[string][]string {
	return map[string][]string{
		"go.mod": {"module example.com/m\n", "module example.com/other\n", ""},
		"base/base.go": {
			"package base\n\ntype Inner struct{}\n\nfunc (Inner) Name() string { return \"\" }\n\n" +
				"func F() Inner { return Inner{} }\n",
			"package base\n\n// moved\n\ntype Inner struct{}\n\nfunc (Inner) Name() string { F(); return \"x\" }\n\n" +
				"func F() Inner { return Inner{} }\n",
			"package base\n\ntype Inner struct{}\n\n" +
				"func (Inner) Name() int { return 1 }\n\nfunc F() *Other { return nil }\n",
			"package base\n\ntype Inner = Other\n\nfunc F() Inner { return Inner{} }\nfunc G() {}\n",
			"package renamed\n\nfunc F() {}\n", "",
		},
		"base/other.go": {
			"package base\n\ntype Other struct{ Inner }\n\nfunc (Other) Area() int { return 1 }\n",
			"package base\n\ntype Other struct{}\n\n" +
				"func (Other) Name() string { return \"\" }\nfunc (Other) Area() float64 { return 1 }\n",
			"//go:build windows\n\npackage base\n\ntype Other struct{}\n\nfunc F() {}\n",
			"package base\n\nfunc (Inner) Area() int { return 2 }\n", "",
		},
		"base/base_test.go": {
			"package base\n\nfunc Exported() { F() }\n\n" +
				"type fake struct{}\n\nfunc (fake) Name() string { return \"\" }\n",
			"package base_test\n\nimport \"example.com/m/base\"\n\nfunc use() { base.F(); base.Exported() }\n",
			"package base_test\n\nimport \"example.com/m/mid\"\n\ntype fake struct{ mid.Outer }\n\n" +
				"func (fake) Area() int { return 0 }\n", "",
		},
		"base/export_test.go": {"package base\n\nfunc Exported() Inner { return F() }\n", ""},
		"mid/mid.go": {
			"package mid\n\nimport \"example.com/m/base\"\n\ntype Outer struct{ base.Inner }\n\nvar V = base.F()\n\n" +
				"func Get() Outer { return Outer{} }\n",
			"package mid\n\nimport \"example.com/m/base\"\n\ntype Outer struct{ base.Other }\n\nvar V = base.G\n\n" +
				"func Get() base.Inner { V(); return base.F() }\n",
			"package mid\n\nimport . \"example.com/m/base\"\n\ntype Outer struct{ *Inner }\n\n" +
				"func Get() (o Outer) { F(); return }\n",
			"package mid\n\ntype Outer struct{}\n\n" +
				"func (Outer) Name() string { return \"\" }\nfunc Get() Outer { return Outer{} }\n", "",
		},
		"top/more.go": {
			"package top\n\nfunc More() { println() }\n\nfunc Second() {}\n",
			"package top\n\nimport \"example.com/m/mid\"\n\nfunc First() {}\n\n" +
				"func More() { mid.Get().Name(); mid.Added() }\n\nfunc Second() {}\n",
			"package top\n\nfunc More() { Use(nil) }\n\nfunc Second() int { return 0 }\n\nvar x = Second()\n", "",
		},
		"mid/added.go": {
			"package mid\n\nfunc Other() {}\n",
			"package mid\n\nfunc Added() {}\n\nfunc Other() { Added() }\n",
			"package mid\n\nfunc Added() Outer { return Get() }\n", "",
		},
		"base/more.go": {
			"package base\n\nvar Var = make1()\n\nfunc make1() Inner { return Inner{} }\n",
			"package base\n\nvar Var = make1()\n\nfunc make1() *Other { return nil }\n",
			"package base\n\nfunc G() Inner { return Inner{} }\n\nvar Var = make1()\n\n" +
				"func make1() Inner { return Inner{} }\n", "",
		},
		"leaf/leaf.go": {
			"package leaf\n\nfunc Leaf() {}\n",
			"package leaf\n\nimport \"example.com/m/base\"\n\nfunc Leaf() { base.F().Name(); base.Var.Area() }\n",
		},
		"mid/user.go": {"package mid\n\nimport \"example.com/m/base\"\n\n" +
			"func user() { base.Var.Name(); base.Var.Area(); base.G().Name() }\n"},
		"top/top.go": {
			"package top\n\nimport \"example.com/m/mid\"\n\nfunc Use() { mid.Get().Name(); mid.V.Name() }\n",
			"package top\n\nimport (\n\t\"example.com/m/mid\"\n\t\"example.com/other/base\"\n)\n\n" +
				"func Use(n Namer) { mid.Get().Area(); base.F(); n.Name() }\n",
			"package top\n\nimport _ \"example.com/m/base\"\n\nfunc Use() { half( }\n", "",
		},
		"top/iface.go": {
			"package top\n\ntype Namer interface{ Name() string }\n",
			"package top\n\ntype Namer interface {\n\tName() string\n\tArea() int\n}\n",
			"package top\n\ntype Namer interface {\n\tArea\n\tName() string\n}\n\n" +
				"type Area interface{ Area() float64 }\n", "",
		},
		"top/iface_windows.go": {"package top\n\ntype Sized interface{ Area() int }\n\n" +
			"func win(s Sized) { s.Area(); Use(nil) }\n", ""},
	}
}

func memoryProject(texts map[string]string) *facts.Project {
	lang := Language{}
	p := &facts.Project{Root: "/nowhere/project", Known: map[string]facts.Digest{}}
	texts = maps.Clone(texts)
	for path, text := range texts {
		sum := sha256.Sum256([]byte(text))
		p.Known[path] = facts.Digest(sum[:16])
		if lang.IsSource(path) {
			p.Files = append(p.Files, path)
		}
	}
	slices.Sort(p.Files)
	p.Read = func(rel string) (string, bool) {
		text, ok := texts[rel]
		return text, ok
	}
	return p
}

// keeper keeps the facts of an analyzer as an index does.
type keeper struct {
	analyzer facts.Analyzer
	declared map[string]facts.Declared
	resolved map[string]string // facts as text, with declarations as ids
}

func newKeeper() *keeper {
	return &keeper{Language{}.NewAnalyzer(), map[string]facts.Declared{}, map[string]string{}}
}

func (k *keeper) update(t *testing.T, p *facts.Project) {
	t.Helper()
	changes, err := k.analyzer.Update(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range changes.Removed {
		delete(k.declared, path)
		delete(k.resolved, path)
	}
	for _, path := range changes.Stale {
		delete(k.resolved, path)
	}
	for _, d := range changes.Declared {
		k.declared[d.Path] = d
	}
}

func (k *keeper) resolve(t *testing.T, files []string) {
	t.Helper()
	files = slices.DeleteFunc(slices.Clone(files), func(f string) bool { _, known := k.resolved[f]; return known })
	if _, err := k.analyzer.Resolve(context.Background(), files, facts.CallsAndImports, func(f facts.File) {
		l := factLister{declared: k.declared, files: map[string]facts.File{f.Path: f}}
		var b strings.Builder
		l.references(&b, f.Path)
		k.resolved[f.Path] = b.String()
	}, nil); err != nil {
		t.Fatal(err)
	}
}

// TestChangeAffectsFileThatUsesPackageInBody checks that a change of a package affects a file
// that uses the package only in a function body, even if the change is visible only through a
// package variable.
func TestChangeAffectsFileThatUsesPackageInBody(t *testing.T) {
	all := variants()
	texts := map[string]string{}
	for _, path := range []string{"go.mod", "base/base.go", "base/other.go", "base/more.go", "leaf/leaf.go"} {
		texts[path] = all[path][0]
	}
	k := newKeeper()
	for _, edit := range []struct {
		path    string
		version int
	}{{"leaf/leaf.go", 0}, {"leaf/leaf.go", 1}, {"base/more.go", 1}} {
		texts[edit.path] = all[edit.path][edit.version]
		p := memoryProject(texts)
		k.update(t, p)
		k.resolve(t, p.Files)
	}
	fresh := newKeeper()
	fresh.update(t, memoryProject(texts))
	fresh.resolve(t, memoryProject(texts).Files)
	if diff := cmp.Diff(fresh.resolved, k.resolved); diff != "" {
		t.Errorf("facts (-want, new analyzer +got, kept):\n%s", diff)
	}
}

// TestFactsStayValidAfterRandomEdits edits a project at random, resolves some of its files
// after each edit, and compares the kept facts with those of a new analyzer.
func TestFactsStayValidAfterRandomEdits(t *testing.T) {
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1))
			all := variants()
			paths := slices.Sorted(maps.Keys(all))
			texts := map[string]string{}
			for _, path := range paths {
				if text := all[path][0]; text != "" {
					texts[path] = text
				}
			}
			k := newKeeper()
			var edits []string
			for range 25 {
				for range 1 + random.IntN(2) {
					path := paths[random.IntN(len(paths))]
					i := random.IntN(len(all[path]))
					edits = append(edits, fmt.Sprintf("%s to version %d", path, i))
					delete(texts, path)
					if all[path][i] != "" {
						texts[path] = all[path][i]
					}
				}
				p := memoryProject(texts)
				k.update(t, p)
				if random.IntN(8) == 0 {
					k.analyzer.Release()
				}
				some := slices.DeleteFunc(slices.Clone(p.Files), func(string) bool { return random.IntN(3) == 0 })
				k.resolve(t, some)
				fresh := newKeeper()
				fresh.update(t, p)
				fresh.resolve(t, p.Files)
				want := map[string]string{}
				for path := range k.resolved {
					want[path] = fresh.resolved[path]
				}
				diff := cmp.Diff(want, k.resolved) + cmp.Diff(fresh.declared, k.declared)
				if diff != "" {
					t.Fatalf("facts after %s (-want, new analyzer +got, kept):\n%s", strings.Join(edits, ", "), diff)
				}
			}
		})
	}
}
