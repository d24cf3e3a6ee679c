package tsgo

import (
	"maps"
	"slices"

	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/compiler"
	"github.com/microsoft/typescript-go/internal/module"
)

// Update returns a program with the current content of some files. paths are the absolute
// paths of these files, which must be files of this program. same reports whether the new
// program has the same set of files; otherwise it is loaded again, with the files of the
// cache. Update calls rewired for each file whose imports resolve to other files, with the
// files that it imported before and those that it imports now.
func (p *Program) Update(
	paths []string, loading Loading, rewired func(path string, before, now []string),
) (next *Program, same bool) {
	h := *p.host
	h.loading = loading
	u := &Program{program: p.program, host: &h, roots: p.roots}
	for _, path := range paths {
		old := u.program.GetSourceFile(path)
		if now := h.GetSourceFile(old.ParseOptions()); u.importsOnly(old, now) {
			if added, before, after, ok := u.reimport(old, now); ok {
				u.program = replaced(u.program, &h, old, now, added)
				rewired(path, before, after)
				continue
			}
		}
		updated, _, same := u.program.UpdateProgram(old.Path(), &h, nil)
		u.program = updated
		if !same { // the new program has the current content of the other files, too
			return u, false
		}
	}
	return u, true
}

// importsOnly reports whether two versions of a file differ, for the structure of the
// program, only in their imports, so that one can replace the other.
func (p *Program) importsOnly(old, now *ast.SourceFile) bool {
	plain := func(f *ast.SourceFile) bool {
		return len(f.ModuleAugmentations) == 0 && len(f.AmbientModuleNames) == 0 && len(f.ReferencedFiles) == 0 &&
			len(f.TypeReferenceDirectives) == 0 && len(f.LibReferenceDirectives) == 0 && f.CheckJsDirective == nil
	}
	return now != nil && old.ParseOptions() == now.ParseOptions() && plain(old) && plain(now) &&
		ast.IsExternalModule(old) && ast.IsExternalModule(now) &&
		old.UsesUriStyleNodeCoreModules == now.UsesUriStyleNodeCoreModules &&
		p.program.GetRedirectForResolution(old) == nil && !slices.EqualFunc(old.Imports(), now.Imports(), sameImport)
}

func sameImport(a, b *ast.Node) bool { return a.Kind == b.Kind && a.Text() == b.Text() }

// reimport resolves the imports of the new version of a file. added are the resolutions that
// the program does not have yet; before and after are the files to which the imports of the
// two versions resolve. ok is false if the set of the program's files would change.
func (p *Program) reimport(
	old, now *ast.SourceFile,
) (added module.ModeAwareCache[*module.ResolvedModule], before, after []string, ok bool) {
	known := p.program.GetResolvedModules()[old.Path()]
	added = module.ModeAwareCache[*module.ResolvedModule]{}
	keys := func(f *ast.SourceFile) map[module.ModeAwareCacheKey]bool {
		all := map[module.ModeAwareCacheKey]bool{}
		for _, i := range f.Imports() {
			all[module.ModeAwareCacheKey{Name: i.Text(), Mode: p.program.GetModeForUsageLocation(f, i)}] = true
		}
		return all
	}
	current := keys(now)
	for key := range current {
		m := known[key]
		if m == nil {
			m = p.program.ResolveModuleName(key.Name, now.FileName(), key.Mode)
			added[key] = m
		}
		if m.IsResolved() {
			path := p.source(m.ResolvedFileName)
			if p.program.GetSourceFile(path) == nil {
				return nil, nil, nil, false
			}
			after = append(after, path)
		}
	}
	for key := range keys(old) {
		m := known[key]
		if !m.IsResolved() {
			continue
		}
		path := p.source(m.ResolvedFileName)
		if !current[key] && !p.roots[path] { // the program may not need this file any more
			return nil, nil, nil, false
		}
		before = append(before, path)
	}
	return added, before, after, true
}

// replaced returns the program with another version of a file.
func replaced(
	p *compiler.Program, h *host, old, now *ast.SourceFile, added module.ModeAwareCache[*module.ResolvedModule],
) *compiler.Program {
	// Programs share the resolutions of imports. Resolutions that a file does not use are harmless.
	resolved := p.GetResolvedModules()
	all := maps.Clone(resolved[old.Path()])
	if all == nil {
		all = module.ModeAwareCache[*module.ResolvedModule]{}
	}
	maps.Copy(all, added)
	resolved[old.Path()] = all
	// The compiler replaces a file only by one with the same imports. Therefore replace it by
	// itself first, and set the new version in the result.
	as := &unchanged{CompilerHost: h, file: old}
	next, _, _ := p.UpdateProgram(old.Path(), as, nil)
	as.file = nil
	next.FilesByPath()[old.Path()] = now
	files := next.SourceFiles()
	files[slices.Index(files, old)] = now
	return next
}

// unchanged is a host that returns one file in the version that the program already has.
type unchanged struct {
	compiler.CompilerHost
	file *ast.SourceFile
}

func (u *unchanged) GetSourceFile(opts ast.SourceFileParseOptions) *ast.SourceFile {
	if u.file != nil && opts == u.file.ParseOptions() {
		return u.file
	}
	return u.CompilerHost.GetSourceFile(opts)
}
