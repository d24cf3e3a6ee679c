package typescript

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// monorepo returns a project with two packages, one of which refers to the build output
// of the other, and one more package per name.
func monorepo(t *testing.T, more ...string) *inMemory {
	m := newInMemory(t,
		"lib/package.json", `{"name": "lib"}`,
		"lib/tsconfig.json", `{"compilerOptions": {"composite": true, "outDir": "dist", "rootDir": "src",
			"lib": ["es5"], "types": []}, "include": ["src"]}`,
		"lib/src/index.ts", "export function f() { return { m() {} }; }\n",
		"app/tsconfig.json", `{"compilerOptions": {"lib": ["es5"], "types": [], "paths": {"lib": ["../lib/dist/index.d.ts"]}},
			"references": [{"path": "../lib"}]}`,
		"app/main.ts", "import { f } from 'lib';\nf();\n",
		"app/types.d.ts", "declare module 'untyped' { export function u(): void; }\n",
		"app/uses.ts", "import { u } from 'untyped';\nu();\n",
	)
	for _, name := range more {
		m.texts[name+"/tsconfig.json"] = `{"compilerOptions": {"lib": ["es5"], "types": []}}`
		m.texts[name+"/a.ts"] = "export function a() {}\na();\n"
	}
	return m
}

// TestEditAffectsReferringPackages checks that an edit in one package affects the
// packages that refer to it, and that declaration files are analysed like other files.
func TestEditAffectsReferringPackages(t *testing.T) {
	m := monorepo(t)
	a := &Analyzer{}
	p := m.project()
	update(t, a, p)
	if len(a.state.units) != 2 {
		t.Fatalf("got %d units, want 2", len(a.state.units))
	}
	found := resolved(t, a, p.Files)
	if c := found["app/main.ts"].Calls; len(c) != 1 || c[0].To != (facts.Target{File: "lib/src/index.ts"}) {
		t.Errorf("calls across packages: got %+v, want lib/src/index.ts", c)
	}
	if c := found["app/uses.ts"].Calls; len(c) != 1 || c[0].To.File != "app/types.d.ts" {
		t.Errorf("call into a declaration file: got %+v, want app/types.d.ts", c)
	}
	for _, tt := range []struct{ file, text, stale string }{
		{"lib/src/index.ts", "export function f() { return 1; }\n", "app/main.ts lib/src/index.ts"},
		{"lib/src/index.ts", "export function f() { return 1; }\nfunction hidden() {}\n", "lib/src/index.ts"},
		{
			"app/types.d.ts", "declare module 'untyped' { export const u: number; }\n",
			"app/main.ts app/types.d.ts app/uses.ts",
		},
	} {
		m.texts[tt.file] = tt.text
		if got := strings.Join(update(t, a, m.project()).Stale, " "); got != tt.stale {
			t.Errorf("stale after an edit of %s: got %s, want %s", tt.file, got, tt.stale)
		}
	}
}

// TestJSONModuleIsExternal checks that an imported JSON file is external, not
// unresolved.
func TestJSONModuleIsExternal(t *testing.T) {
	m := newInMemory(t,
		"tsconfig.json", `{"compilerOptions": {"lib": ["es5"], "types": [], "resolveJsonModule": true}}`,
		"a.ts", "import { data } from './data.json';\ndata.toFixed();\n")
	write(t, m.root+"/data.json", `{"data": 1}`)
	a := &Analyzer{}
	p := m.project()
	update(t, a, p)
	if f := resolved(t, a, p.Files)["a.ts"]; len(f.Imports) != 1 ||
		f.Imports[0].To != (facts.Target{External: "./data.json"}) || len(f.Unresolved) != 0 {
		t.Errorf("got %+v, want one external import and no unresolved name", f)
	}
}

// TestCheckersAreReleased checks that at most maxWarm units keep their checkers.
func TestCheckersAreReleased(t *testing.T) {
	m := monorepo(t, "p0", "p1", "p2", "p3", "p4")
	a := &Analyzer{}
	p := m.project()
	update(t, a, p)
	for range 2 {
		for path, f := range resolved(t, a, p.Files) {
			if strings.HasSuffix(path, "/a.ts") && len(f.Calls) != 1 {
				t.Errorf("%s: got calls %+v, want one", path, f.Calls)
			}
		}
		warm := 0
		for _, u := range a.state.units {
			if len(u.Checkers) > 0 {
				warm++
			}
		}
		if warm != maxWarm {
			t.Errorf("got %d units with checkers, want %d", warm, maxWarm)
		}
	}
}

