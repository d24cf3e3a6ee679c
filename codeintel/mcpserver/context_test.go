package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestContextIntroducesProject checks what the brief of small repositories says first.
func TestContextIntroducesProject(t *testing.T) {
	s := connect(t, nil)
	for _, row := range []struct {
		name, purpose              string
		files                      map[string]string
		entries, packages, command []string // in order
	}{
		{
			name: "Go", purpose: "Shop is a store.",
			files: map[string]string{
				"README.md":        "# Shop\n\n[![x](y)](z)\n\nShop is a store.\n",
				"Makefile":         "include Makefile.common\n\nbuild: assets\n\tgo build\n",
				"Makefile.common":  "%: common-% ;\n\ncommon-test:\n\tgo test ./...\n",
				"go.mod":           "module example.com/shop\n\ngo 1.24\n",
				"tools/go.mod":     "module example.com/shop/tools\n\ngo 1.24\n",
				"tools/gen.go":     "package main\n\nfunc main() {}\n",
				"cmd/shop/main.go": "// Copyright X\n\npackage main\n\nimport \"example.com/shop/money\"\n\nfunc main() { money.Add() }\n",
				// A test of money imports a package that imports money: a cycle of folders, but not of packages.
				"money/money.go":      "// Copyright X\n\n// Package money adds.\npackage money\n\nfunc Add() {}\n",
				"money/money_test.go": "package money_test\n\nimport \"example.com/shop/cart\"\n\nvar _ = cart.Fill\n",
				"money/z.pb.go":       "package money\n\nfunc Made() { Made2(); Made2() }\n\nfunc Made2() {}\n",
				"cart/cart.go":        "package cart\n\nimport \"example.com/shop/money\"\n\nfunc Fill() { money.Add() }\n",
				"examples/a/main.go":  "package main\n\nfunc main() {}\n",
			},
			entries:  []string{"cmd/shop/main.go", "tools/gen.go"},
			packages: []string{"example.com/shop", "example.com/shop/tools"},
			command:  []string{"make build", "make test"},
		},
		{
			name: "npm workspaces", purpose: "Sells things.",
			files: map[string]string{
				"package.json": `{"private": true, "packageManager": "pnpm@9.0.0", "workspaces": ["packages/*"],
					"scripts": {"test": "vitest"}}`,
				"packages/a/package.json":      `{"name": "@shop/a", "main": "index.js"}`,
				"packages/a/index.js":          "module.exports = require('./dist/a.js')\n",
				"packages/a/src/index.ts":      "export const a = 1\n",
				"packages/shop/package.json":   `{"name": "shop", "description": "Sells things.", "bin": "cli.js"}`,
				"packages/shop/cli.js":         "console.log(1)\n",
				"playground/x/package.json":    `{"name": "x", "main": "main.ts"}`,
				"playground/x/main.ts":         "console.log(1)\n",
				"packages/a/test/package.json": `{"name": "t"}`,
			},
			entries:  []string{"packages/shop/cli.js", "packages/a/src/index.ts"},
			packages: []string{"shop", "@shop/a"},
			command:  []string{"pnpm run test"},
		},
		{
			name: "Python", purpose: "Sells things.",
			files: map[string]string{
				"pyproject.toml": "[project]\nname = \"shop\"\ndescription = \"Sells things.\"\n\n" +
					"[project.scripts]\nshop = \"shop.cli:run\"\n\n[tool.tox]\n",
				"src/shop/__init__.py": "from .cli import run\n",
				"src/shop/cli.py":      "def run():\n    pass\n",
				"examples/main.py":     "def main():\n    pass\n\nif __name__ == '__main__':\n    main()\n",
			},
			entries:  []string{"src/shop/cli.py", "src/shop/__init__.py"},
			packages: []string{"shop"},
			command:  []string{"tox"},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range row.files {
				file := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			text, isError := callTool(t, s, "coderef_context", map[string]any{"project_path": dir, "output_format": "both"})
			var got struct {
				Context struct {
					Purpose     string
					EntryPoints []struct{ File string }    `json:"entry_points"`
					Packages    []struct{ Name string }    `json:"packages"`
					Commands    []struct{ Command string } `json:"commands"`
					KeyElements []struct {
						Element struct{ File string }
					} `json:"key_elements"`
					Notes   []string `json:"architecture_notes"`
					Modules []struct{ Path, Description string }
				}
				Markdown string
			}
			if err := json.Unmarshal([]byte(text), &got); err != nil || isError {
				t.Fatalf("got %s", text)
			}
			if got.Context.Purpose != row.purpose || !strings.Contains(got.Markdown, row.purpose) {
				t.Errorf("got purpose %q, want %q, also in Markdown", got.Context.Purpose, row.purpose)
			}
			var entries, packages, commands []string
			for _, p := range got.Context.EntryPoints {
				entries = append(entries, p.File)
			}
			for _, p := range got.Context.Packages {
				packages = append(packages, p.Name)
			}
			for _, c := range got.Context.Commands {
				commands = append(commands, c.Command)
			}
			for _, list := range []struct {
				name      string
				got, want []string
			}{
				{"entry points", entries, row.entries},
				{"packages", packages, row.packages},
				{"commands", commands, row.command},
			} {
				if !slices.Equal(list.got, list.want) {
					t.Errorf("got %s %q, want %q", list.name, list.got, list.want)
				}
			}
			for _, k := range got.Context.KeyElements {
				if file := k.Element.File; strings.HasSuffix(file, ".pb.go") || strings.HasSuffix(file, "_test.go") {
					t.Errorf("got a key element in %s, want none in generated files and tests", file)
				}
			}
			for _, m := range got.Context.Modules {
				if want := "Package money adds."; m.Path == "money" && m.Description != want {
					t.Errorf("got description %q of %s, want %q", m.Description, m.Path, want)
				}
				if strings.Contains(m.Description, "Copyright") {
					t.Errorf("got description %q of %s, want no licence", m.Description, m.Path)
				}
			}
			if want := "No import cycles between files."; !slices.Contains(got.Context.Notes, want) {
				t.Errorf("got notes %q, want %q among them", got.Context.Notes, want)
			}
		})
	}
}
