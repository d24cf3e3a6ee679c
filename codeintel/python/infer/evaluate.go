package infer

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/builtins"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Eval returns the values that an expression may have in a scope.
func (ev *Evaluator) Eval(s *symtable.Scope, e syntax.Expr) []Value {
	switch e := e.(type) {
	case nil:
		return nil
	case *syntax.Constant:
		return ev.constant(e)
	case *syntax.JoinedStr:
		return []Value{{Kind: BuiltinInstance, Name: "str"}}
	case *syntax.Starred:
		return ev.Eval(s, e.Value)
	case *syntax.NamedExpr:
		return ev.Eval(s, e.Value)
	case *syntax.Lambda:
		if f := s.Module.Functions[e]; f != nil {
			return []Value{{Kind: FunctionValue, Function: f}}
		}
		return nil
	case *syntax.Compare, *syntax.Slice, *syntax.Yield:
		return nil
	}
	return ev.solve(equation{e, ""}, func() []Value { return ev.compute(s, e) })
}

func (ev *Evaluator) compute(s *symtable.Scope, e syntax.Expr) []Value {
	switch e := e.(type) {
	case *syntax.Name:
		return ev.name(s, e)
	case *syntax.Attribute:
		var out []Value
		for _, v := range ev.Eval(s, e.Value) {
			out = join(out, ev.Attribute(s.Module, v, e.Attr.Name)...)
		}
		return ev.narrow(s, e, out)
	case *syntax.Call:
		return ev.callResult(s, e)
	case *syntax.Subscript:
		return ev.subscript(s, e)
	case *syntax.IfExp:
		return join(ev.Eval(s, e.Body), ev.Eval(s, e.Else)...)
	case *syntax.BoolOp:
		var out []Value
		for _, v := range e.Values {
			out = join(out, ev.Eval(s, v)...)
		}
		return out
	case *syntax.BinOp:
		return ev.operation(s, e)
	case *syntax.Await:
		var out []Value
		for _, v := range ev.Eval(s, e.Value) {
			if v.Kind == BuiltinInstance && v.Name == "coroutine" {
				out = join(out, v.Elements()...)
			}
		}
		return out
	case *syntax.YieldFrom:
		return nil
	case *syntax.List:
		return []Value{ev.container("list", ev.unionOf(s, e.Elts))}
	case *syntax.Set:
		return []Value{ev.container("set", ev.unionOf(s, e.Elts))}
	case *syntax.Tuple:
		sets := make([][]Value, len(e.Elts))
		for i, x := range e.Elts {
			sets[i] = ev.Eval(s, x)
		}
		return []Value{ev.container("tuple", sets...)}
	case *syntax.Dict:
		return []Value{ev.container("dict", ev.unionOf(s, e.Keys), ev.unionOf(s, e.Values))}
	case *syntax.Comp:
		return ev.comprehension(s, e)
	}
	return nil
}

func (ev *Evaluator) constant(e *syntax.Constant) []Value {
	switch e.Kind {
	case syntax.String:
		return []Value{{Kind: BuiltinInstance, Name: "str"}}
	case syntax.Bytes:
		return []Value{{Kind: BuiltinInstance, Name: "bytes"}}
	case syntax.Int, syntax.Float, syntax.True, syntax.False, syntax.Imaginary:
		return []Value{{Kind: BuiltinInstance, Name: "number"}}
	default:
		return nil
	}
}

// name returns the values of a name where it is read.
func (ev *Evaluator) name(s *symtable.Scope, e *syntax.Name) []Value {
	bindings := ev.Lookup(s, e.ID, e.Pos(), nil)
	if len(bindings) == 0 {
		if builtins.IsName(e.ID) {
			return []Value{{Kind: BuiltinClass, Name: e.ID}}
		}
		return nil
	}
	var out []Value
	for _, b := range bindings {
		out = join(out, ev.bindingValues(b)...)
	}
	return ev.narrow(s, e, out)
}

