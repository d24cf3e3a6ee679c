package brief

import (
	"cmp"
	"context"
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/complexity"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/reach"
)

// Make returns the complete brief of a project; [Brief.Fit] shortens it. The errors of a focus
// are those of [graph.Graph.Find].
func Make(ctx context.Context, s *index.Snapshot, o Options) (*Brief, error) {
	b := &builder{
		snapshot: s, scope: map[string]bool{}, inspected: map[string]*facts.Inspection{}, generated: s.Generated(),
		byFolder: map[string][]string{}, brief: &Brief{},
	}
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
	b.manifests()
	b.count()
	b.entryPoints()
	b.edges()
	b.hotspots()
	b.tests(reached)
	b.notes()
	if b.focus == nil {
		b.introduce()
	}
	b.summarize()
	return b.brief, nil
}

// hotspots lists the functions of the project's own code, the most complex first.
func (b *builder) hotspots() {
	for _, file := range b.files {
		if !b.own(file) {
			continue
		}
		of := b.inspected[file]
		for body := range of.Sources() {
			b.brief.Hotspots = append(b.brief.Hotspots, complexity.FunctionOf(of, body))
		}
	}
	slices.SortFunc(b.brief.Hotspots, complexity.Worse)
}

// count counts files, elements and lines, in total and by folder.
func (b *builder) count() {
	b.brief.Stats.Languages = map[string]int{}
	modules, own := map[string]*Module{}, map[string]int{}
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
		if b.own(file) {
			own[dir] += of.CodeLines
		}
		b.brief.Stats.Files++
		b.brief.Stats.Elements += len(of.Decls)
		b.brief.Stats.Lines += of.CodeLines
		b.brief.Stats.Languages[index.WordOf(file)]++
	}
	for _, m := range modules {
		m.Description = b.purpose(m.Path)
		b.brief.Modules = append(b.brief.Modules, *m)
	}
	slices.SortFunc(b.brief.Modules, func(x, y Module) int {
		return cmp.Or(own[y.Path]-own[x.Path], y.Lines-x.Lines, cmp.Compare(x.Path, y.Path))
	})
}
