package python

import (
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// evaluator tells what expressions may give. It serves one goroutine.
type evaluator struct {
	solver
	*resolver
	types  map[string]*arguments
	parsed map[syntax.Node]syntax.Expr // annotations in quotes
	mros   map[*class]linear
}

func newEvaluator(l *layout, open func(string) *module) *evaluator {
	return &evaluator{
		solver: newSolver(), resolver: newResolver(l, open), types: map[string]*arguments{},
		parsed: map[syntax.Node]syntax.Expr{}, mros: map[*class]linear{},
	}
}

// arguments interns type arguments.
func (ev *evaluator) arguments(list ...[]value) *arguments {
	var key strings.Builder
	deep := 0
	for _, set := range list {
		for _, v := range set {
			fmt.Fprintf(&key, "%d,%p,%p,%p,%s,%t,%t;", v.kind, v.mod, v.cls, v.fn, v.text, v.guess, v.own)
			if v.args != nil {
				fmt.Fprintf(&key, "%d", v.args.id)
				deep = max(deep, v.args.depth)
			}
		}
		key.WriteByte('|')
	}
	if deep >= maxNesting {
		return nil
	}
	a, ok := ev.types[key.String()]
	if !ok {
		a = &arguments{id: len(ev.types), list: list, depth: deep + 1}
		ev.types[key.String()] = a
	}
	return a
}

// maxNesting bounds how deeply containers in containers are told apart.
const maxNesting = 4

// container returns an instance of one of the library's types.
func (ev *evaluator) container(name string, of ...[]value) value {
	return value{kind: aBuiltin, text: name, args: ev.arguments(of...)}
}

// eval returns what an expression may give.
func (ev *evaluator) eval(s *scope, e syntax.Expr) []value {
	switch e := e.(type) {
	case nil:
		return nil
	case *syntax.Constant:
		return ev.constant(e)
	case *syntax.JoinedStr:
		return []value{{kind: aBuiltin, text: "str"}}
	case *syntax.Starred:
		return ev.eval(s, e.Value)
	case *syntax.NamedExpr:
		return ev.eval(s, e.Value)
	case *syntax.Lambda:
		if f := s.module.functions[e]; f != nil {
			return []value{{kind: aFunction, fn: f}}
		}
		return nil
	case *syntax.Compare, *syntax.Slice, *syntax.Yield:
		return nil
	}
	return ev.solve(equation{e, ""}, func() []value { return ev.compute(s, e) })
}

func (ev *evaluator) constant(e *syntax.Constant) []value {
	switch e.Kind {
	case syntax.String:
		return []value{{kind: aBuiltin, text: "str"}}
	case syntax.Bytes:
		return []value{{kind: aBuiltin, text: "bytes"}}
	case syntax.Int, syntax.Float, syntax.True, syntax.False, syntax.Imaginary:
		return []value{{kind: aBuiltin, text: "number"}}
	}
	return nil
}

func (ev *evaluator) compute(s *scope, e syntax.Expr) []value {
	switch e := e.(type) {
	case *syntax.Name:
		return ev.name(s, e)
	case *syntax.Attribute:
		var out []value
		for _, v := range ev.eval(s, e.Value) {
			out = join(out, ev.attribute(s.module, v, e.Attr.Name)...)
		}
		return ev.narrow(s, e, out)
	case *syntax.Call:
		return ev.called(s, e)
	case *syntax.Subscript:
		return ev.subscript(s, e)
	case *syntax.IfExp:
		return join(ev.eval(s, e.Body), ev.eval(s, e.Else)...)
	case *syntax.BoolOp:
		var out []value
		for _, v := range e.Values {
			out = join(out, ev.eval(s, v)...)
		}
		return out
	case *syntax.BinOp:
		return ev.operation(s, e)
	case *syntax.Await:
		var out []value
		for _, v := range ev.eval(s, e.Value) {
			if v.kind == aBuiltin && v.text == "coroutine" {
				out = join(out, v.elements()...)
			}
		}
		return out
	case *syntax.YieldFrom:
		return nil
	case *syntax.List:
		return []value{ev.container("list", ev.union(s, e.Elts))}
	case *syntax.Set:
		return []value{ev.container("set", ev.union(s, e.Elts))}
	case *syntax.Tuple:
		sets := make([][]value, len(e.Elts))
		for i, x := range e.Elts {
			sets[i] = ev.eval(s, x)
		}
		return []value{ev.container("tuple", sets...)}
	case *syntax.Dict:
		return []value{ev.container("dict", ev.union(s, e.Keys), ev.union(s, e.Values))}
	case *syntax.Comp:
		return ev.comprehension(s, e)
	}
	return nil
}

// union returns what any of a list may give, starred ones by their elements.
func (ev *evaluator) union(s *scope, list []syntax.Expr) []value {
	var out []value
	for _, e := range list {
		if star, ok := e.(*syntax.Starred); ok {
			out = join(out, ev.items(ev.eval(s, star.Value), false)...)
			continue
		}
		out = join(out, ev.eval(s, e)...)
	}
	return out
}

func (ev *evaluator) comprehension(s *scope, e *syntax.Comp) []value {
	inner := s.module.comps[e]
	if inner == nil {
		return nil
	}
	elements := ev.eval(inner, e.Elt)
	switch e.Kind {
	case syntax.DictComp:
		return []value{ev.container("dict", elements, ev.eval(inner, e.Value))}
	case syntax.SetComp:
		return []value{ev.container("set", elements)}
	case syntax.ListComp:
		return []value{ev.container("list", elements)}
	}
	return []value{ev.container("iterator", elements)}
}

// name returns what a name may stand for where it is read.
func (ev *evaluator) name(s *scope, e *syntax.Name) []value {
	bindings := ev.lookup(s, e.ID, e.Pos(), nil)
	if len(bindings) == 0 {
		if builtinNames()[e.ID] {
			return []value{{kind: aBuiltinClass, text: e.ID}}
		}
		return nil
	}
	var out []value
	for _, b := range bindings {
		out = join(out, ev.bound(b)...)
	}
	return ev.narrow(s, e, out)
}
