package names

import (
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// Targets returns the declarations of a binding, following imports. A local variable has none.
func (r *Resolver) Targets(b *symtable.Binding) []facts.Target {
	var out []facts.Target
	add := func(t facts.Target) {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, b := range r.FollowImports([]*symtable.Binding{b}, 0) {
		if b.Kind == symtable.ImportBinding {
			for _, t := range r.ImportTargets(b.Scope.Module, b.Imported) {
				add(t)
			}
			continue
		}
		m := b.Scope.Module
		if i := m.DeclOf(b.Node); i >= 0 {
			add(facts.Target{File: m.Path, Decl: i})
		}
	}
	return out
}

// ImportTargets returns the declarations or modules that an import refers to.
func (r *Resolver) ImportTargets(m *symtable.Module, i *symtable.Import) []facts.Target {
	at := r.Locate(m, i)
	if i.Name == "" || i.Name == "*" {
		return locationTargets(at)
	}
	switch {
	case at.External != "":
		return []facts.Target{{External: at.External + "#" + i.Name, Decl: facts.ModuleLevel}}
	case at.Dir != "":
		return r.moduleTargets(path.Join(at.Dir, i.Name))
	case at.File == "":
		return nil
	}
	from := r.Module(at.File)
	if from == nil {
		return nil
	}
	var out []facts.Target
	bindings := r.Lookup(from.Scope, i.Name, EndOfScope, nil)
	if from.Path == m.Path {
		bindings = r.OwnBindings(m, i.Name)
	}
	for _, b := range bindings {
		for _, t := range r.Targets(b) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	if len(out) == 0 && layout.IsPackage(at.File) {
		return r.moduleTargets(path.Join(path.Dir(at.File), i.Name))
	}
	return out
}

func (r *Resolver) moduleTargets(p string) []facts.Target {
	at, ok := r.Layout.AtPath(p)
	if !ok {
		return nil
	}
	return locationTargets(at)
}

func locationTargets(at layout.Location) []facts.Target {
	switch {
	case at.File != "":
		return []facts.Target{{File: at.File, Decl: facts.ModuleLevel}}
	case at.External != "":
		return []facts.Target{{External: at.External, Decl: facts.ModuleLevel}}
	}
	return nil
}
