package brief

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/reach"
)

// purpose returns the description of a folder: that of its manifest, the first sentence of its
// package comment or of the comment of its main file, or the introduction of its README.
func (b *builder) purpose(dir string) string {
	for _, p := range b.brief.Packages {
		if p.Path == dir && p.Description != "" {
			return p.Description
		}
	}
	for _, name := range []string{
		"__init__.py", "index.ts", "index.tsx", "index.js", "index.mjs", "mod.rs", "lib.rs", "package-info.java",
	} {
		if text, ok := b.snapshot.Text(path.Join(dir, name)); ok && !b.generated.Has(path.Join(dir, name)) {
			if s := fileComment(name, text); s != "" {
				return s
			}
		}
	}
	if s := b.goPurpose(dir); s != "" {
		return s
	}
	if dir == "." {
		return ""
	}
	return bounded(b.readme(dir, path.Base(dir), "this package", "this library", "this folder", "this directory"))
}

// goPurpose returns the first sentence of the package comment of a folder of Go files. doc.go
// takes precedence, then comments in the conventional form.
func (b *builder) goPurpose(dir string) string {
	other := ""
	for _, file := range append([]string{path.Join(dir, "doc.go")}, b.byFolder[dir]...) {
		if !strings.HasSuffix(file, ".go") || !b.scope[file] {
			continue
		}
		text, _ := b.snapshot.Text(file)
		s := packageComment(text)
		if s != "" && (path.Base(file) == "doc.go" || strings.HasPrefix(s, "Package ") || strings.HasPrefix(s, "Command ")) {
			return s
		}
		if !strings.HasPrefix(s, "This file") && !strings.HasSuffix(s, ":") {
			other = cmp.Or(other, s)
		}
	}
	return other
}

func (b *builder) tests(reached *reach.Set) {
	t := &b.brief.Tests
	for _, file := range b.files {
		of := b.inspected[file]
		t.Cases += len(of.Tests)
		if index.IsTest(file) || len(of.Tests) > 0 {
			t.Files++
		}
		if !b.own(file) {
			continue
		}
		functions, untested := false, true
		for body := range of.Sources() {
			n, ok := b.ElementOf(of.Decls[body.Decl].ID)
			functions, untested = true, untested && (!ok || !reached.Has(n))
		}
		if functions && untested {
			t.Untested++
		}
	}
}

// notes describes notable properties of the dependencies between files.
func (b *builder) notes() {
	importers := map[graph.Node]int{}
	for _, file := range b.Files() {
		if index.IsTest(b.Element(file).File) {
			continue
		}
		for _, to := range b.imports(file) {
			importers[to]++
		}
	}
	most := graph.None
	for _, file := range b.Files() {
		name := b.Element(file).File
		if b.scope[name] && b.own(name) && (most == graph.None || importers[file] > importers[most]) {
			most = file
		}
	}
	if most != graph.None && importers[most] > 1 {
		subject := b.Element(most).File
		if strings.HasSuffix(subject, ".go") {
			subject = path.Dir(subject) // Go imports packages
		}
		b.note("%s is imported by more files outside tests than any other: %d.", subject, importers[most])
	}
	cycles := b.cycles()
	if len(cycles) > 0 {
		b.note("%s; the largest has %d files, including %s.",
			counted(len(cycles), "import cycle"), len(cycles[0]), b.Element(cycles[0][0]).File)
	} else if len(b.files) > 1 {
		b.note("No import cycles between files.")
	}
	if t := b.brief.Tests; t.Files > 0 {
		b.note("%s with %s; source files whose functions no test reaches: %d.",
			counted(t.Files, "test file"), counted(t.Cases, "test case"), t.Untested)
	} else if len(b.files) < len(b.snapshot.Files()) {
		b.note("These files contain no tests.")
	} else {
		b.note("No tests were found.")
	}
	if n := len(b.generated.Among(b.files)); n > 0 {
		b.note("%s, not among key elements and hotspots.", counted(n, "generated file"))
	}
	if b.snapshot.Precision() != "semantic" {
		b.note("Some languages are only parsed: their calls are not resolved.")
	}
}

// counted returns a number with a noun, in the plural unless the number is 1.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (b *builder) note(format string, args ...any) {
	b.brief.Notes = append(b.brief.Notes, fmt.Sprintf(format, args...))
}

// imports returns the files of the project that a file imports. An import of a Go package does
// not include its tests.
func (b *builder) imports(file graph.Node) []graph.Node {
	return slices.DeleteFunc(b.Modules(file), func(to graph.Node) bool {
		name := b.Element(to).File
		return strings.HasSuffix(name, ".go") && index.IsTest(name)
	})
}

// cycles returns the strongly connected components of more than one file, largest first. It is
// Tarjan's algorithm without recursion, because chains of imports may be long.
func (b *builder) cycles() [][]graph.Node {
	type state struct{ index, low int }
	states := map[graph.Node]*state{}
	onStack := map[graph.Node]bool{}
	var stack []graph.Node
	var out [][]graph.Node
	type frame struct {
		n    graph.Node
		next []graph.Node
	}
	for _, root := range b.Files() {
		if states[root] != nil || !b.scope[b.Element(root).File] {
			continue
		}
		frames := []frame{}
		push := func(n graph.Node) {
			states[n] = &state{len(states), len(states)}
			stack, onStack[n] = append(stack, n), true
			frames = append(frames, frame{n, b.imports(n)})
		}
		push(root)
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if len(f.next) > 0 {
				to := f.next[0]
				f.next = f.next[1:]
				switch {
				case !b.scope[b.Element(to).File]:
				case states[to] == nil:
					push(to)
				case onStack[to]:
					states[f.n].low = min(states[f.n].low, states[to].index)
				}
				continue
			}
			n := f.n
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				parent := states[frames[len(frames)-1].n]
				parent.low = min(parent.low, states[n].low)
			}
			if states[n].low != states[n].index {
				continue
			}
			at := slices.Index(stack, n)
			component := slices.Clone(stack[at:])
			stack = stack[:at]
			for _, m := range component {
				delete(onStack, m)
			}
			if len(component) > 1 {
				slices.SortFunc(component, func(x, y graph.Node) int {
					return strings.Compare(b.Element(x).File, b.Element(y).File)
				})
				out = append(out, component)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y []graph.Node) int { return len(y) - len(x) })
	return out
}

// summarize writes the summary from the statistics and the first entry point.
func (b *builder) summarize() {
	s := &b.brief.Stats
	languages := slices.SortedFunc(maps.Keys(s.Languages), func(x, y string) int {
		if n := s.Languages[y] - s.Languages[x]; n != 0 {
			return n
		}
		return strings.Compare(x, y)
	})
	contents := "no source files"
	if len(languages) > 0 {
		contents = fmt.Sprintf("%s in %s, %s of code, %s", counted(s.Files, strings.Join(languages, ", ")+" file"),
			counted(len(b.brief.Modules), "folder"), counted(s.Lines, "line"), counted(s.Elements, "element"))
	}
	b.brief.Summary = fmt.Sprintf("%s: %s.", b.name(), contents)
	if n := len(b.brief.EntryPoints); n > 0 && b.brief.EntryPoints[0].Reason != reasonAlone {
		b.brief.Summary += fmt.Sprintf(" Its first entry point is %s.", b.brief.EntryPoints[0].File)
	}
}
