package typescript

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// onDisk writes the files of a project and returns it.
func onDisk(t *testing.T, files map[string]string) *inMemory {
	t.Helper()
	m := &inMemory{root: t.TempDir(), texts: files}
	for rel, text := range files {
		abs := filepath.Join(m.root, rel)
		if err := os.MkdirAll(filepath.Dir(abs), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(abs, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// install makes a link, as an installation does.
func (m *inMemory) install(t *testing.T, at, to string) {
	t.Helper()
	link := filepath.Join(m.root, at)
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	target, err := filepath.Rel(filepath.Dir(link), filepath.Join(m.root, to))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
}

// calledFrom returns the names of the declarations that a file calls, with their files.
func calledFrom(t *testing.T, a *Analyzer, changes facts.Changes, file string) []string {
	t.Helper()
	decls := map[string][]facts.Decl{}
	for _, d := range changes.Declared {
		decls[d.Path] = d.Decls
	}
	var called []string
	for _, c := range resolved(t, a, []string{file})[file].Calls {
		if c.To.File != "" && c.To.Decl != facts.ModuleLevel {
			called = append(called, c.To.File+"#"+decls[c.To.File][c.To.Decl].Name)
		}
	}
	slices.Sort(called)
	return called
}

// workspaces are fixtures of each kind of workspace. In each, use.ts in app calls functions of
// other packages.
func workspaces() []workspaceFixture {
	return []workspaceFixture{
		{
			name: "pnpm, built by a bundler, with conditions and patterns",
			files: map[string]string{
				"pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n  - app\n",
				"packages/lib/package.json": `{"name": "@s/lib", "type": "module", "exports": {
					".": {"import": {"types": "./dist/index.d.mts", "default": "./dist/index.mjs"}},
					"./server": {"types": "./dist/server/index.d.mts", "default": "./dist/server/index.mjs"},
					"./parts/*": "./dist/parts/*.js", "./secret/*": null}}`,
				"packages/lib/src/index.ts":           "export { deep } from '#deep';\nexport function main() {}\n",
				"packages/lib/src/server/index.ts":    "import { main } from '@s/lib';\nexport function serve() { main(); }\n",
				"packages/lib/src/parts/one.tsx":      "export const one = () => 1;\n",
				"packages/lib/src/parts/two/index.ts": "export const two = () => 2;\n",
				"app/package.json":                    `{"name": "app", "dependencies": {"@s/lib": "workspace:^"}}`,
				"app/use.ts": "import { main } from '@s/lib';\nimport { serve } from '@s/lib/server';\n" +
					"import { one } from '@s/lib/parts/one';\nimport { two } from '@s/lib/parts/two';\n" +
					"main(); serve(); one(); two();\n",
			},
			links: map[string]string{"app/node_modules/@s/lib": "packages/lib"},
			want: []string{
				"packages/lib/src/index.ts#main", "packages/lib/src/parts/one.tsx#one",
				"packages/lib/src/parts/two/index.ts#two", "packages/lib/src/server/index.ts#serve",
			},
		},
		{
			name: "npm, built by the compiler, with project references",
			files: map[string]string{
				"package.json":     `{"workspaces": ["lib", "app"]}`,
				"lib/package.json": `{"name": "lib", "main": "build/entry.js", "types": "types/entry.d.ts"}`,
				"lib/tsconfig.json": `{"compilerOptions": {"composite": true, "outDir": "build", "declarationDir": "types",
					"rootDir": "code"}, "include": ["code"]}`,
				"lib/code/entry.ts": "export function f() {}\nexport default class C { m() {} }\n",
				"app/package.json":  `{"name": "app", "dependencies": {"lib": "*"}}`,
				"app/tsconfig.json": `{"references": [{"path": "../lib"}], "include": ["*.ts"]}`,
				"app/use.ts":        "import C, { f } from 'lib';\nf(); new C().m();\n",
			},
			links: map[string]string{"node_modules/lib": "lib", "node_modules/app": "app"},
			want:  []string{"lib/code/entry.ts#C", "lib/code/entry.ts#C.m", "lib/code/entry.ts#f"},
		},
		{
			name: "Yarn, with JavaScript and a shared configuration",
			files: map[string]string{
				"package.json":                 `{"workspaces": {"packages": ["packages/*", "app"]}}`,
				"packages/config/package.json": `{"name": "@s/config"}`,
				"packages/config/base.json":    `{"compilerOptions": {"paths": {"~/*": ["../../app/inner/*"]}}}`,
				"packages/js/package.json":     `{"name": "js"}`,
				"packages/js/index.js":         "exports.f = function f() {};\n",
				"app/package.json":             `{"name": "app", "devDependencies": {"@s/config": "1.0.0", "js": "1.0.0"}}`,
				"app/tsconfig.json":            `{"extends": "@s/config/base.json"}`,
				"app/inner/g.ts":               "export function g() {}\n",
				"app/use.ts":                   "import { f } from 'js';\nimport { g } from '~/g';\nf(); g();\n",
			},
			links: map[string]string{
				"node_modules/js": "packages/js", "node_modules/@s/config": "packages/config", "node_modules/app": "app",
			},
			want: []string{"app/inner/g.ts#g", "packages/js/index.js#f"},
		},
		{
			name: "Lerna, with a package that re-exports another",
			files: map[string]string{
				"lerna.json":              `{"packages": ["packages/*", "app"]}`,
				"packages/a/package.json": `{"name": "a", "main": "lib"}`,
				"packages/a/src/index.ts": "export * from 'b';\n",
				"packages/b/package.json": `{"name": "b", "main": "./src/b.ts"}`,
				"packages/b/src/b.ts":     "export function b() {}\n",
				"app/package.json":        `{"name": "app"}`,
				"app/use.ts":              "import { b } from 'a';\nb();\n",
			},
			links: map[string]string{
				"node_modules/a": "packages/a", "node_modules/b": "packages/b", "node_modules/app": "app",
			},
			want: []string{"packages/b/src/b.ts#b"},
		},
		{
			name: "Bun, with a member that another version from the registry replaces",
			files: map[string]string{
				"bun.lock": "", "package.json": `{"workspaces": ["*"]}`,
				"a/package.json":   `{"name": "a", "version": "2.0.0", "main": "a.ts"}`,
				"a/a.ts":           "export function a() {}\n",
				"old/package.json": `{"name": "old", "main": "old.ts", "dependencies": {"a": "^1.0.0"}}`,
				"old/old.ts":       "import { a } from 'a';\nexport function old() { a(); }\n",
				"app/package.json": `{"name": "app", "dependencies": {"a": "workspace:*", "old": "*"}}`,
				"app/use.ts":       "import { a } from 'a';\nimport { old } from 'old';\na(); old();\n",
			},
			links: map[string]string{"app/node_modules/a": "a", "node_modules/old": "old", "node_modules/app": "app"},
			want:  []string{"a/a.ts#a", "old/old.ts#old"},
		},
	}
}

type workspaceFixture struct {
	name  string
	files map[string]string
	links map[string]string // made by an installation
	want  []string          // what app/use.ts calls
}

// TestClonedWorkspaceEqualsInstalledOne checks that all files have the same facts with and
// without the links of an installation, and which calls lead to other packages.
func TestClonedWorkspaceEqualsInstalledOne(t *testing.T) {
	for _, row := range workspaces() {
		t.Run(row.name, func(t *testing.T) {
			m := onDisk(t, row.files)
			cloned, installed := &Analyzer{}, &Analyzer{}
			changes := update(t, cloned, m.project())
			if diff := cmp.Diff(row.want, calledFrom(t, cloned, changes, "app/use.ts")); diff != "" {
				t.Errorf("calls of app/use.ts in a clone (-want +got):\n%s", diff)
			}
			before := resolved(t, cloned, m.project().Files)
			for at, to := range row.links {
				m.install(t, at, to)
			}
			update(t, installed, m.project())
			if diff := cmp.Diff(resolved(t, installed, m.project().Files), before); diff != "" {
				t.Errorf("facts without an installation (-installed +cloned):\n%s", diff)
			}
			update(t, cloned, m.project())
			if diff := cmp.Diff(before, resolved(t, cloned, m.project().Files)); diff != "" {
				t.Errorf("facts after the installation (-before +after):\n%s", diff)
			}
		})
	}
}

// TestInstalledPackageReplacesMember checks that the links follow what is installed and what
// the manifests say.
func TestInstalledPackageReplacesMember(t *testing.T) {
	m := onDisk(t, map[string]string{
		"package.json": `{"workspaces": ["a", "app"]}`, "a/package.json": `{"name": "a", "main": "a.ts"}`,
		"a/a.ts": "export function f() {}\n", "b/b.ts": "export function f() {}\n", "b/package.json": `{"name": "b"}`,
		"app/package.json": `{"name": "app"}`, "app/use.ts": "import { f } from 'a';\nf();\n",
	})
	a := &Analyzer{}
	check := func(state string, want ...string) {
		t.Helper()
		update(t, a, m.project())
		whole := &Analyzer{}
		changes := update(t, whole, m.project())
		if diff := cmp.Diff(want, calledFrom(t, whole, changes, "app/use.ts")); diff != "" {
			t.Errorf("%s: calls (-want +got):\n%s", state, diff)
		}
		files := m.project().Files
		if diff := cmp.Diff(resolved(t, whole, files), resolved(t, a, files)); diff != "" {
			t.Errorf("%s: facts after updates (-new analyzer +updated):\n%s", state, diff)
		}
	}
	check("cloned", "a/a.ts#f")
	m.texts = maps.Clone(m.texts)
	m.texts["a/package.json"] = `{"name": "renamed", "main": "a.ts"}`
	check("renamed")
	m.texts["package.json"] = `{"workspaces": ["b", "app"]}`
	m.texts["b/package.json"] = `{"name": "a", "main": "dist/b.js"}`
	check("another member", "b/b.ts#f")
	folder := filepath.Join(m.root, "node_modules", "a")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "index.d.ts"), []byte("export function f(): void;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	check("installed from a registry")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	check("removed", "b/b.ts#f")
}

// TestDenoWorkspaceResolves checks members and import maps of Deno, which make no links.
func TestDenoWorkspaceResolves(t *testing.T) {
	m := onDisk(t, map[string]string{
		"deno.json":     `{"workspace": ["./lib", "./app"], "imports": {"std": "jsr:@std/x@1"}}`,
		"lib/deno.json": `{"name": "@s/lib", "exports": {".": "./mod.ts", "./sub": "./sub.ts"}}`,
		"lib/mod.ts":    "export function f() {}\n", "lib/sub.ts": "export function g() {}\n",
		"app/deno.json": `{"name": "@s/app"}`,
		"app/use.ts": "import { f } from '@s/lib';\nimport { g } from '@s/lib/sub';\nimport { x } from 'std';\n" +
			"f(); g(); x();\n",
	})
	a := &Analyzer{}
	changes := update(t, a, m.project())
	want := []string{"lib/mod.ts#f", "lib/sub.ts#g"}
	if diff := cmp.Diff(want, calledFrom(t, a, changes, "app/use.ts")); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	for _, u := range resolved(t, a, []string{"app/use.ts"})["app/use.ts"].Unresolved {
		if u.Import {
			t.Errorf("got unresolved import %+v, want none: std is another package", u)
		}
	}
}

// TestAmbientDeclarationDoesNotHidePackage checks a declaration file that no configuration
// includes and that declares a package of the project as an ambient module.
func TestAmbientDeclarationDoesNotHidePackage(t *testing.T) {
	m := onDisk(t, map[string]string{
		"package.json":     `{"workspaces": ["lib", "app"]}`,
		"tsconfig.json":    `{"include": ["lib/*.ts", "app"]}`,
		"lib/package.json": `{"name": "lib", "main": "lib.ts"}`, "lib/lib.ts": "export function f() {}\n",
		"lib/types/extra.d.ts": "declare module 'lib' {\n  export interface Extra {}\n}\n",
		"app/package.json":     `{"name": "app"}`, "app/use.ts": "import { f } from 'lib';\nf();\n",
	})
	a := &Analyzer{}
	changes := update(t, a, m.project())
	if diff := cmp.Diff([]string{"lib/lib.ts#f"}, calledFrom(t, a, changes, "app/use.ts")); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}
