package golang

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/layout"
	"github.com/coderef-system/coderefd/codeintel/golang/load"
	"github.com/coderef-system/coderefd/codeintel/golang/mentions"
	"github.com/coderef-system/coderefd/codeintel/golang/platform"
	"github.com/coderef-system/coderefd/codeintel/golang/project"
	"github.com/coderef-system/coderefd/codeintel/golang/resolve"
	"github.com/coderef-system/coderefd/codeintel/golang/stale"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// analyzer implements [facts.Analyzer].
type analyzer struct {
	*load.Loader
	configs map[string]facts.Digest
	// installed returns the folders of the Go installation and of the module cache, or "".
	installed func() (root, cache string)
}

// parsed is the result of parsing a file.
type parsed struct {
	file     *project.File
	mentions facts.Mentions
}

// NewAnalyzer implements [facts.Language].
func (Language) NewAnalyzer() facts.Analyzer {
	return &analyzer{
		Loader:    load.New(project.New(platform.Host())),
		installed: func() (string, string) { return layout.GoRoot(), layout.ModuleCache() },
	}
}

// Release implements [facts.Analyzer].
func (a *analyzer) Release() { a.Loader.Release() }

// Update implements [facts.Analyzer].
func (a *analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (facts.Changes, error) {
	a.Read = p.Read
	l, configs := a.newLayoutFor(p)
	if l != nil {
		a.Release() // imports may resolve to other packages
	}
	parsed, err := a.parseChanged(ctx, p, l != nil, progress)
	if err != nil {
		return facts.Changes{}, err
	}
	// No step below can fail, so the next update starts from a complete state.
	var changes facts.Changes
	for path := range a.Files {
		if _, exists := slices.BinarySearch(p.Files, path); !exists {
			changes.Removed = append(changes.Removed, path)
		}
	}
	slices.Sort(changes.Removed)
	if l != nil {
		a.Layout, a.configs, a.Root = l, configs, p.Root
		clear(a.Targets)
	}
	changed := make([]*project.File, len(parsed))
	for i, n := range parsed {
		changed[i] = n.file
	}
	changes.Stale = stale.Apply(a.Loader, changed, changes.Removed, l != nil)
	for _, n := range parsed {
		changes.Declared = append(changes.Declared, a.declared(n.file, n.mentions))
	}
	changes.Probes = a.Layout.Probes()
	changes.Warnings = a.Layout.Warnings[:min(len(a.Layout.Warnings), syntax.MaxWarnings)]
	return changes, nil
}

// newLayoutFor returns a new layout if configuration files or files read outside the project
// changed, else nil.
func (a *analyzer) newLayoutFor(p *facts.Project) (*layout.Layout, map[string]facts.Digest) {
	configs := map[string]facts.Digest{}
	for rel, digest := range p.Known {
		if (Language{}).IsConfig(rel) {
			configs[rel] = digest
		}
	}
	if a.Layout != nil && a.Root == p.Root && maps.Equal(a.configs, configs) && a.Layout.Unchanged() {
		a.Layout.ReadKnown, a.Layout.Roots = p.Read, p.Roots
		return nil, nil
	}
	root, cache := a.installed()
	d := layout.NewDisk(p, root, cache)
	if root != "" {
		d.Read(path.Join(root, "VERSION")) // its probe represents the whole installation
	}
	return layout.New(d, p.Root, root, cache, slices.Sorted(maps.Keys(configs))), configs
}

// parseChanged parses the changed files, or all files.
func (a *analyzer) parseChanged(
	ctx context.Context, p *facts.Project, all bool, progress facts.Progress,
) ([]parsed, error) {
	var changed []string
	for _, path := range p.Files {
		if f := a.Files[path]; all || f == nil || f.Digest != p.Known[path] {
			changed = append(changed, path)
		}
	}
	out := make([]parsed, len(changed))
	step := facts.NewSteps(len(changed), progress)
	err := parallel.For(ctx, len(changed), 1, func(i int) {
		out[i] = a.parseFile(changed[i], p)
		step.One()
	})
	if err != nil {
		for _, n := range out {
			a.Discard(n.file)
		}
		return nil, err
	}
	return out, nil
}

func (a *analyzer) parseFile(path string, p *facts.Project) parsed {
	text, _ := p.Read(path)
	t, err := syntax.Parse(path, text, a.Fset)
	if err != nil {
		dir, base := layout.Split(path)
		return parsed{file: &project.File{
			Path: path, Dir: dir, Digest: p.Known[path], Broken: true,
			IsTest: strings.HasSuffix(base, "_test.go"),
		}}
	}
	mentions := mentions.Of(t.AST)
	f := project.NewFile(path, text, p.Known[path], t, a.Host, mentions.Names)
	t.StripBodies()
	f.Skeleton = t
	return parsed{f, mentions}
}

// declared returns the declarations and mentions of a file.
func (a *analyzer) declared(f *project.File, m facts.Mentions) facts.Declared {
	m.Modules = nil
	for _, dir := range a.Targets[f] {
		m.Modules = append(m.Modules, dir+"/")
	}
	for _, imp := range f.Imports {
		if name := path.Base(imp); !slices.Contains(m.Modules, name) {
			m.Modules = append(m.Modules, name)
		}
	}
	return facts.Declared{Path: f.Path, Lines: f.Lines, Decls: f.Decls, Mentions: m, Warning: f.Warning}
}

// Resolve implements [facts.Analyzer].
func (a *analyzer) Resolve(
	ctx context.Context, files []string, depth facts.Depth, found func(facts.File), progress facts.Progress,
) ([]source.Probe, error) {
	err := resolve.Files(ctx, a.Loader, files, depth, found, facts.NewSteps(len(files), progress))
	return a.Layout.NewProbes(), err
}
