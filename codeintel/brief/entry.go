package brief

import (
	"maps"
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
	reasonScript  = "console script "
	reasonPackage = "source of the npm package "
	reasonLibrary = "package that users import: "
	reasonAlone   = "nothing imports it"
)

// entryPoints finds the entry points in the project's own code, at most one for each file. Files
// that nothing imports are taken only if no other entry point was found.
func (b *builder) entryPoints() {
	found := map[string]bool{}
	take := func(p EntryPoint) {
		if !found[p.File] && b.scope[p.File] && b.own(p.File) {
			found[p.File] = true
			b.brief.EntryPoints = append(b.brief.EntryPoints, p)
		}
	}
	for _, s := range b.scripts {
		b.consoleScript(s, take)
	}
	for _, file := range b.files {
		if p, ok := b.program(file); ok {
			take(p)
		}
	}
	name := b.name()
	slices.SortStableFunc(b.brief.EntryPoints, func(x, y EntryPoint) int {
		return programRank(x.File, name) - programRank(y.File, name)
	})
	for _, p := range b.brief.Packages {
		switch p.Kind {
		case KindGo:
			b.goLibrary(p, take)
		case KindNPM:
			b.npmEntries(p.Path, p.Name, take)
		case KindPython:
			b.pythonLibrary(p, take)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(b.npm)) { // packages without a name
		b.npmEntries(dir, dir, take)
	}
	if len(b.brief.EntryPoints) == 0 {
		b.alone(take)
	}
}

// programRank orders programs: 0 for the one with the name of the project, 2 for tools that
// maintainers run, 1 for others.
func programRank(file, project string) int {
	dir := path.Dir(file)
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "internal", "scripts", "tools", "hack", "ci", ".github", "codegen", "plugins":
			return 2
		}
	}
	if strings.EqualFold(path.Base(dir), project) || dir == "." {
		return 0
	}
	return 1
}

// alone takes the files that nothing imports and that import others.
func (b *builder) alone(take func(EntryPoint)) {
	imported := map[graph.Node]bool{}
	for _, file := range b.Files() {
		if !index.IsTest(b.Element(file).File) {
			for _, to := range b.imports(file) {
				imported[to] = true
			}
		}
	}
	for _, file := range b.files {
		if n, ok := b.FileAt(file); ok && !imported[n] && len(b.imports(n)) > 0 {
			take(EntryPoint{Name: path.Base(file), File: file, Reason: reasonAlone})
		}
	}
}

// program returns the main function of a file, or the file if it is itself a program. A Go file
// that is excluded from builds is none.
func (b *builder) program(file string) (EntryPoint, bool) {
	word := index.WordOf(file)
	if path.Base(file) == "__main__.py" {
		return EntryPoint{Name: path.Base(file), File: file, Reason: reasonMain}, true
	}
	if word == "ts" || word == "tsx" || word == "js" || word == "jsx" {
		return EntryPoint{}, false // a function called main is not special
	}
	for i := range b.inspected[file].Decls {
		d := &b.inspected[file].Decls[i]
		if d.Name != "main" || !d.TopLevel || d.Type != facts.Function {
			continue
		}
		text, _ := b.snapshot.Text(file)
		if word == "py" && !strings.Contains(text, "__main__") || word == "go" && ignoredByBuild(text) {
			continue
		}
		return EntryPoint{Name: d.Name, File: file, Line: d.Line, ID: d.ID, Reason: reasonMain}, true
	}
	return EntryPoint{}, false
}

// ignoredByBuild reports whether the build constraint of a Go file is the conventional one of
// programs that are run by hand.
func ignoredByBuild(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "package ") {
			return false
		}
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//go:build "); ok {
			return strings.Contains(rest, "ignore") || strings.Contains(rest, "tools")
		}
	}
	return false
}

// consoleScript takes the function that a console script calls.
func (b *builder) consoleScript(s script, take func(EntryPoint)) {
	module := strings.ReplaceAll(s.module, ".", "/")
	for _, root := range []string{"", "src"} {
		for _, end := range []string{".py", "/__init__.py"} {
			file := path.Join(s.dir, root, module+end)
			if !b.scope[file] {
				continue
			}
			p := EntryPoint{Name: path.Base(file), File: file, Reason: reasonScript + s.command}
			for i := range b.inspected[file].Decls {
				if d := &b.inspected[file].Decls[i]; d.TopLevel && d.Name == s.function {
					p.Name, p.Line, p.ID = d.Name, d.Line, d.ID
				}
			}
			take(p)
			return
		}
	}
}

// goLibrary takes the file that describes the package at the root of a Go module, unless the
// package is a program.
func (b *builder) goLibrary(p Package, take func(EntryPoint)) {
	var first string
	for _, file := range b.byFolder[p.Path] {
		if !strings.HasSuffix(file, ".go") {
			continue
		}
		if _, isProgram := b.program(file); isProgram {
			return
		}
		if base := path.Base(file); first == "" || base == lastPart(p.Name)+".go" {
			first = file
		}
	}
	if first != "" {
		take(EntryPoint{Name: path.Base(first), File: first, Reason: reasonLibrary + p.Name})
	}
}

// pythonLibrary takes the top-level package of a Python project.
func (b *builder) pythonLibrary(p Package, take func(EntryPoint)) {
	name := strings.ReplaceAll(strings.ToLower(p.Name), "-", "_")
	for _, file := range []string{
		"src/" + name + "/__init__.py", name + "/__init__.py", "src/" + name + ".py", name + ".py",
	} {
		if file = path.Join(p.Path, file); b.scope[file] {
			take(EntryPoint{Name: path.Base(file), File: file, Reason: reasonLibrary + name})
			return
		}
	}
}

// npmEntries takes the entry points that the package.json of a folder names.
func (b *builder) npmEntries(dir, name string, take func(EntryPoint)) {
	for _, file := range b.packaged(dir) {
		take(EntryPoint{Name: path.Base(file), File: file, Reason: reasonPackage + name})
	}
}

// packaged returns the files that the package.json of a folder names, or the sources that these
// are built from. src/index replaces the names under which bundlers publish it.
func (b *builder) packaged(dir string) []string {
	fields := b.npm[dir]
	var out []string
	take := func(names ...string) {
		for _, name := range names {
			for _, target := range texts(fields[name]) {
				if file, ok := b.source(path.Join(dir, target)); ok && !slices.Contains(out, file) {
					out = append(out, file)
				}
			}
		}
	}
	take("bin")
	main, ok := b.source(path.Join(dir, "src/index"))
	if ok && (fields["main"] != nil || fields["module"] != nil || fields["exports"] != nil) {
		out = append(slices.DeleteFunc(out, func(f string) bool { return f == main }), main)
	} else {
		take("source", "main", "module", "types", "exports")
	}
	return out[:min(len(out), maxExports)]
}

// maxExports bounds the entry points of one package: packages may export hundreds of files.
const maxExports = 3

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
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, texts(v[key])...)
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
