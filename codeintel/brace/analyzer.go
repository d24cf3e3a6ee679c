package brace

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// analyzer implements [facts.Analyzer] for all languages: it keeps what each file
// imports, and reads a file again when it is to be resolved.
type analyzer struct {
	*language
	read    func(rel string) (string, bool)
	files   map[string]*file
	configs map[string]facts.Digest
	sources map[string]bool // of the last update
	byName  map[string][]string
	rules   resolver
}

// file is what is kept of one file.
type file struct {
	digest  facts.Digest
	uses    []use
	top     map[string]int // top-level declarations and members of types, by name
	spaces  []string       // C#: the namespaces it declares
	modules []string       // as mentioned
	leads   []lead         // where the uses lead
}

// lead is where an import leads.
type lead struct {
	file     string // of the project
	name     string // a declaration there, or "" for the file
	external string
	maybe    []string // files it may lead to, where the rules do not decide
}

// resolver are the rules by which imports of a language lead to files.
type resolver interface {
	// resolve tells where an import of a file leads.
	resolve(from string, u *use) lead
}

// NewAnalyzer implements [facts.Language].
func (l *language) NewAnalyzer() facts.Analyzer {
	return &analyzer{language: l, files: map[string]*file{}}
}

// Release implements [facts.Analyzer]: nothing is kept that can be made again.
func (a *analyzer) Release() {}

