package python

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// returnedFor returns what a function gives for the arguments of a call: they tell
// what type parameters stand for.
func (ev *evaluator) returnedFor(f *function, receiver value, s *scope, e *syntax.Call) []value {
	if f.annotation == nil || e == nil {
		return ev.returned(f, receiver)
	}
	given := func(name string) []value { return ev.given(f, name, receiver, s, e) }
	return ev.wrapped(f, ev.rebound(ev.declared(f.typed, f.annotation, given), f, receiver))
}

// returned returns what a function gives: what it declares, or else what its return
// statements may give.
func (ev *evaluator) returned(f *function, receiver value) []value {
	if f.annotation == nil && len(f.overloads) > 0 {
		var out []value
		for _, o := range f.overloads {
			out = join(out, ev.returned(o, receiver)...)
		}
		return out
	}
	if f.annotation != nil {
		if declared := ev.declared(f.typed, f.annotation, nil); len(declared) > 0 {
			return ev.wrapped(f, ev.rebound(declared, f, receiver))
		}
		if !vague(f.annotation) {
			return nil
		}
	}
	if stub := ev.stub(f); stub != nil {
		return ev.returned(stub, receiver)
	}
	inferred := ev.solve(equation{f, ""}, func() []value {
		if f.generator {
			return []value{ev.container("iterator", ev.yielded(f))}
		}
		var out []value
		for _, e := range f.returns {
			out = join(out, guessed(ev.eval(f.scope, e))...)
		}
		return out
	})
	if f.async && !f.generator {
		inferred = []value{ev.container("coroutine", ev.rebound(inferred, f, receiver))}
		return inferred
	}
	return ev.managed(f, ev.rebound(inferred, f, receiver))
}

// stub returns the declaration of a function in the stub file beside its file, nil if
// there is none.
func (ev *evaluator) stub(f *function) *function {
	at := stubOf(f.module.path)
	if f.decl < 0 || !ev.layout.files[at] || at == f.module.path {
		return nil
	}
	m := ev.module(at)
	if m == nil {
		return nil
	}
	name := f.module.outline.decls[f.decl].Name
	for _, other := range m.functions {
		if other.decl >= 0 && m.outline.decls[other.decl].Name == name && (other.annotation != nil || len(other.overloads) > 0) {
			return other
		}
	}
	return nil
}

// stubOf returns the stub file that may declare the types of a file.
func stubOf(file string) string { return strings.TrimSuffix(file, path.Ext(file)) + ".pyi" }

// vague reports an annotation that says nothing.
func vague(e syntax.Expr) bool {
	name := syntax.LastName(syntax.Base(e))
	return name == "Any" || name == "object" || name == ""
}

// wrapped makes what is declared of an async function or a context manager what a
// call of it gives.
func (ev *evaluator) wrapped(f *function, values []value) []value {
	if f.async && !f.generator {
		return []value{ev.container("coroutine", values)}
	}
	return ev.managed(f, values)
}

// managed makes a generator that is decorated so a context manager.
func (ev *evaluator) managed(f *function, values []value) []value {
	if !decoratesAs(f, "contextmanager", "asynccontextmanager") {
		return values
	}
	return []value{ev.container("manager", ev.items(values, false))}
}

// yielded returns what a generator yields.
func (ev *evaluator) yielded(f *function) []value {
	var out []value
	for _, e := range f.yields {
		if from, ok := e.(*syntax.YieldFrom); ok {
			out = join(out, ev.items(ev.eval(f.scope, from.Value), false)...)
			continue
		}
		out = join(out, ev.eval(f.scope, e)...)
	}
	return guessed(out)
}

// rebound puts the class of the receiver in place of the class that a method is
// written in, where the method speaks of its receiver.
func (ev *evaluator) rebound(values []value, f *function, receiver value) []value {
	if receiver.cls == nil || f.class == nil || !ev.inherits(receiver.cls, f.class) {
		return values
	}
	var out []value
	for _, v := range values {
		if v.own && v.cls == f.class {
			v.cls, v.own, v.args = receiver.cls, receiver.own, receiver.args
			v.guess = v.guess || receiver.guess
		}
		if v.kind == aBuiltin && v.args != nil {
			sets := make([][]value, len(v.args.list))
			for i, set := range v.args.list {
				sets[i] = ev.rebound(set, f, receiver)
			}
			v.args = ev.arguments(sets...)
		}
		out = join(out, v)
	}
	return out
}

// given returns what a type parameter stands for in a call: what is passed for the
// parameter that has it as its type, or what the receiver was made for.
func (ev *evaluator) given(f *function, name string, receiver value, s *scope, e *syntax.Call) []value {
	if receiver.cls != nil {
		if out := ev.parameterOf(receiver, name); len(out) > 0 {
			return out
		}
	}
	for i, p := range f.params.List {
		form := typeForm(p.Annotation, name)
		if form == 0 {
			continue
		}
		at := i
		if f.class != nil && receiver.cls != nil && !decoratesAs(f, "staticmethod") {
			at--
		}
		passed := ev.argument(s, e, at, p)
		switch form {
		case 'i':
			return passed
		case 't':
			return ev.instances(passed)
		case 'c':
			return ev.items(passed, false)
		case 'f':
			var out []value
			for _, v := range passed {
				out = join(out, ev.result(v, nil, nil)...)
			}
			return out
		}
	}
	return nil
}

// argument returns what is passed for a parameter.
func (ev *evaluator) argument(s *scope, e *syntax.Call, at int, p *syntax.Parameter) []value {
	for _, k := range e.Keywords {
		if k.Name.Name == p.Name.Name {
			return ev.eval(s, k.Value)
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
	return ev.eval(s, e.Args[at])
}

// typeForm tells how an annotation has a type parameter: as it is (i), as type[T]
// (t), as a container of T (c), or as what a function returns (f); 0 if not.
func typeForm(e syntax.Expr, name string) byte {
	switch e := e.(type) {
	case *syntax.Name:
		if e.ID == name {
			return 'i'
		}
	case *syntax.BinOp:
		if form := typeForm(e.Left, name); form != 0 {
			return form
		}
		return typeForm(e.Right, name)
	case *syntax.Subscript:
		inner := e.Index
		if t, ok := inner.(*syntax.Tuple); ok && len(t.Elts) > 0 {
			inner = t.Elts[len(t.Elts)-1]
		}
		if n, ok := inner.(*syntax.Name); !ok || n.ID != name {
			return 0
		}
		switch syntax.LastName(e.Value) {
		case "Optional", "Union":
			return 'i'
		case "type", "Type":
			return 't'
		case "Callable":
			return 'f'
		case "list", "List", "Sequence", "Iterable", "Iterator", "set", "Set", "Collection", "tuple", "Tuple":
			return 'c'
		}
	}
	return 0
}
