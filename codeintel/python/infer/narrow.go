package infer

import (
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// narrow removes the values that the conditions around an expression exclude, such as
// isinstance(e, C).
func (ev *Evaluator) narrow(s *symtable.Scope, e syntax.Expr, values []Value) []Value {
	text := s.Module.Syntax.Source(e)
	for at, p := s, e.Pos(); at != nil; at, p = at.Parent, at.Root.From {
		for b := at.Root.At(p); b != nil; b = b.Parent {
			if b.Test == nil || e.Pos() >= b.Test.Pos() && e.Pos() < b.Test.End() {
				continue
			}
			if isRebound(at, e, b.From) {
				return values
			}
			values = ev.applyCondition(at, b.Test, b.Negated, text, values)
		}
		if at.Kind != symtable.ComprehensionScope {
			break
		}
	}
	return values
}

// isRebound reports whether the first name of an expression is bound again between the position
// `from` and the expression.
func isRebound(s *symtable.Scope, e syntax.Expr, from token.Pos) bool {
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
	for _, b := range s.Names[n.ID] {
		if b.From > from && b.From <= e.Pos() {
			return true
		}
	}
	return false
}

// applyCondition applies a condition to the values of the expression with a given text.
func (ev *Evaluator) applyCondition(s *symtable.Scope, test syntax.Expr, negated bool, text string,
	values []Value,
) []Value {
	switch t := test.(type) {
	case *syntax.UnaryOp:
		if t.Op == syntax.Not {
			return ev.applyCondition(s, t.Operand, !negated, text, values)
		}
	case *syntax.BoolOp:
		if (t.Op == syntax.And) != negated {
			for _, v := range t.Values {
				values = ev.applyCondition(s, v, negated, text, values)
			}
		}
	case *syntax.Call:
		if f, ok := t.Func.(*syntax.Name); ok && f.ID == "isinstance" && len(t.Args) == 2 &&
			s.Module.Syntax.Source(t.Args[0]) == text {
			return ev.isinstance(values, ev.isinstanceClasses(s, t.Args[1]), negated)
		}
	}
	return values
}

// isinstanceClasses returns the classes in the second argument of isinstance.
func (ev *Evaluator) isinstanceClasses(s *symtable.Scope, e syntax.Expr) []Value {
	switch e := e.(type) {
	case *syntax.Tuple:
		var out []Value
		for _, x := range e.Elts {
			out = join(out, ev.isinstanceClasses(s, x)...)
		}
		return out
	case *syntax.BinOp:
		return join(ev.isinstanceClasses(s, e.Left), ev.isinstanceClasses(s, e.Right)...)
	}
	var out []Value
	for _, v := range ev.Eval(s, e) {
		if v.Kind == BuiltinInstance && v.Name == "tuple" {
			out = join(out, ev.iterate([]Value{v}, false)...)
			continue
		}
		out = join(out, v)
	}
	return out
}

// isinstance keeps the instances of classes or, if negated is set, the other values. If no
// value is known to be an instance, it returns instances of the classes.
func (ev *Evaluator) isinstance(values, classes []Value, negated bool) []Value {
	if len(classes) == 0 {
		return values
	}
	var kept []Value
	for _, v := range values {
		is := false
		for _, c := range classes {
			is = is || v.Kind == InstanceValue && c.Kind == ClassValue && ev.isSubclass(v.Class, c.Class) ||
				c.Kind == BuiltinClass && v.Kind == BuiltinInstance && containerName(c.Name) == v.Name
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
