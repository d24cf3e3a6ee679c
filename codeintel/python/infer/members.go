package infer

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/names"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// moduleAttribute returns the values of a name in a module. A submodule is visible only if the
// package or the accessing module imports it.
func (ev *Evaluator) moduleAttribute(from *symtable.Module, v Value, name string) []Value {
	if v.Module == nil {
		if p := path.Join(v.Name, name); ev.ImportsModule(from, p) {
			return ev.moduleAtPath(p)
		}
		return nil
	}
	if out := ev.globalValues(v.Module, name); len(out) > 0 {
		return out
	}
	if layout.IsPackage(v.Module.Path) {
		if p := path.Join(path.Dir(v.Module.Path), name); ev.ImportsModule(from, p) || ev.ImportsModule(v.Module, p) {
			return ev.moduleAtPath(p)
		}
	}
	return nil
}

func (ev *Evaluator) instanceAttribute(v Value, name string) []Value {
	if name == "__class__" {
		return []Value{{Kind: ClassValue, Class: v.Class, isReceiver: v.isReceiver}}
	}
	values, in, _ := ev.classMember(v.Class, name, true, 0)
	var out []Value
	for _, m := range values {
		if m.Kind != FunctionValue || m.Function.Class == nil {
			out = join(out, m)
			continue
		}
		if m.Function.IsProperty() {
			out = join(out, ev.returnValues(m.Function, v)...)
			continue
		}
		out = join(out, ev.method(m.Function, v, in))
	}
	return out
}

// method returns a function bound to a receiver.
func (ev *Evaluator) method(f *symtable.Function, receiver Value, in *symtable.Class) Value {
	m := Value{
		Kind: MethodValue, Function: f, Class: receiver.Class, args: receiver.args,
		isReceiver: receiver.isReceiver, Inferred: receiver.Inferred, Via: receiver.Class,
	}
	if in == nil || symtable.HasDecorator(f, "staticmethod") {
		m.Kind = FunctionValue
	}
	return m
}

func (ev *Evaluator) classAttribute(v Value, name string) []Value {
	values, in, found := ev.classMember(v.Class, name, false, 0)
	var out []Value
	for _, m := range values {
		switch {
		case m.Kind == InstanceValue && m.Class == nil:
		case m.Kind == FunctionValue && m.Function.Class != nil && m.Function.IsClassMethod():
			out = join(out, ev.method(m.Function, v, in))
		case m.Kind == FunctionValue && m.Function.Class != nil:
			m.Via, m.Inferred = v.Class, m.Inferred || v.Inferred
			m.Exact = !v.isReceiver
			out = join(out, m)
		default:
			out = join(out, m)
		}
	}
	if found && in != nil && in.IsEnum() && isMember(in, name) {
		return []Value{{Kind: InstanceValue, Class: v.Class}}
	}
	if !found {
		out = join(out, ev.metaclassAttribute(v, name)...)
	}
	return out
}

// isMember reports whether a name is a member of an enumeration.
func isMember(c *symtable.Class, name string) bool {
	for _, b := range c.Scope.Names[name] {
		if b.Kind != symtable.ValueBinding || b.Value == nil || strings.HasPrefix(name, "_") {
			return false
		}
	}
	return true
}

// metaclassAttribute returns the methods that a class has from its metaclass.
func (ev *Evaluator) metaclassAttribute(v Value, name string) []Value {
	var out []Value
	for _, c := range ev.mro(v.Class).classes {
		for _, k := range c.Class.Node.Keywords {
			if k.Name.Name != "metaclass" {
				continue
			}
			for _, meta := range ev.Eval(c.Class.OuterScope, k.Value) {
				if meta.Kind != ClassValue {
					continue
				}
				found, in, _ := ev.classMember(meta.Class, name, false, 0)
				for _, m := range found {
					if m.Kind == FunctionValue {
						out = join(out, ev.method(m.Function, Value{Kind: ClassValue, Class: v.Class}, in))
					}
				}
			}
		}
	}
	return out
}

// superAttribute returns the values of a member of super().
func (ev *Evaluator) superAttribute(v Value, name string) []Value {
	values, in, _ := ev.classMember(v.Class, name, true, 1)
	var out []Value
	for _, m := range values {
		if m.Kind != FunctionValue {
			out = join(out, m)
			continue
		}
		if m.Function.IsProperty() {
			out = join(out, ev.returnValues(m.Function,
				Value{Kind: InstanceValue, Class: v.Class, isReceiver: true})...)
			continue
		}
		bound := ev.method(m.Function, Value{Kind: InstanceValue, Class: v.Class, isReceiver: true}, in)
		bound.Exact, bound.Via = true, nil
		out = join(out, bound)
	}
	return out
}

// importValues returns the values of an imported name.
func (ev *Evaluator) importValues(m *symtable.Module, i *symtable.Import) []Value {
	at := ev.Locate(m, i)
	switch {
	case i.Name != "" && at.File == m.Path:
		var out []Value
		for _, b := range ev.OwnBindings(m, i.Name) {
			out = join(out, ev.bindingValues(b)...)
		}
		if len(out) == 0 && layout.IsPackage(m.Path) { // a package imports its own submodule
			return ev.moduleAtPath(path.Join(path.Dir(m.Path), i.Name))
		}
		return out
	case i.Name != "":
		return ev.importedMember(at, i.Name)
	}
	if first, _, dotted := strings.Cut(i.Module, "."); i.Alias == "" && dotted && i.Level == 0 && !isDynamic(i) {
		at = ev.Layout.Resolve(m.Path, 0, first)
	}
	return ev.moduleValue(at)
}

func isDynamic(i *symtable.Import) bool {
	c, ok := i.Node.(*syntax.Call)
	return ok && syntax.LastName(c.Func) == "import_module"
}

func (ev *Evaluator) moduleValue(at layout.Location) []Value {
	switch {
	case at.File != "":
		if m := ev.Module(at.File); m != nil {
			return []Value{{Kind: ModuleValue, Module: m}}
		}
	case at.Dir != "":
		return []Value{{Kind: ModuleValue, Name: at.Dir}}
	case at.External != "":
		return []Value{{Kind: ExternalName, Name: at.External}}
	}
	return nil
}

// importedMember returns the values of a name in a module, including its submodules.
func (ev *Evaluator) importedMember(at layout.Location, name string) []Value {
	switch {
	case at.File != "":
		m := ev.Module(at.File)
		if m == nil {
			return nil
		}
		if found := ev.globalValues(m, name); len(found) > 0 ||
			len(ev.Lookup(m.Scope, name, names.EndOfScope, nil)) > 0 {
			return found
		}
		if layout.IsPackage(at.File) {
			return ev.moduleAtPath(path.Join(path.Dir(at.File), name))
		}
	case at.Dir != "":
		return ev.moduleAtPath(path.Join(at.Dir, name))
	case at.External != "":
		return []Value{{Kind: ExternalName, Name: at.External + "#" + name}}
	}
	return nil
}

func (ev *Evaluator) moduleAtPath(p string) []Value {
	at, ok := ev.Layout.AtPath(p)
	if !ok {
		return nil
	}
	return ev.moduleValue(at)
}

// globalValues returns the values of a global name at the end of its module.
func (ev *Evaluator) globalValues(m *symtable.Module, name string) []Value {
	return ev.solve(equation{m.Scope, name}, func() []Value {
		var out []Value
		for _, b := range ev.Lookup(m.Scope, name, names.EndOfScope, nil) {
			out = join(out, ev.bindingValues(b)...)
		}
		return out
	})
}
