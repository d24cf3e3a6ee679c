package python

import (
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// targetsOf returns what a binding declares, or through imports, leads to. Local
// variables lead nowhere.
func (r *resolver) targetsOf(b *binding) []facts.Target {
	var out []facts.Target
	add := func(t facts.Target) {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, b := range r.throughImports([]*binding{b}, 0) {
		if b.kind == boundImport {
			for _, t := range r.importTargets(b.scope.module, b.imported) {
				add(t)
			}
			continue
		}
		m := b.scope.module
		if i := m.declOf(b.node); i >= 0 {
			add(facts.Target{File: m.path, Decl: i})
		}
	}
	return out
}

// importTargets returns what an import leads to.
func (r *resolver) importTargets(m *module, i *importName) []facts.Target {
	at := r.locate(m, i)
	if i.name == "" || i.name == "*" {
		return locationTargets(at)
	}
	switch {
	case at.external != "":
		return []facts.Target{{External: at.external + "#" + i.name, Decl: facts.ModuleLevel}}
	case at.dir != "":
		return r.moduleTargets(path.Join(at.dir, i.name))
	case at.file == "":
		return nil
	}
	from := r.module(at.file)
	if from == nil {
		return nil
	}
	var out []facts.Target
	bindings := r.lookup(from.scope, i.name, anytime, nil)
	if from.path == m.path {
		bindings = r.ownBindings(m, i.name)
	}
	for _, b := range bindings {
		for _, t := range r.targetsOf(b) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	if len(out) == 0 && isPackage(at.file) {
		return r.moduleTargets(path.Join(path.Dir(at.file), i.name))
	}
	return out
}

func (r *resolver) moduleTargets(p string) []facts.Target {
	at, ok := r.layout.at(p)
	if !ok {
		return nil
	}
	return locationTargets(at)
}

func locationTargets(at location) []facts.Target {
	switch {
	case at.file != "":
		return []facts.Target{{File: at.file, Decl: facts.ModuleLevel}}
	case at.external != "":
		return []facts.Target{{External: at.external, Decl: facts.ModuleLevel}}
	}
	return nil
}
