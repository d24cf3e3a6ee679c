package python

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// attribute returns what an attribute of a value may be. from is the file that asks,
// nil where the language itself does.
func (ev *evaluator) attribute(from *module, v value, name string) []value {
	switch v.kind {
	case aModule:
		return ev.moduleAttribute(from, v, name)
	case anInstance:
		return ev.instanceAttribute(v, name)
	case aClass:
		return ev.classAttribute(v, name)
	case aSuper:
		return ev.superAttribute(v, name)
	case anExternal, anExternalValue:
		separator := "."
		if !strings.Contains(v.text, "#") {
			separator = "#"
		}
		return []value{{kind: anExternal, text: v.text + separator + name}}
	case aBuiltin:
		if v.text == "partial" && name == "func" {
			return v.elements()
		}
		return []value{{kind: aBuiltinMethod, text: v.text + "." + name, args: v.args}}
	case aBuiltinClass:
		return []value{{kind: aBuiltinMethod, text: v.text + "." + name}}
	case aFunction, aMethod:
		switch name {
		case "__wrapped__", "__func__":
			return []value{v}
		case "setter", "getter", "deleter", "cache_clear", "cache_info", "register", "dispatch":
			return []value{{kind: aBuiltinMethod, text: "function." + name}}
		}
	}
	return nil
}

// moduleAttribute finds a name in a module; a module below a package only where the
// package or the file that asks imports it.
func (ev *evaluator) moduleAttribute(from *module, v value, name string) []value {
	if v.mod == nil {
		if p := path.Join(v.text, name); ev.imports(from, p) {
			return ev.moduleAt(p)
		}
		return nil
	}
	if out := ev.global(v.mod, name); len(out) > 0 {
		return out
	}
	if isPackage(v.mod.path) {
		if p := path.Join(path.Dir(v.mod.path), name); ev.imports(from, p) || ev.imports(v.mod, p) {
			return ev.moduleAt(p)
		}
	}
	return nil
}

func (ev *evaluator) instanceAttribute(v value, name string) []value {
	if name == "__class__" {
		return []value{{kind: aClass, cls: v.cls, own: v.own}}
	}
	values, in, _ := ev.member(v.cls, name, true, 0)
	var out []value
	for _, m := range values {
		if m.kind != aFunction || m.fn.class == nil {
			out = join(out, m)
			continue
		}
		if m.fn.isProperty() {
			out = join(out, ev.returned(m.fn, v)...)
			continue
		}
		out = join(out, ev.method(m.fn, v, in))
	}
	return out
}

// method binds a function to a receiver.
func (ev *evaluator) method(f *function, receiver value, in *class) value {
	m := value{kind: aMethod, fn: f, cls: receiver.cls, args: receiver.args, own: receiver.own, guess: receiver.guess, via: receiver.cls}
	if in == nil || decoratesAs(f, "staticmethod") {
		m.kind = aFunction
	}
	return m
}

func (ev *evaluator) classAttribute(v value, name string) []value {
	values, in, found := ev.member(v.cls, name, false, 0)
	var out []value
	for _, m := range values {
		switch {
		case m.kind == anInstance && m.cls == nil:
		case m.kind == aFunction && m.fn.class != nil && m.fn.isClassMethod():
			out = join(out, ev.method(m.fn, v, in))
		case m.kind == aFunction && m.fn.class != nil:
			m.via, m.guess = v.cls, m.guess || v.guess
			m.exact = !v.own
			out = join(out, m)
		default:
			out = join(out, m)
		}
	}
	if found && in != nil && in.isEnum() && isMember(in, name) {
		return []value{{kind: anInstance, cls: v.cls}}
	}
	if !found {
		out = join(out, ev.metaclassAttribute(v, name)...)
	}
	return out
}

// isMember reports a member of an enumeration.
func isMember(c *class, name string) bool {
	for _, b := range c.scope.names[name] {
		if b.kind != boundValue || b.value == nil || strings.HasPrefix(name, "_") {
			return false
		}
	}
	return true
}

