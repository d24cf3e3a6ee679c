package workspace

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// projectOf returns a project of files with their texts in memory.
func projectOf(files map[string]string) *facts.Project {
	p := &facts.Project{Root: "/p", Known: map[string]facts.Digest{}}
	for rel := range files {
		p.Known[rel] = facts.Digest{1}
		if !IsConfig(rel) {
			p.Files = append(p.Files, rel)
		}
	}
	p.Read = func(rel string) (string, bool) { text, ok := files[rel]; return text, ok }
	return p
}

// TestLinksAreThoseOfAnInstallation checks the links for each kind of workspace and each
// kind of specification.
func TestLinksAreThoseOfAnInstallation(t *testing.T) {
	for _, row := range []struct {
		name  string
		files map[string]string
		want  map[string]string
	}{
		{
			name: "pnpm with negation and a quoted pattern",
			files: map[string]string{
				"pnpm-workspace.yaml":              "packages:\n  - 'packages/**'\n  - \"!**/fixtures/**\"\n  - ./apps/*/\n",
				"package.json":                     `{"name": "root"}`,
				"packages/a/package.json":          `{"name": "@s/a"}`,
				"packages/a/fixtures/package.json": `{"name": "fixture"}`,
				"apps/b/package.json":              `{"name": "b"}`,
				"other/c/package.json":             `{"name": "c"}`,
			},
			want: map[string]string{"node_modules/@s/a": "packages/a", "node_modules/b": "apps/b"},
		},
		{
			name: "npm with a list, in a folder of the project",
			files: map[string]string{
				"web/package.json":   `{"workspaces": ["a"]}`,
				"web/a/package.json": `{"name": "a"}`,
			},
			want: map[string]string{"web/node_modules/a": "web/a"},
		},
		{
			name: "Yarn with an object",
			files: map[string]string{
				"package.json":            `{"workspaces": {"packages": ["packages/*"], "nohoist": []}}`,
				"packages/a/package.json": `{"name": "a"}`,
			},
			want: map[string]string{"node_modules/a": "packages/a"},
		},
		{
			name: "Lerna with its default, without a package.json at the root",
			files: map[string]string{
				"lerna.json": `{"version": "1.0.0"}`, "packages/a/package.json": `{"name": "a"}`,
			},
			want: map[string]string{"node_modules/a": "packages/a"},
		},
		{
			name: "Lerna with patterns",
			files: map[string]string{
				"lerna.json": `{"packages": ["modules/{a,b}"]}`, "modules/a/package.json": `{"name": "a"}`,
				"modules/c/package.json": `{"name": "c"}`,
			},
			want: map[string]string{"node_modules/a": "modules/a"},
		},
		{
			name: "Deno with comments",
			files: map[string]string{
				"deno.jsonc":  "{ // members\n\"workspace\": [\"./a\",], }",
				"a/deno.json": `{"name": "@s/a", "exports": "./mod.ts"}`,
			},
			want: map[string]string{"node_modules/@s/a": "a"},
		},
		{
			name: "a range that the member does not satisfy",
			files: map[string]string{
				"package.json":   `{"workspaces": ["*"]}`,
				"a/package.json": `{"name": "a", "version": "2.1.0"}`,
				"b/package.json": `{"name": "b", "dependencies": {"a": "^1.0.0"}}`,
				"c/package.json": `{"name": "c", "dependencies": {"a": "^2.0.0"}}`,
				"d/package.json": `{"name": "d", "peerDependencies": {"a": "^1.0.0"}}`,
			},
			want: map[string]string{
				"c/node_modules/a": "a", "node_modules/b": "b", "node_modules/c": "c", "node_modules/d": "d",
			},
		},
		{
			name: "an override of such a range",
			files: map[string]string{
				"pnpm-workspace.yaml": "packages: ['*']\noverrides:\n  a: 'workspace:*'\n",
				"a/package.json":      `{"name": "a", "version": "2.1.0"}`,
				"b/package.json":      `{"name": "b", "dependencies": {"a": "^1.0.0"}}`,
			},
			want: map[string]string{"node_modules/a": "a", "node_modules/b": "b"},
		},
		{
			name: "aliases and folders",
			files: map[string]string{
				"pnpm-workspace.yaml": "packages: ['*']\n",
				"a/package.json":      `{"name": "a", "version": "1.0.0"}`,
				"b/package.json": `{"dependencies": {"x": "workspace:a@*", "y": "npm:a@^1.0.0", "z": "link:../a",
					"copied": "file:../a", "other": "npm:left@1.0.0", "a": "npm:a"}}`,
			},
			want: map[string]string{
				"node_modules/a": "a", "b/node_modules/x": "a", "b/node_modules/y": "a", "b/node_modules/z": "a",
			},
		},
		{
			name: "a folder without a workspace",
			files: map[string]string{
				"a/package.json": `{"name": "a"}`,
				"b/package.json": `{"dependencies": {"a": "file:../a", "outside": "file:../../x", "c": "^1.0.0"}}`,
				"c/package.json": `{"name": "c", "version": "1.0.0"}`,
			},
			want: map[string]string{"b/node_modules/a": "a"},
		},
		{
			name: "two members with the same name",
			files: map[string]string{
				"package.json": `{"workspaces": ["*"]}`, "a/package.json": `{"name": "x"}`, "b/package.json": `{"name": "x"}`,
			},
			want: map[string]string{},
		},
		{
			name: "malformed files",
			files: map[string]string{
				"pnpm-workspace.yaml": "packages: [", "package.json": `{"workspaces": 1, "name": 2}`,
				"lerna.json": `{`, "deno.json": `[`, "packages/a/package.json": `{"name": "a", "dependencies": 3}`,
			},
			want: map[string]string{"node_modules/a": "packages/a"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, Read(projectOf(row.files)).Links); diff != "" {
				t.Errorf("links (-want +got):\n%s", diff)
			}
		})
	}
}
