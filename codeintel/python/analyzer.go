package python

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/mentions"
	"github.com/coderef-system/coderefd/codeintel/python/outline"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// analyzer implements [facts.Analyzer].
type analyzer struct {
	read      func(rel string) (string, bool)
	root      string
	layout    *layout.Layout
	paths     []string
	configs   map[string]facts.Digest
	warnings  []string // errors in files with settings
	files     map[string]*file
	importers importers
	cache     *cache
}

// file is the data that the analyzer keeps about a file.
type file struct {
	digest        facts.Digest
	broken        bool // nested too deeply, or the parser panicked: no facts
	interfaceHash uint64
	imports       []layout.Import
	depends       []string // files that its imports resolve to
}

// parsedFile is the result of parsing a file.
type parsedFile struct {
	*file
	path     string
	declared facts.Declared
}

// NewAnalyzer implements [facts.Language].
func (Language) NewAnalyzer() facts.Analyzer {
	return &analyzer{files: map[string]*file{}, importers: importers{}, cache: newCache()}
}

// dependencies returns the files that f depends on; f may be nil.
func (f *file) dependencies() []string {
	if f == nil {
		return nil
	}
	return f.depends
}

// Release implements [facts.Analyzer].
func (a *analyzer) Release() { a.cache.clear() }

// Update implements [facts.Analyzer].
func (a *analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (facts.Changes, error) {
	a.read = p.Read
	configs := configsOf(p)
	l, warnings, changedLayout := a.layout, a.warnings, false
	if l == nil || a.root != p.Root || !slices.Equal(a.paths, p.Files) || !maps.Equal(a.configs, configs) {
		of, failed := settingsOf(p, configs)
		l, warnings, changedLayout = layout.New(p.Root, p.Files, of), failed, true
	}
	var changed []string
	for _, path := range p.Files {
		f := a.files[path]
		if f == nil || f.digest != p.Known[path] ||
			changedLayout && !f.broken && !slices.Equal(l.Dependencies(path, f.imports), f.depends) {
			changed = append(changed, path)
		}
	}
	parsed := make([]*parsedFile, len(changed))
	step := facts.NewSteps(len(changed), progress)
	err := parallel.For(ctx, len(changed), 1, func(i int) {
		parsed[i] = a.parse(l, changed[i], p)
		step.One()
	})
	if err != nil {
		return facts.Changes{}, err
	}
	// No step below can fail, so the next update starts from a complete state.
	changes := facts.Changes{Warnings: warnings}
	for path := range a.files {
		if _, exists := slices.BinarySearch(p.Files, path); !exists {
			changes.Removed = append(changes.Removed, path)
		}
	}
	slices.Sort(changes.Removed)
	a.layout, a.root, a.paths, a.configs, a.warnings = l, p.Root, p.Files, configs, warnings
	changes.Stale = a.apply(parsed, changes.Removed)
	for _, f := range parsed {
		changes.Declared = append(changes.Declared, f.declared)
	}
	return changes, nil
}

// parse parses a file. A panic makes only this file broken.
func (a *analyzer) parse(l *layout.Layout, path string, p *facts.Project) (f *parsedFile) {
	text, _ := p.Read(path)
	f = &parsedFile{file: &file{digest: p.Known[path]}, path: path}
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
	f.interfaceHash = symtable.InterfaceHash(m)
	for _, list := range [][]*symtable.Import{m.Imports, m.DynamicImports} {
		for _, i := range list {
			ref := layout.Import{Level: i.Level, Module: strings.Clone(i.Module), Name: strings.Clone(i.Name)}
			if !slices.Contains(f.imports, ref) {
				f.imports = append(f.imports, ref)
			}
		}
	}
	f.depends = l.Dependencies(path, f.imports)
	mentions := mentions.Of(m)
	mentions.Modules = l.ModuleNames(path, f.imports)
	f.declared = facts.Declared{
		Path: path, Lines: lineCount(m.Syntax), Decls: m.Outline.Decls, Mentions: mentions,
		Warning: m.Warning,
	}
	return f
}

// moduleOf builds the symbol table of a file, or returns nil if the file is nested too deeply.
func moduleOf(path, text string) *symtable.Module {
	s, failure := parser.Parse(text)
	if failure != nil && failure.TooDeep {
		return nil
	}
	m := symtable.Build(path, s)
	if failure != nil {
		m.Warning = outline.Warning(path, failure)
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

// apply stores the parsed files, drops the removed ones, and returns the files whose facts are
// out of date.
func (a *analyzer) apply(parsed []*parsedFile, removed []string) []string {
	stale, changedInterface := map[string]bool{}, map[string]bool{}
	for _, path := range removed {
		a.importers.replace(path, a.files[path].depends, nil)
		delete(a.files, path)
		a.cache.drop(path)
		changedInterface[path] = true
	}
	for _, f := range parsed {
		old := a.files[f.path]
		a.importers.replace(f.path, old.dependencies(), f.depends)
		a.files[f.path] = f.file
		stale[f.path] = true
		if old == nil || old.broken != f.broken || old.interfaceHash != f.interfaceHash ||
			!slices.Equal(old.depends, f.depends) {
			changedInterface[f.path] = true
		}
	}
	a.importers.closure(changedInterface)
	for path := range changedInterface {
		stale[path] = true
	}
	for _, path := range removed {
		delete(stale, path)
	}
	return slices.Sorted(maps.Keys(stale))
}
