package python

import (
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// found is a target with how it is reached.
type found struct {
	facts.Target
	guess, exact bool
	through      *facts.Target
}

func (f *function) target() (facts.Target, bool) {
	return facts.Target{File: f.module.path, Decl: f.decl}, f.decl >= 0
}

func (c *class) target() (facts.Target, bool) {
	return facts.Target{File: c.module.path, Decl: c.decl}, c.decl >= 0
}

// constructor is what calling a class leads to: the method that it makes its
// instances with, if it declares one, else the class itself.
func (c *class) constructor() (facts.Target, bool) {
	for _, name := range []string{"__init__", "__new__"} {
		for _, b := range c.scope.final(name) {
			if b.kind == boundDef {
				return b.function.target()
			}
		}
	}
	return c.target()
}

// callTargets returns what calling a value leads to; known tells that it leads
// somewhere, if to nothing that is declared.
func (ev *evaluator) callTargets(v value) (out []found, known bool) {
	add := func(t facts.Target, ok bool) {
		if ok {
			out = append(out, found{Target: t, guess: v.guess, exact: v.exact})
		}
	}
	switch v.kind {
	case aFunction:
		add(v.fn.target())
	case aMethod:
		add(v.fn.target())
		if len(out) > 0 && v.via != nil && v.via != v.fn.class && v.fn.class != nil {
			if t, ok := v.via.target(); ok {
				out[0].through = &t
			}
		}
	case aClass:
		add(v.cls.constructor())
	case anInstance:
		for _, m := range ev.attribute(nil, v, "__call__") {
			inner, ok := ev.callTargets(m)
			for i := range inner {
				inner[i].guess = inner[i].guess || v.guess
			}
			out, known = append(out, inner...), known || ok
		}
		return out, known
	case anExternal:
		add(facts.Target{External: v.text, Decl: facts.ModuleLevel}, true)
	case aBuiltin:
		if v.text == "partial" {
			for _, f := range v.elements() {
				inner, ok := ev.callTargets(f)
				out, known = append(out, inner...), known || ok
			}
			return out, known
		}
		return nil, v.text != "callable"
	case aBuiltinClass, aBuiltinMethod:
	case aModule, anExternalValue, aSuper:
		return nil, false
	}
	return out, true
}

// targetsOf returns what a binding declares, or through imports, leads to. Local
// variables lead nowhere.
func (ev *evaluator) targetsOf(b *binding) []facts.Target {
	var out []facts.Target
	add := func(t facts.Target) {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, b := range ev.throughImports([]*binding{b}, 0) {
		if b.kind == boundImport {
			for _, t := range ev.importTargets(b.scope.module, b.imported) {
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
func (ev *evaluator) importTargets(m *module, i *importName) []facts.Target {
	at := ev.locate(m, i)
	if i.name == "" || i.name == "*" {
		return locationTargets(at)
	}
	switch {
	case at.external != "":
		return []facts.Target{{External: at.external + "#" + i.name, Decl: facts.ModuleLevel}}
	case at.dir != "":
		return ev.moduleTargets(path.Join(at.dir, i.name))
	case at.file == "":
		return nil
	}
	from := ev.module(at.file)
	if from == nil {
		return nil
	}
	var out []facts.Target
	bindings := ev.lookup(from.scope, i.name, anytime, nil)
	if from.path == m.path {
		bindings = ev.ownBindings(m, i.name)
	}
	for _, b := range bindings {
		for _, t := range ev.targetsOf(b) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	if len(out) == 0 && isPackage(at.file) {
		return ev.moduleTargets(path.Join(folder(at.file), i.name))
	}
	return out
}

func (ev *evaluator) moduleTargets(p string) []facts.Target {
	at, ok := ev.layout.at(p)
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

// memberBindings returns the bindings of a member of a value: of a module, a class
// or an instance.
func (ev *evaluator) memberBindings(v value, name string) []*binding {
	switch v.kind {
	case aModule:
		if v.mod != nil {
			return ev.lookup(v.mod.scope, name, anytime, nil)
		}
	case anInstance, aClass, aSuper:
		skip := 0
		if v.kind == aSuper {
			skip = 1
		}
		classes := ev.mro(v.cls).classes
		for _, c := range classes[min(skip, len(classes)):] {
			if found := c.cls.scope.final(name); len(found) > 0 {
				return found
			}
			if v.kind != aClass && len(c.cls.attributes[name]) > 0 {
				return nil
			}
		}
	}
	return nil
}
