package python

import (
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
func callTargets(ev *evaluator, v value) (out []found, known bool) {
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
			inner, ok := callTargets(ev, m)
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
				inner, ok := callTargets(ev, f)
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