// unionOf returns the values of several expressions, and the elements of the starred ones.
func (ev *Evaluator) unionOf(s *symtable.Scope, list []syntax.Expr) []Value {
	var out []Value
	for _, e := range list {
		if star, ok := e.(*syntax.Starred); ok {
			out = join(out, ev.iterate(ev.Eval(s, star.Value), false)...)
			continue
		}
		out = join(out, ev.Eval(s, e)...)
	}
	return out
}

func (ev *Evaluator) comprehension(s *symtable.Scope, e *syntax.Comp) []Value {
	inner := s.Module.Comprehensions[e]
	if inner == nil {
		return nil
	}
	elements := ev.Eval(inner, e.Elt)
	switch e.Kind {
	case syntax.DictComp:
		return []Value{ev.container("dict", elements, ev.Eval(inner, e.Value))}
	case syntax.SetComp:
		return []Value{ev.container("set", elements)}
	case syntax.ListComp:
		return []Value{ev.container("list", elements)}
	default:
		return []Value{ev.container("iterator", elements)}
	}
}

// bindingValues returns the values of a binding.
func (ev *Evaluator) bindingValues(b *symtable.Binding) []Value {
	switch b.Kind {
	case symtable.FunctionBinding:
		return []Value{{Kind: FunctionValue, Function: b.Function}}
	case symtable.ClassBinding:
		return []Value{{Kind: ClassValue, Class: b.Class}}
	case symtable.Unbinding:
		return nil
	case symtable.TypeParamBinding:
		return nil
	default: // computed below
	}
	return ev.solve(equation{b, ""}, func() []Value { return ev.computeBinding(b) })
}

func (ev *Evaluator) computeBinding(b *symtable.Binding) []Value {
	if b.Annotation != nil && b.Kind != symtable.ParameterBinding {
		if declared := ev.annotationValues(b.Scope, b.Annotation, nil); len(declared) > 0 {
			return declared
		}
	}
	switch b.Kind {
	case symtable.ImportBinding:
		return ev.importValues(b.Scope.Module, b.Imported)
	case symtable.ValueBinding, symtable.AliasBinding:
		return markInferred(ev.withInsertions(ev.unpack(ev.Eval(b.Scope, b.Value), b.Path), symtable.Insertions(b)))
	case symtable.ElementBinding:
		return markInferred(ev.unpack(ev.iterate(ev.Eval(b.Scope, b.Value), b.Async), b.Path))
	case symtable.ContextBinding:
		return markInferred(ev.unpack(ev.contextValues(ev.Eval(b.Scope, b.Value), b.Async), b.Path))
	case symtable.ExceptionBinding:
		var out []Value
		for _, v := range ev.Eval(b.Scope, b.Value) {
			if v.Kind == BuiltinInstance && v.Name == "tuple" && v.args != nil {
				for _, set := range v.args.list {
					out = join(out, ev.instances(set)...)
				}
			}
			out = join(out, ev.instances([]Value{v})...)
		}
		return out
	case symtable.PatternBinding:
		if b.Value == nil {
			return nil
		}
		return ev.instances(ev.Eval(b.Scope, b.Value))
	case symtable.ParameterBinding:
		return ev.parameter(b)
	default: // bindingValues handles the other kinds
	}
	return nil
}

// annotationValues returns the instances of the type that an annotation names. given returns
// the values of a type parameter; it may be nil.
func (ev *Evaluator) annotationValues(s *symtable.Scope, e syntax.Expr, given func(string) []Value) []Value {
	switch e := e.(type) {
	case nil:
		return nil
	case *syntax.Constant:
		if e.Kind == syntax.String {
			return ev.annotationValues(s, ev.Unquote(s.Module, e), given)
		}
		return nil
	case *syntax.BinOp:
		if e.Op == syntax.BitOr {
			return join(ev.annotationValues(s, e.Left, given), ev.annotationValues(s, e.Right, given)...)
		}
	case *syntax.Name, *syntax.Attribute:
		return ev.namedType(s, e, given)
	case *syntax.Subscript:
		return ev.parameterized(s, e, given)
	case *syntax.Starred:
		return ev.annotationValues(s, e.Value, given)
	case *syntax.Call:
		if syntax.LastName(e.Func) == "NewType" && len(e.Args) > 1 {
			return ev.annotationValues(s, e.Args[1], given)
		}
	}
	return nil
}

