package infer

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/python/names"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// mro returns the order by C3; where the bases contradict each other, the order in
// which they are written.
func (ev *Evaluator) mro(c *symtable.Class) linearization {
	if l, ok := ev.mros[c]; ok {
		return l
	}
	ev.mros[c] = linearization{classes: []Value{{Kind: ClassValue, Class: c}}, unknown: true} // for one that inherits from itself
	l := linearization{}
	var sequences [][]Value
	var direct []Value
	for _, e := range c.Node.Bases {
		found := false
		for _, b := range ev.Eval(c.BaseScope(), e) {
			switch {
			case b.Kind == ClassValue && b.Class != c:
				b.Inferred, b.isReceiver = false, false
				direct = append(direct, b)
				of := ev.mro(b.Class)
				list := slices.Clone(of.classes)
				list[0] = b
				sequences = append(sequences, list)
				l.external, l.unknown, found = append(l.external, of.external...), l.unknown || of.unknown, true
			case b.Kind == ExternalName:
				l.external, found = append(l.external, b.Name), true
			case b.Kind == BuiltinClass:
				found = true
			}
		}
		l.unknown = l.unknown || !found
	}
	l.classes = append([]Value{{Kind: ClassValue, Class: c}}, merge(append(sequences, direct))...)
	ev.mros[c] = l
	return l
}

// isSubclass reports a class that is another or inherits from it.
func (ev *Evaluator) isSubclass(c, from *symtable.Class) bool {
	return slices.ContainsFunc(ev.mro(c).classes, func(v Value) bool { return v.Class == from })
}

func (ev *Evaluator) isMetaclass(c *symtable.Class) bool {
	return slices.ContainsFunc(ev.mro(c).classes, func(v Value) bool {
		return slices.ContainsFunc(v.Class.Node.Bases, func(e syntax.Expr) bool { return syntax.LastName(e) == "type" })
	})
}

// classMember finds a member of a class, or where instance is set of an instance of it,
// and the class that has it. Members from elsewhere are known by name.
func (ev *Evaluator) classMember(c *symtable.Class, name string, instance bool, skip int) (values []Value, in *symtable.Class, found bool) {
	l := ev.mro(c)
	for _, v := range l.classes[min(skip, len(l.classes)):] {
		of := v.Class
		bindings := of.Scope.Final(name)
		var assigned []*symtable.Binding
		if instance {
			assigned = of.Attributes[name]
		}
		if len(bindings)+len(assigned) == 0 {
			continue
		}
		var out []Value
		for _, b := range bindings {
			out = join(out, ev.bindingValues(b)...)
		}
		if !declares(bindings) {
			for _, b := range assigned {
				out = join(out, ev.bindingValues(b)...)
			}
		}
		return out, of, true
	}
	for _, text := range l.external {
		values = join(values, Value{Kind: ExternalName, Name: text + "." + name})
	}
	return values, nil, len(values) > 0
}

// declares reports an annotation, or a function: what is assigned elsewhere does
// not change that.
func declares(bindings []*symtable.Binding) bool {
	return slices.ContainsFunc(bindings, func(b *symtable.Binding) bool { return b.Annotation != nil || b.Kind == symtable.FunctionBinding })
}

// MemberBindings returns the bindings of a member of a value: of a module, a class
// or an instance.
func (ev *Evaluator) MemberBindings(v Value, name string) []*symtable.Binding {
	switch v.Kind {
	case ModuleValue:
		if v.Module != nil {
			return ev.Lookup(v.Module.Scope, name, names.EndOfScope, nil)
		}
	case InstanceValue, ClassValue, SuperValue:
		skip := 0
		if v.Kind == SuperValue {
			skip = 1
		}
		classes := ev.mro(v.Class).classes
		for _, c := range classes[min(skip, len(classes)):] {
			if found := c.Class.Scope.Final(name); len(found) > 0 {
				return found
			}
			if v.Kind != ClassValue && len(c.Class.Attributes[name]) > 0 {
				return nil
			}
		}
	}
	return nil
}