// TestLineLimitKeepsResults checks that the line limit releases programs and does not
// change the results.
func TestLineLimitKeepsResults(t *testing.T) {
	m := monorepo(t, "p0", "p1")
	p := m.project()
	want := resolvedBy(t, &Analyzer{}, p)
	a := &Analyzer{maxLines: 1}
	loaded := func() (n int) {
		for _, u := range a.state.units {
			if u.Program != nil {
				n++
			}
		}
		return n
	}
	update(t, a, p)
	if n := loaded(); n != 1 {
		t.Errorf("got %d loaded programs, want 1", n)
	}
	for range 2 {
		if diff := cmp.Diff(want, resolvedBy(t, a, p)); diff != "" {
			t.Errorf("facts (-without limit +with limit):\n%s", diff)
		}
		if n := loaded(); n != 1 {
			t.Errorf("got %d loaded programs, want 1", n)
		}
	}
}

// TestTypeLimitKeepsResults checks that the type limit releases checkers and does not
// change the results.
func TestTypeLimitKeepsResults(t *testing.T) {
	m := monorepo(t, "p0", "p1")
	p := m.project()
	want := resolvedBy(t, &Analyzer{}, p)
	a := &Analyzer{maxTypes: 1}
	if diff := cmp.Diff(want, resolvedBy(t, a, p)); diff != "" {
		t.Errorf("facts (-without limit +with limit):\n%s", diff)
	}
	for _, u := range a.state.units {
		if slices.ContainsFunc(u.Checkers, func(c *tsgo.Checker) bool { return c != nil }) {
			t.Error("got a checker beyond the limit, want none")
		}
	}
}

func resolvedBy(t *testing.T, a *Analyzer, p *facts.Project) map[string]facts.File {
	t.Helper()
	update(t, a, p)
	return resolved(t, a, p.Files)
}

// TestAliasesOfFilesOutsideTheProject checks that the mentions of a file contain the
// aliases in generated files that re-export declarations of the project.
func TestAliasesOfFilesOutsideTheProject(t *testing.T) {
	m := newInMemory(t,
		"a.ts", "export function f() {}\n",
		"b.ts", "import { h } from './gen/x';\nh();\n")
	write(t, m.root+"/gen/x.ts", "export { g as h } from './y';\n")
	write(t, m.root+"/gen/y.ts", "export { f as g } from '../a';\n")
	a := &Analyzer{}
	p := m.project()
	changes := update(t, a, p)
	found := resolved(t, a, p.Files)
	if c := found["b.ts"].Calls; len(c) != 1 || c[0].To.File != "a.ts" {
		t.Fatalf("got calls %+v, want a.ts", c)
	}
	want := []facts.Alias{
		{Name: "h", Of: "g"}, {Name: "[h]", Of: "[g]"}, {Name: "g", Of: "f"}, {Name: "[g]", Of: "[f]"},
	}
	if diff := cmp.Diff(want, changes.Declared[1].Mentions.Aliases); diff != "" {
		t.Errorf("aliases (-want +got):\n%s", diff)
	}
}

// TestGlobalDeclarationsOfImportAreVisible checks that an added import makes its global
// declarations visible to other files.
func TestGlobalDeclarationsOfImportAreVisible(t *testing.T) {
	m := newInMemory(t,
		"tsconfig.json", `{"compilerOptions": {"lib": ["es5"], "types": []}, "files": ["a.ts", "b.ts"]}`,
		"a.ts", "export const a = 1;\n", "b.ts", "export const b = glob();\n", "c.ts", "export const c = 1;\n",
		"node_modules/g/index.d.ts", "declare function glob(): void;\n")
	write(t, m.root+"/node_modules/g/index.d.ts", m.texts["node_modules/g/index.d.ts"])
	delete(m.texts, "node_modules/g/index.d.ts")
	a := &Analyzer{}
	update(t, a, m.project())
	if u := resolved(t, a, []string{"b.ts"})["b.ts"].Unresolved; len(u) != 1 {
		t.Errorf("without the import: got unresolved %+v, want one", u)
	}
	m.texts["a.ts"] = "import 'g';\nexport const a = 1;\n"
	stale := update(t, a, m.project()).Stale
	calls := resolved(t, a, []string{"b.ts"})["b.ts"].Calls
	if !slices.Contains(stale, "b.ts") || len(calls) != 1 {
		t.Errorf("with the import: got stale files %v and calls %+v in b.ts, want b.ts and one call", stale, calls)
	}
}
