package resolve

import (
	"context"
	"slices"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Config describes a language to an analyzer.
type Config struct {
	Parse    func(path, text string) (*syntax.File, error)
	IsConfig func(path string) bool // files that Rules read in addition to sources
	Rules    Rules
}

// analyzer implements [facts.Analyzer]. It stores the imports of each file, and reads a
// file again when it is resolved.
type analyzer struct {
	Config
	project  Project
	resolver Resolver
}

// NewAnalyzer returns an analyzer of an empty project.
func NewAnalyzer(c Config) facts.Analyzer {
	return &analyzer{Config: c, project: Project{files: map[string]*file{}}}
}

// Release implements [facts.Analyzer]. It does nothing, because the analyzer stores no
// data that it could compute again.
func (a *analyzer) Release() {}

// Update implements [facts.Analyzer].
func (a *analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (facts.Changes, error) {
	a.project.read = p.Read
	var changed []string
	for _, path := range p.Files {
		if f := a.project.files[path]; f == nil || f.digest != p.Known[path] {
			changed = append(changed, path)
		}
	}
	declared := make([]facts.Declared, len(changed))
	files := make([]*file, len(changed))
	step := facts.NewSteps(len(changed), progress)
	err := parallel.For(ctx, len(changed), 1, func(i int) {
		declared[i], files[i] = a.declare(changed[i], p)
		step.One()
	})
	if err != nil {
		return facts.Changes{}, err
	}
	// No step below can fail, so the next update starts from a complete state.
	for i, path := range changed {
		a.project.files[path] = files[i]
	}
	changes := facts.Changes{Stale: changed, Removed: a.listFiles(p)}
	a.resolver = a.Rules(&a.project)
	own := make(map[string]int, len(changed))
	for i, path := range changed {
		own[path] = i
	}
	for _, path := range p.Files {
		modules, same := a.retarget(path)
		if i, fresh := own[path]; fresh {
			declared[i].Mentions.Modules = modules
			a.project.files[path].modules = modules
			continue
		}
		if !same {
			changes.Stale = append(changes.Stale, path)
		}
		if slices.Equal(a.project.files[path].modules, modules) {
			continue
		}
		a.project.files[path].modules = modules
		d, _ := a.declare(path, p)
		d.Mentions.Modules = modules
		changes.Declared = append(changes.Declared, d)
	}
	changes.Declared = append(declared, changes.Declared...)
	return changes, nil
}

// listFiles updates the lists of the project's files and returns the removed ones,
// sorted.
func (a *analyzer) listFiles(p *facts.Project) (removed []string) {
	a.project.sources = make(map[string]bool, len(p.Files))
	a.project.byName = map[string][]string{}
	for _, path := range p.Files {
		a.project.sources[path] = true
		_, name := split(path)
		a.project.byName[name] = append(a.project.byName[name], path)
	}
	for path := range a.project.files {
		if !a.project.sources[path] {
			removed = append(removed, path)
			delete(a.project.files, path)
		}
	}
	slices.Sort(removed)
	a.project.configs = nil
	for path := range p.Known {
		if a.IsConfig(path) {
			a.project.configs = append(a.project.configs, path)
		}
	}
	slices.Sort(a.project.configs)
	return removed
}

// retarget resolves the imports of a file again. It returns the modules to mention,
// and whether all targets are those of the previous update.
func (a *analyzer) retarget(path string) (modules []string, same bool) {
	f := a.project.files[path]
	targets := make([]Target, len(f.uses))
	for i := range f.uses {
		targets[i] = a.resolver.Resolve(path, &f.uses[i])
	}
	same = slices.EqualFunc(f.targets, targets, func(x, y Target) bool { return x.equal(&y) })
	f.targets = targets
	return modulesOf(f.uses, targets), same
}

// modulesOf returns the files of the project to which the imports refer or may refer. For an
// import that is not resolved, it also returns the last part of its module.
func modulesOf(uses []syntax.Use, targets []Target) []string {
	var out []string
	seen := make(map[string]bool, len(uses))
	add := func(m string) {
		if m != "" && !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	for i := range targets {
		switch t := &targets[i]; {
		case t.file != "":
			add(t.file)
		case t.external != "":
		default:
			add(uses[i].Module())
			for _, m := range t.candidates {
				add(m)
			}
		}
	}
	return out
}

// declare reads a file and returns its declarations and mentions, without the modules.
func (a *analyzer) declare(path string, p *facts.Project) (facts.Declared, *file) {
	f := &file{digest: p.Known[path]}
	text, _ := p.Read(path)
	s, err := a.Parse(path, text)
	if err != nil {
		return facts.Declared{Path: path}, f
	}
	f.uses = s.Uses()
	f.topLevel = map[string]int{}
	for i := range s.Decls {
		if _, duplicate := f.topLevel[s.Decls[i].Name]; !duplicate {
			f.topLevel[s.Decls[i].Name] = i
		}
		if s.Decls[i].Type == facts.Namespace {
			f.namespaces = append(f.namespaces, s.Decls[i].Name)
		}
	}
	decls := s.Result()
	for i := range decls {
		decls[i].Signature = nil
	}
	return facts.Declared{
		Path: path, Lines: len(s.Lines), Decls: decls, Mentions: s.Mentions(f.uses), Warning: s.Warning,
	}, f
}

// Resolve implements [facts.Analyzer].
func (a *analyzer) Resolve(
	ctx context.Context, files []string, _ facts.Depth, found func(facts.File), progress facts.Progress,
) ([]source.Probe, error) {
	step := facts.NewSteps(len(files), progress)
	var mu sync.Mutex
	err := parallel.For(ctx, len(files), 1, func(i int) {
		resolved := a.resolve(files[i])
		mu.Lock()
		found(resolved)
		mu.Unlock()
		step.One()
	})
	return nil, err
}

// resolve returns the imports of a file, resolved as far as the rules decide, and its
// calls.
func (a *analyzer) resolve(path string) facts.File {
	f := a.project.files[path]
	text, ok := a.project.read(path)
	if f == nil || !ok {
		return facts.Failed(path)
	}
	s, err := a.Parse(path, text)
	if err != nil {
		return facts.Failed(path)
	}
	out := facts.File{Path: path}
	for i := range f.uses {
		if i < len(f.targets) {
			a.addImport(s, &f.uses[i], &f.targets[i], &out)
		}
	}
	out.Unresolved = append(out.Unresolved, s.Calls()...)
	return out
}

// addImport adds one import of a file to the result.
func (a *analyzer) addImport(s *syntax.File, u *syntax.Use, t *Target, out *facts.File) {
	offset := min(u.Offset, len(s.Text))
	if t.file == "" && t.external == "" || t.file != "" && a.project.files[t.file] == nil {
		unresolved := facts.Unresolved{
			From: facts.ModuleLevel, Line: s.Line(offset), Column: s.Column(offset), Reason: facts.MissingModule,
			Name: u.Last(), Import: true, Module: u.Module(),
		}
		for _, m := range t.candidates {
			unresolved.Maybe = append(unresolved.Maybe, facts.Target{File: m, Decl: facts.ModuleLevel})
		}
		out.Unresolved = append(out.Unresolved, unresolved)
		return
	}
	i := facts.Import{
		To: facts.Target{File: t.file, Decl: facts.ModuleLevel, External: t.external}, Module: t.file,
		Line: s.Line(offset), Column: s.Column(offset),
	}
	if t.name != "" {
		if d, ok := a.project.files[t.file].topLevel[t.name]; ok {
			i.To.Decl = d
		}
	}
	out.Imports = append(out.Imports, i)
}
