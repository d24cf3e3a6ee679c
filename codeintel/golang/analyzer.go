package golang

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// NewAnalyzer implements [facts.Language].
func (Language) NewAnalyzer() facts.Analyzer {
	return &analyzer{
		loader:    newLoader(newProject(hostPlatform())),
		installed: func() (string, string) { return goRoot(), moduleCache() },
	}
}

// analyzer implements [facts.Analyzer].
type analyzer struct {
	*loader
	configs map[string]facts.Digest
	// installed returns the folders of the Go installation and of the module cache, or "".
	installed func() (root, cache string)
}

// Release implements [facts.Analyzer].
func (a *analyzer) Release() { a.release() }

// Update implements [facts.Analyzer].
func (a *analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (facts.Changes, error) {
	a.read = p.Read
	l, configs := a.newLayoutFor(p)
	if l != nil {
		a.Release() // imports may lead elsewhere
	}
	parsed, err := a.parseChanged(ctx, p, l != nil, progress)
	if err != nil {
		return facts.Changes{}, err
	}
	// From here on nothing fails: the next update builds on this one.
	var changes facts.Changes
	for path := range a.files {
		if _, there := slices.BinarySearch(p.Files, path); !there {
			changes.Removed = append(changes.Removed, path)
		}
	}
	slices.Sort(changes.Removed)
	if l != nil {
		a.layout, a.configs, a.root = l, configs, p.Root
		clear(a.targets)
	}
	changed := make([]*file, len(parsed))
	for i, n := range parsed {
		changed[i] = n.file
	}
	changes.Stale = apply(a.loader, changed, changes.Removed, l != nil)
	for _, n := range parsed {
		changes.Declared = append(changes.Declared, a.declared(n.file, n.mentions))
	}
	changes.Probes, changes.Warnings = a.layout.all(), a.layout.warnings[:min(len(a.layout.warnings), MaxWarnings)]
	return changes, nil
}

// newLayoutFor reads the configurations again if they, or what they were read from
// outside of the project, changed; else the layout is nil.
func (a *analyzer) newLayoutFor(p *facts.Project) (*layout, map[string]facts.Digest) {
	configs := map[string]facts.Digest{}
	for rel, digest := range p.Known {
		if (Language{}).IsConfig(rel) {
			configs[rel] = digest
		}
	}
	if a.layout != nil && a.root == p.Root && maps.Equal(a.configs, configs) && a.layout.holds() {
		a.layout.known, a.layout.may = p.Read, p.MayRead
		return nil, nil
	}
	root, cache := a.installed()
	d := newDisk(p, root, cache)
	if root != "" {
		d.read(path.Join(root, "VERSION")) // stands for all that lies there
	}
	return newLayout(d, p.Root, root, cache, slices.Sorted(maps.Keys(configs))), configs
}

// parsed is one file that was parsed anew.
type parsed struct {
	file     *file
	mentions facts.Mentions
}

// parseChanged parses what changed, or all files.
func (a *analyzer) parseChanged(ctx context.Context, p *facts.Project, all bool, progress facts.Progress) ([]parsed, error) {
	var changed []string
	for _, path := range p.Files {
		if f := a.files[path]; all || f == nil || f.digest != p.Known[path] {
			changed = append(changed, path)
		}
	}
	out := make([]parsed, len(changed))
	step := facts.NewSteps(len(changed), progress)
	err := inParallel(ctx, len(changed), func(i int) {
		out[i] = a.parseAnew(changed[i], p)
		step.One()
	})
	if err != nil {
		for _, n := range out {
			a.discard(n.file)
		}
		return nil, err
	}
	return out, nil
}

func (a *analyzer) parseAnew(path string, p *facts.Project) parsed {
	text, _ := p.Read(path)
	t, err := parse(path, text, a.fset)
	if err != nil {
		dir, base := split(path)
		return parsed{file: &file{path: path, dir: dir, digest: p.Known[path], broken: true, test: strings.HasSuffix(base, "_test.go")}}
	}
	mentions := mentionsOf(t.file)
	f := newFile(path, text, p.Known[path], t, a.host, mentions.Names)
	t.strip()
	f.skeleton = t
	return parsed{f, mentions}
}

// declared tells what a file declares and mentions.
func (a *analyzer) declared(f *file, m facts.Mentions) facts.Declared {
	m.Modules = nil
	for _, dir := range a.targets[f] {
		m.Modules = append(m.Modules, dir+"/")
	}
	for _, imp := range f.imports {
		if name := path.Base(imp); !slices.Contains(m.Modules, name) {
			m.Modules = append(m.Modules, name)
		}
	}
	return facts.Declared{Path: f.path, Lines: f.lines, Decls: f.decls, Mentions: m, Warning: f.warning}
}

// Resolve implements [facts.Analyzer].
func (a *analyzer) Resolve(
	ctx context.Context, files []string, depth facts.Depth, found func(facts.File), progress facts.Progress,
) ([]source.Probe, error) {
	err := resolveFiles(ctx, a.loader, files, depth, found, facts.NewSteps(len(files), progress))
	return a.layout.newProbes(), err
}
