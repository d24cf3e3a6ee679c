package infer

import (
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// subscript returns the values of `value[index]`.
func (ev *Evaluator) subscript(s *symtable.Scope, e *syntax.Subscript) []Value {
	var out []Value
	for _, v := range ev.Eval(s, e.Value) {
		switch v.Kind {
		case BuiltinInstance:
			out = join(out, ev.index(v, e.Index, s.Module)...)
		case ClassValue:
			if v.Class.IsEnum() {
				out = join(out, Value{Kind: InstanceValue, Class: v.Class})
				continue
			}
			out = join(out, ev.specialize(s, v, e))
		case InstanceValue:
			for _, m := range ev.Attribute(nil, v, "__getitem__") {
				out = join(out, ev.call(m, nil, nil)...)
			}
		case BuiltinClass, ExternalName:
			out = join(out, v)
		default: // no elements
		}
	}
	return out
}

// specialize returns a class with type arguments.
func (ev *Evaluator) specialize(s *symtable.Scope, v Value, e *syntax.Subscript) Value {
	list := typeArguments(e)
	sets := make([][]Value, len(list))
	for i, x := range list {
		sets[i] = ev.annotationValues(s, x, nil)
	}
	v.args = ev.arguments(sets...)
	return v
}

func (ev *Evaluator) index(v Value, index syntax.Expr, m *symtable.Module) []Value {
	if _, ok := index.(*syntax.Slice); ok {
		return []Value{v}
	}
	switch v.Name {
	case "dict":
		return v.argument(1)
	case "tuple":
		if c, ok := index.(*syntax.Constant); ok && c.Kind == syntax.Int && v.args != nil {
			text := m.Syntax.Source(c)
			if len(text) == 1 && int(text[0]-'0') < len(v.args.list) {
				return v.args.list[text[0]-'0']
			}
		}
		return ev.iterate([]Value{v}, false)
	case "list", "iterator":
		return v.Elements()
	}
	return nil
}

// operation returns the values of a binary operation: the result of the special method of its
// left operand, or a container of the same type.
func (ev *Evaluator) operation(s *symtable.Scope, e *syntax.BinOp) []Value {
	var out []Value
	for _, v := range ev.Eval(s, e.Left) {
		switch v.Kind {
		case InstanceValue:
			for _, m := range ev.Attribute(nil, v, syntax.OperatorMethod(e.Op)) {
				if m.Kind == MethodValue {
					out = join(out, ev.call(m, nil, nil)...)
				}
			}
		case BuiltinInstance:
			out = join(out, v)
		default: // no operators
		}
	}
	return out
}

// parameter returns the values of a parameter: the receiver, instances of its annotation, or
// its default.
func (ev *Evaluator) parameter(b *symtable.Binding) []Value {
	f, p := b.Function, b.Parameter
	if declared := ev.annotationValues(b.Scope, p.Annotation, nil); len(declared) > 0 {
		return ev.variadic(p, declared)
	}
	if f.Class != nil && f.Params.List[0] == p && p.Kind <= syntax.PositionalOnly &&
		!symtable.HasDecorator(f, "staticmethod") {
		if f.IsClassMethod() {
			return []Value{{Kind: ClassValue, Class: f.Class, isReceiver: true}}
		}
		if ev.isMetaclass(f.Class) {
			return nil
		}
		return []Value{{Kind: InstanceValue, Class: f.Class, isReceiver: true}}
	}
	if p.Default != nil {
		return markInferred(ev.Eval(f.OuterScope, p.Default))
	}
	return ev.variadic(p, nil)
}

// variadic returns the container for *args and **kwargs, or values for other parameters.
func (ev *Evaluator) variadic(p *syntax.Parameter, values []Value) []Value {
	switch p.Kind {
	case syntax.VarPositional:
		return []Value{ev.container("list", values)}
	case syntax.VarKeyword:
		return []Value{ev.container("dict", []Value{{Kind: BuiltinInstance, Name: "str"}}, values)}
	default:
		return values
	}
}

// unpack returns the element at a path of indexes.
func (ev *Evaluator) unpack(values []Value, path []int) []Value {
	for _, i := range path {
		var inner []Value
		for _, v := range values {
			if v.Kind == BuiltinInstance && v.Name == "tuple" {
				inner = join(inner, v.argument(i)...)
			} else {
				inner = join(inner, ev.iterate([]Value{v}, false)...)
			}
		}
		values = inner
	}
	return values
}

// iterate returns the values that iteration over values yields.
func (ev *Evaluator) iterate(values []Value, async bool) []Value {
	var out []Value
	for _, v := range values {
		switch v.Kind {
		case BuiltinInstance:
			if v.Name == "tuple" && v.args != nil {
				for _, set := range v.args.list {
					out = join(out, set...)
				}
				continue
			}
			if v.Name != "callable" && v.Name != "coroutine" {
				out = join(out, v.Elements()...)
			}
		case InstanceValue:
			out = join(out, ev.iterateInstance(v, async)...)
		case ClassValue: // an enumeration
			if v.Class.IsEnum() {
				out = join(out, Value{Kind: InstanceValue, Class: v.Class})
			}
		default: // not iterable
		}
	}
	return out
}

// iterateInstance returns the elements of an instance with an __iter__ method.
func (ev *Evaluator) iterateInstance(v Value, async bool) []Value {
	iter, next := "__iter__", "__next__"
	if async {
		iter, next = "__aiter__", "__anext__"
	}
	var out []Value
	for _, m := range ev.Attribute(nil, v, iter) {
		for _, it := range ev.call(m, nil, nil) {
			if it.Kind == InstanceValue {
				for _, n := range ev.Attribute(nil, it, next) {
					out = join(out, awaited(ev.call(n, nil, nil), async)...)
				}
				continue
			}
			out = join(out, it.Elements()...)
		}
	}
	return out
}

// contextValues returns the values that a with statement binds.
func (ev *Evaluator) contextValues(values []Value, async bool) []Value {
	enter := "__enter__"
	if async {
		enter = "__aenter__"
	}
	var out []Value
	for _, v := range values {
		switch v.Kind {
		case BuiltinInstance:
			if v.Name == "manager" {
				out = join(out, v.Elements()...)
			}
		case InstanceValue:
			for _, m := range ev.Attribute(nil, v, enter) {
				if m.Kind == ExternalName {
					out = join(out, v) // most return self
					continue
				}
				out = join(out, awaited(ev.call(m, nil, nil), async)...)
			}
		case ExternalInstance:
			out = join(out, v)
		default: // not a context manager
		}
	}
	return out
}

// withInsertions adds the inserted values to the type arguments of containers.
func (ev *Evaluator) withInsertions(values []Value, puts []*symtable.Binding) []Value {
	if len(puts) == 0 {
		return values
	}
	var more []Value
	for _, p := range puts {
		more = join(more, ev.bindingValues(p)...)
	}
	var out []Value
	for _, v := range values {
		if v.Kind == BuiltinInstance {
			switch v.Name {
			case "list", "set", "iterator":
				v = ev.container(v.Name, join(v.Elements(), more...))
			case "dict":
				v = ev.container("dict", v.argument(0), join(v.argument(1), more...))
			}
			v.Inferred = true
		}
		out = join(out, v)
	}
	return out
}
