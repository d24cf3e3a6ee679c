package brief

import (
	"cmp"
	"context"
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/complexity"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/reach"
)

// Options say what the brief is about.
type Options struct {
	Wanted func(file string) bool // files it is about; nil for all
	Focus  string                 // anything that [graph.Graph.Find] takes, or a folder; empty for the whole project
}

// Brief is what there is to know. Its lists are complete, the most important first;
// [Brief.Fit] cuts them.
type Brief struct {
	Summary      string
	Stats        Stats
	Modules      []Module     // largest first
	EntryPoints  []EntryPoint // programs, then what packages offer, then what nothing imports
	KeyElements  []KeyElement // the focus, then most called first
	Hotspots     []complexity.Function
	Dependencies []Dependency // packages outside the project, most used first
	Tests        Tests
	Notes        []string
	Unresolved   graph.UnresolvedCounts // in the whole project
	Truncated    bool
}

// Stats count what the brief is about.
type Stats struct {
	Files, Elements, Lines int            // Lines are those with code
	Languages              map[string]int // files by language
}

// Module is a folder with what lies right in it.
type Module struct {
	Path                   string
	Files, Elements, Lines int
	Description            string
}

// EntryPoint is where the code is entered from outside.
type EntryPoint struct {
	Name, File string
	Line       int    // 0 for a file
	ID         string // empty for a file
	Reason     string
}

// KeyElement is an element with how many elements call it and are called by it.
type KeyElement struct {
	Element       facts.Element
	FanIn, FanOut int
	Description   string
}

// Dependency is a package outside the project.
type Dependency struct {
	Name  string
	Files int // that import it
}

// Tests count the tests of what the brief is about.
type Tests struct {
	Files, Cases int // files with tests, those beside what they test among them
	Untested     int // source files with functions of which no test reaches any
}

// builder collects what a brief says.
type builder struct {
	*graph.Graph
	snapshot  *index.Snapshot
	files     []string
	scope     map[string]bool
	focus     map[graph.Node]bool
	inspected map[string]*facts.Inspection
	brief     *Brief
}

// Make makes the brief of a project, whole.
func Make(ctx context.Context, s *index.Snapshot, o Options) (*Brief, error) {
	b := &builder{snapshot: s, scope: map[string]bool{}, inspected: map[string]*facts.Inspection{}, brief: &Brief{}}
	var err error
	if b.Graph, err = s.Graph(ctx); err != nil {
		return nil, err
	}
	if err := b.find(o.Focus); err != nil {
		return nil, err
	}
	if b.Graph, err = s.ResolveAll(ctx, facts.CallsAndImports); err != nil {
		return nil, err
	}
	b.choose(o.Wanted)
	err = s.Inspect(ctx, b.files, func(file string, of *facts.Inspection) { b.inspected[file] = of })
	if err != nil {
		return nil, err
	}
	reached, err := reach.FromTests(ctx, s)
	if err != nil {
		return nil, err
	}
	b.brief.Unresolved = b.AllUnresolved()
	b.count()
	b.entryPoints()
	b.edges()
	b.hotspots()
	b.tests(reached)
	b.notes()
	b.summarize()
	return b.brief, nil
}

// find notes what a focus means.
func (b *builder) find(focus string) error {
	if focus == "" {
		return nil
	}
	b.focus = map[graph.Node]bool{}
	if _, isFile := b.FileAt(focus); !isFile {
		if files := b.FilesIn(focus); len(files) > 0 {
			for _, f := range files {
				b.focus[f] = true
			}
			return nil
		}
	}
	n, err := b.Find(focus)
	b.focus[n] = true
	return err
}

// choose decides which files the brief is about: with a focus, those that hold it and
// those a step away.
func (b *builder) choose(wanted func(string) bool) {
	near := map[string]bool{}
	if b.focus != nil {
		b.near(near)
	}
	for _, f := range b.snapshot.Files() {
		if (wanted == nil || wanted(f)) && (b.focus == nil || near[f]) {
			b.files = append(b.files, f)
			b.scope[f] = true
		}
	}
}

func (b *builder) near(files map[string]bool) {
	for n := range b.focus {
		files[b.Element(n).File] = true
	}
	for _, file := range b.Files() {
		for e := range b.Edges(file) {
			if e.To == graph.None {
				continue
			}
			if b.focused(e.From) || b.focused(e.To) {
				files[b.Element(file).File] = true
				files[b.Element(e.To).File] = true
			}
		}
	}
}

// focused reports the focus, and what belongs to it.
func (b *builder) focused(n graph.Node) bool {
	for n != graph.None {
		if b.focus[n] || b.focus[b.FileOf(n)] {
			return true
		}
		n = b.Parent(n)
	}
	return false
}

// hotspots lists the functions outside of tests, the most complex first.
func (b *builder) hotspots() {
	for _, file := range b.files {
		if index.IsTest(file) {
			continue
		}
		of := b.inspected[file]
		for body := range of.Sources() {
			b.brief.Hotspots = append(b.brief.Hotspots, complexity.FunctionOf(of, body))
		}
	}
	slices.SortFunc(b.brief.Hotspots, complexity.Worse)
}

// count counts files, elements and lines, all in all and by folder.
func (b *builder) count() {
	b.brief.Stats.Languages = map[string]int{}
	modules := map[string]*Module{}
	for _, file := range b.files {
		of := b.inspected[file]
		dir := path.Dir(file)
		m := modules[dir]
		if m == nil {
			m = &Module{Path: dir}
			modules[dir] = m
		}
		m.Files++
		m.Elements += len(of.Decls)
		m.Lines += of.CodeLines
		b.brief.Stats.Files++
		b.brief.Stats.Elements += len(of.Decls)
		b.brief.Stats.Lines += of.CodeLines
		b.brief.Stats.Languages[index.WordOf(file)]++
	}
	for _, m := range modules {
		m.Description = b.purpose(m.Path)
		b.brief.Modules = append(b.brief.Modules, *m)
	}
	slices.SortFunc(b.brief.Modules, func(x, y Module) int { return cmp.Or(y.Lines-x.Lines, cmp.Compare(x.Path, y.Path)) })
}