// Attribute returns the values of an attribute. from is the module that accesses it, or nil
// for an implicit access.
func (ev *Evaluator) Attribute(from *symtable.Module, v Value, name string) []Value {
	switch v.Kind {
	case ModuleValue:
		return ev.moduleAttribute(from, v, name)
	case InstanceValue:
		return ev.instanceAttribute(v, name)
	case ClassValue:
		return ev.classAttribute(v, name)
	case SuperValue:
		return ev.superAttribute(v, name)
	case ExternalName, ExternalInstance:
		if v.Class != nil {
			return nil // the type of an inherited member is unknown
		}
		separator := "."
		if !strings.Contains(v.Name, "#") {
			separator = "#"
		}
		return []Value{{Kind: ExternalName, Name: v.Name + separator + name}}
	case BuiltinInstance:
		if v.Name == "partial" && name == "func" {
			return v.Elements()
		}
		return []Value{{Kind: BuiltinMethod, Name: v.Name + "." + name, args: v.args}}
	case BuiltinClass:
		return []Value{{Kind: BuiltinMethod, Name: v.Name + "." + name}}
	case FunctionValue, MethodValue:
		switch name {
		case "__wrapped__", "__func__":
			return []Value{v}
		case "setter", "getter", "deleter", "cache_clear", "cache_info", "register", "dispatch":
			return []Value{{Kind: BuiltinMethod, Name: "function." + name}}
		}
	default: // no attributes
	}
	return nil
}

// callResult returns the values of a call expression.
func (ev *Evaluator) callResult(s *symtable.Scope, e *syntax.Call) []Value {
	var out []Value
	for _, v := range ev.Eval(s, e.Func) {
		out = join(out, ev.call(v, s, e)...)
	}
	return out
}

// call returns the result of calling a value. e is nil for an implicit call.
func (ev *Evaluator) call(v Value, s *symtable.Scope, e *syntax.Call) []Value {
	switch v.Kind {
	case ClassValue:
		if v.Class.IsEnum() {
			return []Value{{Kind: InstanceValue, Class: v.Class}}
		}
		return []Value{{
			Kind: InstanceValue, Class: v.Class, args: v.args, isReceiver: v.isReceiver,
			Inferred: v.Inferred,
		}}
	case FunctionValue:
		return ev.callFunction(v.Function, Value{}, s, e)
	case MethodValue:
		receiver := Value{
			Kind: InstanceValue, Class: v.Class, args: v.args, isReceiver: v.isReceiver,
			Inferred: v.Inferred,
		}
		return ev.callFunction(v.Function, receiver, s, e)
	case InstanceValue:
		var out []Value
		for _, m := range ev.Attribute(nil, v, "__call__") {
			if m.Kind == MethodValue {
				out = join(out, ev.call(m, s, e)...)
			}
		}
		return out
	case BuiltinInstance:
		if v.Name == "callable" || v.Name == "partial" {
			if v.Name == "callable" {
				return v.Elements()
			}
			var out []Value
			for _, f := range v.Elements() {
				out = join(out, ev.call(f, s, nil)...)
			}
			return out
		}
	case BuiltinClass:
		return ev.builtinCall(v, s, e)
	case BuiltinMethod:
		return ev.builtinMethod(v, s, e)
	case ExternalName:
		return ev.externalCall(v, s, e)
	default: // not callable
	}
	return nil
}
