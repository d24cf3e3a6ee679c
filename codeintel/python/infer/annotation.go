package infer

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/names"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Unquote returns the expression in a quoted annotation, or nil.
func (ev *Evaluator) Unquote(m *symtable.Module, c *syntax.Constant) syntax.Expr {
	e, ok := ev.parsed[c]
	if !ok {
		if text, ok := m.Syntax.StringValue(c); ok {
			e = parser.ParseExpr(text)
		}
		ev.parsed[c] = e
	}
	return e
}

// namedType returns the instances of the type that a name refers to.
func (ev *Evaluator) namedType(s *symtable.Scope, e syntax.Expr, given func(string) []Value) []Value {
	var out []Value
	for _, b := range ev.typeBindings(s, e) {
		if b.Kind == symtable.TypeParamBinding || isTypeVar(b) {
			if given != nil {
				if out := given(b.Name); len(out) > 0 {
					return out
				}
			}
			out = join(out, ev.solve(equation{b, "bound"}, func() []Value { return ev.bounds(b) })...)
			continue
		}
		if (b.Kind == symtable.ValueBinding || b.Kind == symtable.AliasBinding) && b.Value != nil &&
			isTypeExpression(b.Value) {
			out = join(out, ev.solve(equation{b, "type"},
				func() []Value { return ev.annotationValues(b.Scope, b.Value, nil) })...)
			continue
		}
		for _, v := range ev.bindingValues(b) {
			out = join(out, ev.instanceOf(s, v)...)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, v := range ev.TypeValues(s, e) {
		out = join(out, ev.instanceOf(s, v)...)
	}
	return out
}

// TypeValues evaluates a name in an annotation, which may refer to later bindings.
func (ev *Evaluator) TypeValues(s *symtable.Scope, e syntax.Expr) []Value {
	switch e := e.(type) {
	case *syntax.Name:
		bindings := ev.Lookup(s, e.ID, names.EndOfScope, nil)
		if len(bindings) == 0 {
			return []Value{{Kind: BuiltinClass, Name: e.ID}}
		}
		var out []Value
		for _, b := range bindings {
			out = join(out, ev.bindingValues(b)...)
		}
		return out
	case *syntax.Attribute:
		var out []Value
		for _, v := range ev.TypeValues(s, e.Value) {
			out = join(out, ev.Attribute(s.Module, v, e.Attr.Name)...)
		}
		return out
	}
	return ev.Eval(s, e)
}

// typeBindings returns the bindings of a name in an annotation, following imports.
func (ev *Evaluator) typeBindings(s *symtable.Scope, e syntax.Expr) []*symtable.Binding {
	var found []*symtable.Binding
	switch e := e.(type) {
	case *syntax.Name:
		found = ev.Lookup(s, e.ID, names.EndOfScope, nil)
	case *syntax.Attribute:
		for _, v := range ev.TypeValues(s, e.Value) {
			switch {
			case v.Kind == ModuleValue && v.Module != nil:
				found = append(found, ev.Lookup(v.Module.Scope, e.Attr.Name, names.EndOfScope, nil)...)
			case v.Kind == ClassValue:
				found = append(found, v.Class.Scope.Final(e.Attr.Name)...)
			}
		}
	}
	return ev.FollowImports(found, 0)
}

// bounds returns instances of the bound and the constraints of a type parameter.
func (ev *Evaluator) bounds(b *symtable.Binding) []Value {
	if b.Kind == symtable.TypeParamBinding {
		return ev.annotationValues(b.Scope, b.Value, nil)
	}
	var out []Value
	c := b.Value.(*syntax.Call)
	for _, k := range c.Keywords {
		if k.Name.Name == "bound" {
			out = join(out, ev.annotationValues(b.Scope, k.Value, nil)...)
		}
	}
	for i, a := range c.Args {
		if i > 0 {
			out = join(out, ev.annotationValues(b.Scope, a, nil)...)
		}
	}
	return out
}

// instanceOf returns the instances of a class.
func (ev *Evaluator) instanceOf(s *symtable.Scope, v Value) []Value {
	switch v.Kind {
	case ClassValue:
		return []Value{{Kind: InstanceValue, Class: v.Class, args: v.args}}
	case BuiltinClass:
		switch v.Name {
		case "int", "float", "bool", "complex":
			return []Value{{Kind: BuiltinInstance, Name: "number"}}
		case "None", "object":
			return nil
		}
		return []Value{{Kind: BuiltinInstance, Name: containerName(v.Name)}}
	case ExternalName:
		name := v.Name[strings.LastIndexAny(v.Name, ".#")+1:]
		switch {
		case !strings.Contains(v.Name, "#"):
			return nil
		case name == "Self":
			if s.Class == nil {
				for at := s; at != nil && s.Class == nil; at = at.Parent {
					s = at
				}
			}
			if c := symtable.EnclosingClass(s); c != nil {
				return []Value{{Kind: InstanceValue, Class: c, isReceiver: true}}
			}
			return nil
		case name == "Any" || strings.HasSuffix(name, "NoReturn") || name == "Never" || name == "Callable":
			return nil
		case isTyping(v.Name):
			return []Value{{Kind: BuiltinInstance, Name: containerName(strings.ToLower(name))}}
		}
		return []Value{{Kind: ExternalInstance, Name: v.Name}}
	case InstanceValue, BuiltinInstance, ExternalInstance, ModuleValue, FunctionValue, MethodValue, BuiltinMethod,
		SuperValue:
	}
	return nil
}

// parameterized returns the instances of base[arguments].
func (ev *Evaluator) parameterized(s *symtable.Scope, e *syntax.Subscript, given func(string) []Value) []Value {
	list := typeArguments(e)
	all := func(i int) []Value {
		if i < 0 || i >= len(list) {
			return nil
		}
		return ev.annotationValues(s, list[i], given)
	}
	var out []Value
	for _, v := range ev.TypeValues(s, e.Value) {
		name := ""
		switch v.Kind {
		case ClassValue:
			sets := make([][]Value, len(list))
			for i := range list {
				sets[i] = all(i)
			}
			out = join(out, Value{Kind: InstanceValue, Class: v.Class, args: ev.arguments(sets...)})
			continue
		case BuiltinClass:
			name = v.Name
		case ExternalName:
			name = v.Name[strings.LastIndexAny(v.Name, ".#")+1:]
		default:
			continue
		}
		out = join(out, ev.generic(name, v, list, all)...)
	}
	return out
}

// generic returns the instances of a generic type of the standard library.
func (ev *Evaluator) generic(name string, v Value, list []syntax.Expr, all func(int) []Value) []Value {
	switch name {
	case "Optional", "Union":
		var out []Value
		for i := range list {
			out = join(out, all(i)...)
		}
		return out
	case "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "InitVar", "Mapped":
		return all(0)
	case "type", "Type":
		var out []Value
		for _, t := range all(0) {
			out = join(out, ev.classOf(t)...)
		}
		return out
	case "Callable":
		return []Value{ev.container("callable", all(len(list)-1))}
	case "Literal", "TypeGuard", "TypeIs", "Unpack", "Concatenate":
		return nil
	case "Generator", "AsyncGenerator":
		return []Value{ev.container("iterator", all(0))}
	case "Coroutine", "Awaitable", "Task", "Future":
		return []Value{ev.container("coroutine", all(len(list)-1))}
	case "Generic", "Protocol":
		return nil
	case "tuple", "Tuple":
		if len(list) == 0 { // tuple[()], the empty tuple
			return []Value{ev.container("tuple")}
		}
		if c, ok := list[len(list)-1].(*syntax.Constant); ok && c.Kind == syntax.Ellipsis {
			return []Value{ev.container("list", all(0))}
		}
	}
	kind := containerName(strings.ToLower(name))
	if v.Kind == ExternalName && !isTyping(v.Name) && kind != "manager" && kind != "dict" && kind != "list" {
		return []Value{{Kind: ExternalInstance, Name: v.Name}}
	}
	sets := make([][]Value, len(list))
	for i := range list {
		sets[i] = all(i)
	}
	return []Value{ev.container(kind, sets...)}
}

// typeParameterValues returns the type argument that an instance has for a type parameter of
// its class.
func (ev *Evaluator) typeParameterValues(v Value, name string) []Value {
	for i, p := range v.Class.Node.TypeParams {
		if p.Name.Name == name {
			return v.argument(i)
		}
	}
	for _, b := range v.Class.Node.Bases {
		sub, ok := b.(*syntax.Subscript)
		if !ok {
			continue
		}
		list := typeArguments(sub)
		if v.args != nil {
			for i, x := range list {
				if n, ok := x.(*syntax.Name); ok && n.ID == name {
					return v.argument(i)
				}
			}
			continue
		}
		// class Users(Repo[User]): use the type parameters of the base class.
		for _, base := range ev.Eval(v.Class.BaseScope(), sub.Value) {
			if base.Kind == ClassValue && base.Class != v.Class {
				sets := make([][]Value, len(list))
				for i, x := range list {
					sets[i] = ev.annotationValues(v.Class.BaseScope(), x, nil)
				}
				of := Value{Kind: InstanceValue, Class: base.Class, args: ev.arguments(sets...)}
				if out := ev.typeParameterValues(of, name); len(out) > 0 {
					return out
				}
			}
		}
	}
	return nil
}
