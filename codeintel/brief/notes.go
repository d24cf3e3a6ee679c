package brief

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/reach"
)

// purpose returns the description of a folder: the first sentence of its package comment, or
// of the comment of its main file.
func (b *builder) purpose(dir string) string {
	for _, name := range []string{
		"doc.go", "__init__.py", "index.ts", "index.tsx", "index.js", "mod.rs", "lib.rs", "package-info.java",
	} {
		if text, ok := b.snapshot.Text(path.Join(dir, name)); ok {
			if s := leadingComment(text); s != "" {
				return s
			}
		}
	}
	for _, file := range b.files { // a Go package comment may be in any file
		if path.Dir(file) == dir && strings.HasSuffix(file, ".go") && !index.IsTest(file) {
			if text, ok := b.snapshot.Text(file); ok {
				if s := leadingComment(text); strings.HasPrefix(s, "Package ") || strings.HasPrefix(s, "Command ") {
					return s
				}
			}
		}
	}
	return ""
}

func (b *builder) tests(reached *reach.Set) {
	t := &b.brief.Tests
	for _, file := range b.files {
		of := b.inspected[file]
		t.Cases += len(of.Tests)
		if index.IsTest(file) || len(of.Tests) > 0 {
			t.Files++
		}
		if index.IsTest(file) {
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
		for _, to := range b.Modules(file) {
			importers[to]++
		}
	}
	most := graph.None
	for _, file := range b.Files() {
		if b.scope[b.Element(file).File] && (most == graph.None || importers[file] > importers[most]) {
			most = file
		}
	}
	if most != graph.None && importers[most] > 1 {
		b.note("%s is imported by more files than any other: %d.", b.Element(most).File, importers[most])
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
			frames = append(frames, frame{n, b.Modules(n)})
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
	b.brief.Summary = fmt.Sprintf("%s: %s.", path.Base(b.snapshot.Root()), contents)
	if n := len(b.brief.EntryPoints); n > 0 && b.brief.EntryPoints[0].Reason != reasonAlone {
		b.brief.Summary += fmt.Sprintf(" Its first entry point is %s.", b.brief.EntryPoints[0].File)
	}
}

// leadingComment returns the first sentence of the comment or docstring at the start of a text.
func leadingComment(text string) string {
	var words []string
	block := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case block != "":
			before, _, ended := strings.Cut(line, block)
			words = append(words, strings.Fields(strings.TrimLeft(before, "* "))...)
			if ended || len(words) > 100 {
				return firstSentence(words)
			}
			continue
		case strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "//go:"), strings.HasPrefix(line, "# "):
			words = append(words, strings.Fields(strings.TrimLeft(line, "/!# "))...)
			continue
		case strings.HasPrefix(line, "/*"):
			block = "*/"
			line = strings.TrimLeft(line, "/*! ")
		case strings.HasPrefix(line, `"""`):
			block = `"""`
			line = line[3:]
		case line == "" && len(words) == 0, strings.HasPrefix(line, "//go:"), strings.HasPrefix(line, "#!"):
			continue
		default:
			return firstSentence(words)
		}
		before, _, ended := strings.Cut(line, block)
		words = append(words, strings.Fields(before)...)
		if ended {
			return firstSentence(words)
		}
	}
	return firstSentence(words)
}
