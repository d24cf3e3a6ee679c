package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// unquote returns the expression in a quoted annotation, nil if it is none.
func (ev *evaluator) unquote(m *module, c *syntax.Constant) syntax.Expr {
	e, ok := ev.parsed[c]
	if !ok {
		if text, ok := m.syntax.StringValue(c); ok {
			e = parser.ParseExpr(text)
		}
		ev.parsed[c] = e
	}
	return e
}

// declared returns what has the type that an annotation says. given tells what type
// parameters stand for; it may be nil.
func (ev *evaluator) declared(s *scope, e syntax.Expr, given func(string) []value) []value {
	switch e := e.(type) {
	case nil:
		return nil
	case *syntax.Constant:
		if e.Kind == syntax.String {
			return ev.declared(s, ev.unquote(s.module, e), given)
		}
		return nil
	case *syntax.BinOp:
		if e.Op == syntax.BitOr {
			return join(ev.declared(s, e.Left, given), ev.declared(s, e.Right, given)...)
		}
	case *syntax.Name, *syntax.Attribute:
		return ev.named(s, e, given)
	case *syntax.Subscript:
		return ev.parameterized(s, e, given)
	case *syntax.Starred:
		return ev.declared(s, e.Value, given)
	}
	return nil
}

// named returns what has the type of a name.
func (ev *evaluator) named(s *scope, e syntax.Expr, given func(string) []value) []value {
	var out []value
	for _, b := range ev.typeBindings(s, e) {
		if b.kind == boundTypeParam || isTypeVar(b) {
			if given != nil {
				if out := given(b.name); len(out) > 0 {
					return out
				}
			}
			out = join(out, ev.solve(equation{b, "bound"}, func() []value { return ev.bounds(b) })...)
			continue
		}
		if (b.kind == boundValue || b.kind == boundAlias) && b.value != nil && isTypeExpression(b.value) {
			out = join(out, ev.solve(equation{b, "type"}, func() []value { return ev.declared(b.scope, b.value, nil) })...)
			continue
		}
		for _, v := range ev.bound(b) {
			out = join(out, ev.instanceOf(s, v)...)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, v := range ev.typeValues(s, e) {
		out = join(out, ev.instanceOf(s, v)...)
	}
	return out
}

// typeValues evaluates a name in the place of a type: it may be of something that
// comes further down.
func (ev *evaluator) typeValues(s *scope, e syntax.Expr) []value {
	switch e := e.(type) {
	case *syntax.Name:
		bindings := ev.lookup(s, e.ID, anytime, nil)
		if len(bindings) == 0 {
			return []value{{kind: aBuiltinClass, text: e.ID}}
		}
		var out []value
		for _, b := range bindings {
			out = join(out, ev.bound(b)...)
		}
		return out
	case *syntax.Attribute:
		var out []value
		for _, v := range ev.typeValues(s, e.Value) {
			out = join(out, ev.attribute(s.module, v, e.Attr.Name)...)
		}
		return out
	}
	return ev.eval(s, e)
}

// typeBindings returns the bindings of a name in the place of a type, through what
// imports it.
func (ev *evaluator) typeBindings(s *scope, e syntax.Expr) []*binding {
	var found []*binding
	switch e := e.(type) {
	case *syntax.Name:
		found = ev.lookup(s, e.ID, anytime, nil)
	case *syntax.Attribute:
		for _, v := range ev.typeValues(s, e.Value) {
			switch {
			case v.kind == aModule && v.mod != nil:
				found = append(found, ev.lookup(v.mod.scope, e.Attr.Name, anytime, nil)...)
			case v.kind == aClass:
				found = append(found, v.cls.scope.final(e.Attr.Name)...)
			}
		}
	}
	return ev.throughImports(found, 0)
}

// isTypeVar reports T = TypeVar("T").
func isTypeVar(b *binding) bool {
	c, ok := b.value.(*syntax.Call)
	return ok && b.kind == boundValue && syntax.LastName(c.Func) == "TypeVar"
}

// isTypeExpression reports the value of an alias of a type.
func isTypeExpression(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Subscript:
		return true
	case *syntax.BinOp:
		return e.Op == syntax.BitOr
	case *syntax.Constant:
		return e.Kind == syntax.String
	case *syntax.Call:
		return syntax.LastName(e.Func) == "NewType"
	}
	return false
}

// bounds returns what a type parameter may stand for at least.
func (ev *evaluator) bounds(b *binding) []value {
	if b.kind == boundTypeParam {
		return ev.declared(b.scope, b.value, nil)
	}
	var out []value
	c := b.value.(*syntax.Call)
	for _, k := range c.Keywords {
		if k.Name.Name == "bound" {
			out = join(out, ev.declared(b.scope, k.Value, nil)...)
		}
	}
	for i, a := range c.Args {
		if i > 0 {
			out = join(out, ev.declared(b.scope, a, nil)...)
		}
	}
	return out
}

// instanceOf returns what has a class for its type.
func (ev *evaluator) instanceOf(s *scope, v value) []value {
	switch v.kind {
	case aClass:
		return []value{{kind: anInstance, cls: v.cls, args: v.args}}
	case aBuiltinClass:
		switch v.text {
		case "int", "float", "bool", "complex":
			return []value{{kind: aBuiltin, text: "number"}}
		case "None", "object":
			return nil
		}
		return []value{{kind: aBuiltin, text: canonical(v.text)}}
	case anExternal:
		name := v.text[strings.LastIndexAny(v.text, ".#")+1:]
		switch {
		case !strings.Contains(v.text, "#"):
			return nil
		case name == "Self":
			if s.class == nil {
				for at := s; at != nil && s.class == nil; at = at.parent {
					s = at
				}
			}
			if c := enclosingClass(s); c != nil {
				return []value{{kind: anInstance, cls: c, own: true}}
			}
			return nil
		case name == "Any" || strings.HasSuffix(name, "NoReturn") || name == "Never" || name == "Callable":
			return nil
		case isTyping(v.text):
			return []value{{kind: aBuiltin, text: canonical(strings.ToLower(name))}}
		}
		return []value{{kind: anExternalValue, text: v.text}}
	case anInstance, aBuiltin, anExternalValue, aModule, aFunction, aMethod, aBuiltinMethod, aSuper:
	}
	return nil
}

// enclosingClass returns the class a scope is in.
func enclosingClass(s *scope) *class {
	for ; s != nil; s = s.parent {
		if s.class != nil {
			return s.class
		}
	}
	return nil
}