// Update implements [facts.Analyzer].
func (a *analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (facts.Changes, error) {
	a.read = p.Read
	var changed []string
	for _, path := range p.Files {
		if f := a.files[path]; f == nil || f.digest != p.Known[path] {
			changed = append(changed, path)
		}
	}
	declared := make([]facts.Declared, len(changed))
	files := make([]*file, len(changed))
	step := facts.NewSteps(len(changed), progress)
	err := inParallel(ctx, len(changed), func(i int) {
		declared[i], files[i] = a.declare(changed[i], p)
		step.One()
	})
	if err != nil {
		return facts.Changes{}, err
	}
	// From here on nothing fails: the next update builds on this one.
	changes := facts.Changes{Stale: changed}
	a.sources = make(map[string]bool, len(p.Files))
	for _, path := range p.Files {
		a.sources[path] = true
	}
	for path := range a.files {
		if !a.sources[path] {
			changes.Removed = append(changes.Removed, path)
			delete(a.files, path)
		}
	}
	slices.Sort(changes.Removed)
	for i, path := range changed {
		a.files[path] = files[i]
	}
	a.lookAround(p)
	own := make(map[string]int, len(changed))
	for i, path := range changed {
		own[path] = i
	}
	for _, path := range p.Files {
		a.relead(path, own, declared, &changes, p)
	}
	changes.Declared = append(declared, changes.Declared...)
	return changes, nil
}

// lookAround notes which files there are, for the rules to look them up.
func (a *analyzer) lookAround(p *facts.Project) {
	a.byName = map[string][]string{}
	for _, path := range p.Files {
		_, name := split(path)
		a.byName[name] = append(a.byName[name], path)
	}
	a.configs = map[string]facts.Digest{}
	for path, digest := range p.Known {
		if a.IsConfig(path) {
			a.configs[path] = digest
		}
	}
	a.rules = a.resolver(a)
}

// relead finds out anew where a file's imports lead. What changed without the file
// itself having changed is told too.
func (a *analyzer) relead(path string, own map[string]int, declared []facts.Declared, changes *facts.Changes, p *facts.Project) {
	f := a.files[path]
	leads := make([]lead, len(f.uses))
	for i := range f.uses {
		leads[i] = a.rules.resolve(path, &f.uses[i])
	}
	modules := modulesOf(f.uses, leads)
	same := slices.EqualFunc(f.leads, leads, func(x, y lead) bool {
		return x.file == y.file && x.name == y.name && x.external == y.external && slices.Equal(x.maybe, y.maybe)
	})
	f.leads = leads
	if i, fresh := own[path]; fresh {
		declared[i].Mentions.Modules = modules
		f.modules = modules
		return
	}
	if !same {
		changes.Stale = append(changes.Stale, path)
	}
	if slices.Equal(f.modules, modules) {
		return
	}
	f.modules = modules
	d, _ := a.declare(path, p)
	d.Mentions.Modules = modules
	changes.Declared = append(changes.Declared, d)
}

// modulesOf returns the files that imports lead or may lead to; of others the last
// part of the name.
func modulesOf(uses []use, leads []lead) []string {
	var out []string
	seen := make(map[string]bool, len(uses))
	add := func(m string) {
		if m != "" && !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	for i, l := range leads {
		switch {
		case l.file != "":
			add(l.file)
		case l.external != "":
		default:
			add(uses[i].module())
			for _, m := range l.maybe {
				add(m)
			}
		}
	}
	return out
}

// declare reads a file and tells what it declares and mentions.
func (a *analyzer) declare(path string, p *facts.Project) (facts.Declared, *file) {
	f := &file{digest: p.Known[path]}
	text, _ := p.Read(path)
	s, err := a.scan(path, text, false)
	if err != nil {
		return facts.Declared{Path: path}, f
	}
	f.uses = s.uses(s)
	f.top = map[string]int{}
	for i := range s.decls {
		if _, twice := f.top[s.decls[i].Name]; !twice {
			f.top[s.decls[i].Name] = i
		}
		if s.decls[i].Type == facts.Namespace {
			f.spaces = append(f.spaces, s.decls[i].Name)
		}
	}
	decls := s.result()
	for i := range decls {
		decls[i].Signature = nil
	}
	return facts.Declared{Path: path, Lines: len(s.lines), Decls: decls, Mentions: s.mentions(f.uses), Warning: s.warning}, f
}

// Resolve implements [facts.Analyzer].
func (a *analyzer) Resolve(ctx context.Context, files []string, _ facts.Depth, found func(facts.File), progress facts.Progress) ([]source.Probe, error) {
	step := facts.NewSteps(len(files), progress)
	var mu sync.Mutex
	err := inParallel(ctx, len(files), func(i int) {
		resolved := a.resolve(files[i])
		mu.Lock()
		found(resolved)
		mu.Unlock()
		step.One()
	})
	return nil, err
}

// resolve tells what a file refers to: its imports as far as paths decide, and its
// calls by their names.
func (a *analyzer) resolve(path string) facts.File {
	f := a.files[path]
	text, ok := a.read(path)
	if f == nil || !ok {
		return facts.Failed(path)
	}
	s, err := a.scan(path, text, false)
	if err != nil {
		return facts.Failed(path)
	}
	out := facts.File{Path: path}
	for i := range f.uses {
		if i < len(f.leads) {
			a.imported(s, &f.uses[i], &f.leads[i], &out)
		}
	}
	s.calls(&out)
	return out
}

// imported adds one import.
func (a *analyzer) imported(s *scan, u *use, l *lead, out *facts.File) {
	if l.file == "" && l.external == "" || l.file != "" && a.files[l.file] == nil {
		unresolved := facts.Unresolved{From: facts.ModuleLevel, Name: u.last(), Import: true, Module: u.module()}
		for _, m := range l.maybe {
			unresolved.Maybe = append(unresolved.Maybe, facts.Target{File: m, Decl: facts.ModuleLevel})
		}
		out.Unresolved = append(out.Unresolved, unresolved)
		return
	}
	offset := min(u.offset, len(s.text))
	i := facts.Import{
		To: facts.Target{File: l.file, Decl: facts.ModuleLevel, External: l.external}, Module: l.file,
		Line: s.line(offset), Column: s.column(offset),
	}
	if l.name != "" {
		if d, ok := a.files[l.file].top[l.name]; ok {
			i.To.Decl = d
		}
	}
	out.Imports = append(out.Imports, i)
}

// inParallel calls do with 0 to n-1 on all processors, until ctx ends.
func inParallel(ctx context.Context, n int, do func(int)) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
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
