package resolve

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
)

// callTarget is a target of a call and how it was found.
type callTarget struct {
	facts.Target
	guess, exact bool
	through      *facts.Target
}

// callTargets returns the targets of calling a value. known reports that the value is known,
// even if it has no declaration.
func callTargets(ev *infer.Evaluator, v infer.Value) (out []callTarget, known bool) {
	add := func(t facts.Target, ok bool) {
		if ok {
			out = append(out, callTarget{Target: t, guess: v.Inferred, exact: v.Exact})
		}
	}
	switch v.Kind {
	case infer.FunctionValue:
		add(v.Function.Target())
	case infer.MethodValue:
		add(v.Function.Target())
		if len(out) > 0 && v.Via != nil && v.Via != v.Function.Class && v.Function.Class != nil {
			if t, ok := v.Via.Target(); ok {
				out[0].through = &t
			}
		}
	case infer.ClassValue:
		add(v.Class.ConstructorTarget())
	case infer.InstanceValue:
		for _, m := range ev.Attribute(nil, v, "__call__") {
			inner, ok := callTargets(ev, m)
			for i := range inner {
				inner[i].guess = inner[i].guess || v.Inferred
			}
			out, known = append(out, inner...), known || ok
		}
		return out, known
	case infer.ExternalName:
		add(facts.Target{External: v.Name, Decl: facts.ModuleLevel}, true)
	case infer.BuiltinInstance:
		if v.Name == "partial" {
			for _, f := range v.Elements() {
				inner, ok := callTargets(ev, f)
				out, known = append(out, inner...), known || ok
			}
			return out, known
		}
		return nil, v.Name != "callable"
	case infer.BuiltinClass, infer.BuiltinMethod:
	case infer.ModuleValue, infer.ExternalInstance, infer.SuperValue:
		return nil, false
	}
	return out, true
}
