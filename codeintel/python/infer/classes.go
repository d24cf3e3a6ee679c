package infer

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/builtins"
	"github.com/coderef-system/coderefd/codeintel/python/names"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// mro returns the method resolution order by C3. If the bases are inconsistent, it uses their
// source order.
func (ev *Evaluator) mro(c *symtable.Class) linearization {
	if l, ok := ev.mros[c]; ok {
		return l
	}
	// Ends the recursion for a class that inherits from itself.
	ev.mros[c] = linearization{classes: []Value{{Kind: ClassValue, Class: c}}, unknown: true}
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
				l.external, found = append(l.external, "builtins#"+b.Name), true
			}
		}
		l.unknown = l.unknown || !found
	}
	l.classes = append([]Value{{Kind: ClassValue, Class: c}}, merge(append(sequences, direct))...)
	ev.mros[c] = l
	return l
}

// isSubclass reports whether c is the class `from` or inherits from it.
func (ev *Evaluator) isSubclass(c, from *symtable.Class) bool {
	return slices.ContainsFunc(ev.mro(c).classes, func(v Value) bool { return v.Class == from })
}

func (ev *Evaluator) isMetaclass(c *symtable.Class) bool {
	return slices.ContainsFunc(ev.mro(c).classes, func(v Value) bool {
		return slices.ContainsFunc(v.Class.Node.Bases, func(e syntax.Expr) bool { return syntax.LastName(e) == "type" })
	})
}

// classMember returns the values of a member and the class that defines it. It ignores the
// first skip classes of the method resolution order. If instance is set, it includes the
// attributes of instances. A member of a class outside the project is an ExternalName. If all
// members of that class are known, it has only those.
func (ev *Evaluator) classMember(
	c *symtable.Class, name string, instance bool, skip int,
) (values []Value, in *symtable.Class, found bool) {
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
	open := l.unknown
	for _, text := range l.external {
		full, known := builtins.Member(text, name)
		open = open || !known
		if !known && !strings.HasPrefix(text, "builtins#") {
			full = text + "." + name
		}
		if full != "" {
			values = join(values, Value{Kind: ExternalName, Name: full, Class: c})
		}
	}
	if !open && len(values) == 0 {
		if full, _ := builtins.Member("builtins#object", name); full != "" {
			values = []Value{{Kind: ExternalName, Name: full, Class: c}}
		}
	}
	return values, nil, len(values) > 0
}

// declares reports whether a binding is annotated or a function, so that assignments elsewhere
// do not change its type.
func declares(bindings []*symtable.Binding) bool {
	return slices.ContainsFunc(bindings, func(b *symtable.Binding) bool {
		return b.Annotation != nil || b.Kind == symtable.FunctionBinding
	})
}

// MemberBindings returns the bindings of a member of a module, class or instance.
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
	default: // no bindings
	}
	return nil
}

// ScopesOf returns the scopes that declare the attributes of a module, class or instance.
func (ev *Evaluator) ScopesOf(v Value) []*symtable.Scope {
	switch v.Kind {
	case ModuleValue:
		if v.Module != nil {
			return []*symtable.Scope{v.Module.Scope}
		}
	case InstanceValue, ClassValue:
		var out []*symtable.Scope
		for _, c := range ev.mro(v.Class).classes {
			out = append(out, c.Class.Scope)
		}
		return out
	default: // no attributes
	}
	return nil
}
