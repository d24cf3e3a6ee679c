package brief

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// The reasons why a file is an entry point, the most reliable first.
const (
	reasonMain    = "program"
	reasonPackage = "named by package.json"
	reasonAlone   = "nothing imports it"
)

// entryPoints finds the entry points, at most one for each file.
func (b *builder) entryPoints() {
	found := map[string]bool{}
	take := func(p EntryPoint) {
		if !found[p.File] && b.scope[p.File] {
			found[p.File] = true
			b.brief.EntryPoints = append(b.brief.EntryPoints, p)
		}
	}
	for _, file := range b.files {
		if p, ok := b.program(file); ok {
			take(p)
		}
	}
	for _, file := range b.packaged() {
		take(EntryPoint{Name: path.Base(file), File: file, Reason: reasonPackage})
	}
	imported := map[graph.Node]bool{}
	for _, file := range b.Files() {
		if !index.IsTest(b.Element(file).File) {
			for _, to := range b.Modules(file) {
				imported[to] = true
			}
		}
	}
	for _, file := range b.files {
		n, ok := b.FileAt(file)
		if !ok || imported[n] || index.IsTest(file) || len(b.Modules(n)) == 0 {
			continue
		}
		take(EntryPoint{Name: path.Base(file), File: file, Reason: reasonAlone})
	}
	order := []string{reasonMain, reasonPackage, reasonAlone}
	slices.SortStableFunc(b.brief.EntryPoints, func(x, y EntryPoint) int {
		return cmp.Or(slices.Index(order, x.Reason)-slices.Index(order, y.Reason), cmp.Compare(x.File, y.File))
	})
}

// program returns the main function of a file, or the file if it is itself a program.
func (b *builder) program(file string) (EntryPoint, bool) {
	if path.Base(file) == "__main__.py" {
		return EntryPoint{Name: path.Base(file), File: file, Reason: reasonMain}, true
	}
	for i := range b.inspected[file].Decls {
		d := &b.inspected[file].Decls[i]
		// In TypeScript and JavaScript, a function called main is not special.
		if d.Name == "main" && d.TopLevel && d.Type == facts.Function &&
			!strings.Contains("ts tsx js jsx", index.WordOf(file)) {
			return EntryPoint{Name: d.Name, File: file, Line: d.Line, ID: d.ID, Reason: reasonMain}, true
		}
	}
	return EntryPoint{}, false
}

// packaged returns the files that the package.json files of the project name, or the sources
// that these are built from.
func (b *builder) packaged() []string {
	var out []string
	dirs := map[string]bool{}
	for _, file := range b.files {
		for dir := path.Dir(file); !dirs[dir]; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	for dir := range dirs {
		text, ok := b.snapshot.Text(path.Join(dir, "package.json"))
		if !ok {
			continue
		}
		var manifest any
		if json.Unmarshal([]byte(text), &manifest) != nil {
			continue // reported as a warning
		}
		fields, _ := manifest.(map[string]any)
		for _, field := range []string{"main", "module", "source", "types", "bin", "exports"} {
			for _, target := range texts(fields[field]) {
				if file, ok := b.source(path.Join(dir, target)); ok {
					out = append(out, file)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// texts returns all strings in a JSON value.
func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, item := range v {
			out = append(out, texts(item)...)
		}
		return out
	case map[string]any:
		var out []string
		for _, item := range v {
			out = append(out, texts(item)...)
		}
		return out
	}
	return nil
}

// source returns the source file with a path, or the source file that the path is usually
// built from: src/a.ts for dist/a.js.
func (b *builder) source(name string) (string, bool) {
	if b.scope[name] {
		return name, true
	}
	bare := strings.TrimSuffix(strings.TrimSuffix(name, path.Ext(name)), ".d")
	candidates := []string{bare}
	for _, built := range []string{"dist", "build", "lib", "out", "esm", "cjs"} {
		parts := strings.Split(bare, "/")
		if i := slices.Index(parts, built); i >= 0 {
			candidates = append(candidates, path.Join(append(append(slices.Clone(parts[:i]), "src"), parts[i+1:]...)...))
			if i+2 < len(parts) { // dist/esm/a.js
				candidates = append(candidates, path.Join(append(append(slices.Clone(parts[:i]), "src"), parts[i+2:]...)...))
			}
		}
	}
	for _, c := range candidates {
		for _, extension := range []string{
			".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", "/index.ts", "/index.tsx", "/index.js",
		} {
			if b.scope[c+extension] {
				return c + extension, true
			}
		}
	}
	return "", false
}
