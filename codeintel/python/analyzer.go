package python

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// NewAnalyzer implements [facts.Language].
func (Language) NewAnalyzer() facts.Analyzer {
	return &analyzer{files: map[string]*file{}, importers: map[string][]string{}, cache: newCache()}
}

// analyzer implements [facts.Analyzer].
type analyzer struct {
	read      func(rel string) (string, bool)
	root      string
	layout    *layout
	paths     []string
	configs   map[string]facts.Digest
	files     map[string]*file
	importers map[string][]string // files by what they depend on
	cache     *cache
}

// file is what is kept of a file beside what was reported.
type file struct {
	digest  facts.Digest
	broken  bool // it is nested too deeply, or the parser failed: nothing is known but the name
	shape   uint64
	imports []importRef
	depends []string // files that its imports lead to
}

// fresh is a file that was parsed anew.
type fresh struct {
	*file
	path     string
	declared facts.Declared
}

// Release implements [facts.Analyzer].
func (a *analyzer) Release() { a.cache.clear() }

// Update implements [facts.Analyzer].
func (a *analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (facts.Changes, error) {
	a.read = p.Read
	configs := configsOf(p)
	l, moved := a.layout, false
	if l == nil || a.root != p.Root || !slices.Equal(a.paths, p.Files) || !maps.Equal(a.configs, configs) {
		l, moved = newLayout(p.Root, p.Files, named(p, configs)), true
	}
	var changed []string
	for _, path := range p.Files {
		f := a.files[path]
		if f == nil || f.digest != p.Known[path] || moved && !f.broken && !slices.Equal(l.dependsOf(path, f.imports), f.depends) {
			changed = append(changed, path)
		}
	}
	parsed := make([]*fresh, len(changed))
	step := facts.NewSteps(len(changed), progress)
	err := inParallel(ctx, len(changed), func(i int) {
		parsed[i] = a.parse(l, changed[i], p)
		step.One()
	})
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
	a.layout, a.root, a.paths, a.configs = l, p.Root, p.Files, configs
	changes.Stale = a.apply(parsed, changes.Removed)
	for _, f := range parsed {
		changes.Declared = append(changes.Declared, f.declared)
	}
	return changes, nil
}

// configsOf returns the files that govern where modules are.
func configsOf(p *facts.Project) map[string]facts.Digest {
	configs := map[string]facts.Digest{}
	for rel, digest := range p.Known {
		if (Language{}).IsConfig(rel) || isSetup(rel) {
			configs[rel] = digest
		}
	}
	return configs
}

// named returns the folders that configurations name.
func named(p *facts.Project, configs map[string]facts.Digest) []string {
	var out []string
	for _, rel := range slices.Sorted(maps.Keys(configs)) {
		if text, ok := p.Read(rel); ok {
			out = append(out, namedFolders(rel, text)...)
		}
	}
	return out
}

func inParallel(ctx context.Context, n int, do func(int)) error {
	var next atomic.Int64
	var group errgroup.Group
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() error {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				do(i)
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// parse takes what is known of a file out of its text. A panic costs that file only.
func (a *analyzer) parse(l *layout, path string, p *facts.Project) (f *fresh) {
	text, _ := p.Read(path)
	f = &fresh{file: &file{digest: p.Known[path]}, path: path}
	defer func() {
		if recover() != nil {
			f.file = &file{digest: p.Known[path], broken: true}
			f.declared = facts.Declared{Path: path}
		}
	}()
	m := moduleOf(path, text)
	if m == nil {
		f.broken, f.declared = true, facts.Declared{Path: path}
		return f
	}
	a.cache.put(path, f.digest, m)
	f.shape = shapeOf(m)
	for _, list := range [][]*importName{m.imports, m.dynamic} {
		for _, i := range list {
			if ref := (importRef{i.level, strings.Clone(i.module), strings.Clone(i.name)}); !slices.Contains(f.imports, ref) {
				f.imports = append(f.imports, ref)
			}
		}
	}
	f.depends = l.dependsOf(path, f.imports)
	mentions := mentionsOf(m)
	mentions.Modules = l.modulesOf(path, f.imports)
	f.declared = facts.Declared{Path: path, Lines: lineCount(m.syntax), Decls: m.outline.decls, Mentions: mentions, Warning: m.warning}
	return f
}

// moduleOf parses a file, nil if it is nested too deeply.
func moduleOf(path, text string) *module {
	s, failure := parser.Parse(text)
	if failure != nil && failure.TooDeep {
		return nil
	}
	m := build(path, s)
	if failure != nil {
		m.warning = warningOf(path, failure)
	}
	return m
}

func lineCount(m *syntax.Module) int {
	n := len(m.Lines)
	if n > 1 && int(m.Lines[n-1]) == len(m.Text) {
		n--
	}
	return n
}

// apply takes over what was parsed and what is gone, and returns the files whose
// facts hold no more.
func (a *analyzer) apply(parsed []*fresh, removed []string) []string {
	stale, shaped := map[string]bool{}, map[string]bool{}
	for _, path := range removed {
		a.connect(path, a.files[path], nil)
		delete(a.files, path)
		a.cache.drop(path)
		shaped[path] = true
	}
	for _, f := range parsed {
		old := a.files[f.path]
		a.connect(f.path, old, f.file)
		a.files[f.path] = f.file
		stale[f.path] = true
		if old == nil || old.broken != f.broken || old.shape != f.shape || !slices.Equal(old.depends, f.depends) {
			shaped[f.path] = true
		}
	}
	for path := range a.dependent(shaped) {
		stale[path] = true
	}
	for _, path := range removed {
		delete(stale, path)
	}
	return slices.Sorted(maps.Keys(stale))
}
