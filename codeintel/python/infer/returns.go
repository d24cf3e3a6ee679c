package infer

import (
	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// callFunction returns the result of a call of a function. The arguments of the call determine the
// type parameters in the result.
func (ev *Evaluator) callFunction(f *symtable.Function, receiver Value, s *symtable.Scope, e *syntax.Call) []Value {
	if f.Annotation == nil || e == nil {
		return ev.returnValues(f, receiver)
	}
	given := func(name string) []Value { return ev.typeArgument(f, name, receiver, s, e) }
	return ev.wrapReturn(f, ev.bindReceiver(ev.annotationValues(f.AnnotationScope, f.Annotation, given), f, receiver))
}

// returnValues returns the result of a function without the arguments of a call. It uses
// the first of these that it can evaluate: the overloads, the annotation, the stub, the statements
// return and yield.
func (ev *Evaluator) returnValues(f *symtable.Function, receiver Value) []Value {
	if f.Annotation == nil && len(f.Overloads) > 0 {
		var out []Value
		for _, o := range f.Overloads {
			out = join(out, ev.returnValues(o, receiver)...)
		}
		return out
	}
	if f.Annotation != nil {
		if declared := ev.annotationValues(f.AnnotationScope, f.Annotation, nil); len(declared) > 0 {
			return ev.wrapReturn(f, ev.bindReceiver(declared, f, receiver))
		}
		if !symtable.IsVague(f.Annotation) {
			return nil
		}
	}
	if stub := ev.stub(f); stub != nil {
		return ev.returnValues(stub, receiver)
	}
	inferred := ev.solve(equation{f, ""}, func() []Value {
		if f.Generator {
			return []Value{ev.container("iterator", ev.yieldValues(f))}
		}
		var out []Value
		for _, e := range f.Returns {
			out = join(out, markInferred(ev.Eval(f.Scope, e))...)
		}
		return out
	})
	if f.Async && !f.Generator {
		inferred = []Value{ev.container("coroutine", ev.bindReceiver(inferred, f, receiver))}
		return inferred
	}
	return ev.wrapContextManager(f, ev.bindReceiver(inferred, f, receiver))
}

// stub returns the declaration of a function in the stub of its file, or nil.
func (ev *Evaluator) stub(f *symtable.Function) *symtable.Function {
	at := layout.StubOf(f.Module.Path)
	if f.Decl < 0 || !ev.Layout.Files[at] || at == f.Module.Path {
		return nil
	}
	m := ev.Module(at)
	if m == nil {
		return nil
	}
	name := f.Module.Outline.Decls[f.Decl].Name
	for _, other := range m.Functions {
		if other.Decl >= 0 && m.Outline.Decls[other.Decl].Name == name &&
			(other.Annotation != nil || len(other.Overloads) > 0) {
			return other
		}
	}
	return nil
}

// wrapReturn returns the result of a call of a function whose declared return type has the given
// values. For an async function, that is a coroutine.
func (ev *Evaluator) wrapReturn(f *symtable.Function, values []Value) []Value {
	if f.Async && !f.Generator {
		return []Value{ev.container("coroutine", values)}
	}
	return ev.wrapContextManager(f, values)
}

// wrapContextManager returns a context manager for a generator with a context manager
// decorator.
func (ev *Evaluator) wrapContextManager(f *symtable.Function, values []Value) []Value {
	if !symtable.HasDecorator(f, "contextmanager", "asynccontextmanager") {
		return values
	}
	return []Value{ev.container("manager", ev.iterate(values, false))}
}

// yieldValues returns the values that a generator yields.
func (ev *Evaluator) yieldValues(f *symtable.Function) []Value {
	var out []Value
	for _, e := range f.Yields {
		if from, ok := e.(*syntax.YieldFrom); ok {
			out = join(out, ev.iterate(ev.Eval(f.Scope, from.Value), false)...)
			continue
		}
		out = join(out, ev.Eval(f.Scope, e)...)
	}
	return markInferred(out)
}

// bindReceiver replaces values that are marked as the receiver of a method, such as self: their class
// becomes that of the actual receiver, which may be a subclass.
func (ev *Evaluator) bindReceiver(values []Value, f *symtable.Function, receiver Value) []Value {
	if receiver.Class == nil || f.Class == nil || !ev.isSubclass(receiver.Class, f.Class) {
		return values
	}
	var out []Value
	for _, v := range values {
		if v.isReceiver && v.Class == f.Class {
			v.Class, v.isReceiver, v.args = receiver.Class, receiver.isReceiver, receiver.args
			v.Inferred = v.Inferred || receiver.Inferred
		}
		if v.Kind == BuiltinInstance && v.args != nil {
			sets := make([][]Value, len(v.args.list))
			for i, set := range v.args.list {
				sets[i] = ev.bindReceiver(set, f, receiver)
			}
			v.args = ev.arguments(sets...)
		}
		out = join(out, v)
	}
	return out
}

// typeArgument returns the values of a type parameter in a call: from the type arguments of
// the receiver, or from the argument whose parameter has that type.
func (ev *Evaluator) typeArgument(f *symtable.Function, name string, receiver Value, s *symtable.Scope,
	e *syntax.Call,
) []Value {
	if receiver.Class != nil {
		if out := ev.typeParameterValues(receiver, name); len(out) > 0 {
			return out
		}
	}
	for i, p := range f.Params.List {
		form := typeForm(p.Annotation, name)
		if form == 0 {
			continue
		}
		at := i
		if f.Class != nil && receiver.Class != nil && !symtable.HasDecorator(f, "staticmethod") {
			at--
		}
		passed := ev.argument(s, e, at, p)
		switch form {
		case 'i':
			return passed
		case 't':
			return ev.instances(passed)
		case 'c':
			return ev.iterate(passed, false)
		case 'f':
			var out []Value
			for _, v := range passed {
				out = join(out, ev.call(v, nil, nil)...)
			}
			return out
		}
	}
	return nil
}

// argument returns the values of the argument for a parameter.
func (ev *Evaluator) argument(s *symtable.Scope, e *syntax.Call, at int, p *syntax.Parameter) []Value {
	for _, k := range e.Keywords {
		if k.Name.Name == p.Name.Name {
			return ev.Eval(s, k.Value)
		}
	}
	if p.Kind == syntax.KeywordOnly || at < 0 || at >= len(e.Args) {
		return nil
	}
	for _, a := range e.Args[:at+1] {
		if _, ok := a.(*syntax.Starred); ok {
			return nil
		}
	}
	return ev.Eval(s, e.Args[at])
}