// metaclassAttribute finds what a class has from the class of its class.
func (ev *evaluator) metaclassAttribute(v value, name string) []value {
	var out []value
	for _, c := range ev.mro(v.cls).classes {
		for _, k := range c.cls.node.Keywords {
			if k.Name.Name != "metaclass" {
				continue
			}
			for _, meta := range ev.eval(c.cls.outer, k.Value) {
				if meta.kind != aClass {
					continue
				}
				found, in, _ := ev.member(meta.cls, name, false, 0)
				for _, m := range found {
					if m.kind == aFunction {
						out = join(out, ev.method(m.fn, value{kind: aClass, cls: v.cls}, in))
					}
				}
			}
		}
	}
	return out
}

// superAttribute finds a member behind a class in the order of its own.
func (ev *evaluator) superAttribute(v value, name string) []value {
	values, in, _ := ev.member(v.cls, name, true, 1)
	var out []value
	for _, m := range values {
		if m.kind != aFunction {
			out = join(out, m)
			continue
		}
		if m.fn.isProperty() {
			out = join(out, ev.returned(m.fn, value{kind: anInstance, cls: v.cls, own: true})...)
			continue
		}
		bound := ev.method(m.fn, value{kind: anInstance, cls: v.cls, own: true}, in)
		bound.exact, bound.via = true, nil
		out = join(out, bound)
	}
	return out
}

// subscript returns what value[index] may give.
func (ev *evaluator) subscript(s *scope, e *syntax.Subscript) []value {
	var out []value
	for _, v := range ev.eval(s, e.Value) {
		switch v.kind {
		case aBuiltin:
			out = join(out, ev.indexed(v, e.Index, s.module)...)
		case aClass:
			if v.cls.isEnum() {
				out = join(out, value{kind: anInstance, cls: v.cls})
				continue
			}
			out = join(out, ev.specialized(s, v, e))
		case anInstance:
			for _, m := range ev.attribute(nil, v, "__getitem__") {
				out = join(out, ev.result(m, nil, nil)...)
			}
		case aBuiltinClass, anExternal:
			out = join(out, v)
		}
	}
	return out
}

// specialized returns a class with the arguments that it is given in brackets.
func (ev *evaluator) specialized(s *scope, v value, e *syntax.Subscript) value {
	list := typeArguments(e)
	sets := make([][]value, len(list))
	for i, x := range list {
		sets[i] = ev.declared(s, x, nil)
	}
	v.args = ev.arguments(sets...)
	return v
}

// typeArguments returns what stands in the brackets of a generic type.
func typeArguments(e *syntax.Subscript) []syntax.Expr {
	if t, ok := e.Index.(*syntax.Tuple); ok {
		return t.Elts
	}
	return []syntax.Expr{e.Index}
}

func (ev *evaluator) indexed(v value, index syntax.Expr, m *module) []value {
	if _, ok := index.(*syntax.Slice); ok {
		return []value{v}
	}
	switch v.text {
	case "dict":
		return v.argument(1)
	case "tuple":
		if c, ok := index.(*syntax.Constant); ok && c.Kind == syntax.Int && v.args != nil {
			text := m.syntax.Source(c)
			if len(text) == 1 && int(text[0]-'0') < len(v.args.list) {
				return v.args.list[text[0]-'0']
			}
		}
		return ev.items([]value{v}, false)
	case "list", "iterator":
		return v.elements()
	}
	return nil
}

// operation returns what an operator gives: what the method for it returns, or a
// container again.
func (ev *evaluator) operation(s *scope, e *syntax.BinOp) []value {
	var out []value
	for _, v := range ev.eval(s, e.Left) {
		switch v.kind {
		case anInstance:
			for _, m := range ev.attribute(nil, v, syntax.OperatorMethod(e.Op)) {
				if m.kind == aMethod {
					out = join(out, ev.result(m, nil, nil)...)
				}
			}
		case aBuiltin:
			out = join(out, v)
		}
	}
	return out
}
