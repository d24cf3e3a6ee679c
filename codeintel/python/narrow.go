package python

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// narrow leaves of the values of an expression those that the conditions around it
// allow: isinstance(e, C).
func (ev *evaluator) narrow(s *scope, e syntax.Expr, values []value) []value {
	text := s.module.syntax.Source(e)
	for at, p := s, e.Pos(); at != nil; at, p = at.parent, at.root.from {
		for b := at.root.at(p); b != nil; b = b.parent {
			if b.test == nil || e.Pos() >= b.test.Pos() && e.Pos() < b.test.End() {
				continue
			}
			if rebound(at, e, b.from) {
				return values
			}
			values = ev.test(at, b.test, b.negated, text, values)
		}
		if at.kind != compScope {
			break
		}
	}
	return values
}

// rebound reports that the name an expression begins with is bound again between a
// place and the expression.
func rebound(s *scope, e syntax.Expr, from token.Pos) bool {
	root := e
	for {
		a, ok := root.(*syntax.Attribute)
		if !ok {
			break
		}
		root = a.Value
	}
	n, ok := root.(*syntax.Name)
	if !ok {
		return true
	}
	for _, b := range s.names[n.ID] {
		if b.from > from && b.from <= e.Pos() {
			return true
		}
	}
	return false
}

// test applies a condition to the values of what is written as text.
func (ev *evaluator) test(s *scope, test syntax.Expr, negated bool, text string, values []value) []value {
	switch t := test.(type) {
	case *syntax.UnaryOp:
		if t.Op == syntax.Not {
			return ev.test(s, t.Operand, !negated, text, values)
		}
	case *syntax.BoolOp:
		if (t.Op == syntax.And) != negated {
			for _, v := range t.Values {
				values = ev.test(s, v, negated, text, values)
			}
		}
	case *syntax.Call:
		if f, ok := t.Func.(*syntax.Name); ok && f.ID == "isinstance" && len(t.Args) == 2 && s.module.syntax.Source(t.Args[0]) == text {
			return ev.isinstance(values, ev.classesOf(s, t.Args[1]), negated)
		}
	}
	return values
}

// classesOf returns the classes in the second argument of isinstance.
func (ev *evaluator) classesOf(s *scope, e syntax.Expr) []value {
	switch e := e.(type) {
	case *syntax.Tuple:
		var out []value
		for _, x := range e.Elts {
			out = join(out, ev.classesOf(s, x)...)
		}
		return out
	case *syntax.BinOp:
		return join(ev.classesOf(s, e.Left), ev.classesOf(s, e.Right)...)
	}
	var out []value
	for _, v := range ev.eval(s, e) {
		if v.kind == aBuiltin && v.text == "tuple" {
			v.kind = aBuiltin
			out = join(out, ev.items([]value{v}, false)...)
			continue
		}
		out = join(out, v)
	}
	return out
}

// isinstance leaves the instances of classes, or where negated is set those that
// are of none of them. What is known of an instance less closely than the class says
// is an instance of the class.
func (ev *evaluator) isinstance(values, classes []value, negated bool) []value {
	if len(classes) == 0 {
		return values
	}
	var kept []value
	for _, v := range values {
		is := false
		for _, c := range classes {
			is = is || v.kind == anInstance && c.kind == aClass && ev.inherits(v.cls, c.cls) ||
				c.kind == aBuiltinClass && v.kind == aBuiltin && canonical(c.text) == v.text
		}
		if is != negated {
			kept = join(kept, v)
		}
	}
	if negated || len(kept) > 0 {
		return kept
	}
	for _, v := range ev.instances(classes) {
		kept = join(kept, v)
	}
	return kept
}
