package python

import "github.com/coderef-system/coderefd/codeintel/python/syntax"

// bound returns what a binding gives its name.
func (ev *evaluator) bound(b *binding) []value {
	switch b.kind {
	case boundDef:
		return []value{{kind: aFunction, fn: b.function}}
	case boundClass:
		return []value{{kind: aClass, cls: b.class}}
	case boundNothing:
		return nil
	case boundTypeParam:
		return nil
	}
	return ev.solve(equation{b, ""}, func() []value { return ev.computeBound(b) })
}

func (ev *evaluator) computeBound(b *binding) []value {
	if b.annotation != nil && b.kind != boundParameter {
		if declared := ev.declared(b.scope, b.annotation, nil); len(declared) > 0 {
			return declared
		}
	}
	switch b.kind {
	case boundImport:
		return ev.imported(b.scope.module, b.imported)
	case boundValue, boundAlias:
		return guessed(ev.filled(ev.part(ev.eval(b.scope, b.value), b.path), putsOf(b)))
	case boundItem:
		return guessed(ev.part(ev.items(ev.eval(b.scope, b.value), b.async), b.path))
	case boundContext:
		return guessed(ev.part(ev.entered(ev.eval(b.scope, b.value), b.async), b.path))
	case boundException:
		var out []value
		for _, v := range ev.eval(b.scope, b.value) {
			if v.kind == aBuiltin && v.text == "tuple" && v.args != nil {
				for _, set := range v.args.list {
					out = join(out, ev.instances(set)...)
				}
			}
			out = join(out, ev.instances([]value{v})...)
		}
		return out
	case boundPattern:
		if b.value == nil {
			return nil
		}
		return ev.instances(ev.eval(b.scope, b.value))
	case boundParameter:
		return ev.parameter(b)
	}
	return nil
}

// instances returns instances of classes.
func (ev *evaluator) instances(classes []value) []value {
	var out []value
	for _, v := range classes {
		switch v.kind {
		case aClass:
			out = join(out, value{kind: anInstance, cls: v.cls, args: v.args, own: v.own})
		case anExternal:
			out = join(out, value{kind: anExternalValue, text: v.text})
		case aBuiltinClass:
			out = join(out, value{kind: aBuiltin, text: v.text, args: v.args})
		}
	}
	return out
}

// parameter returns what a parameter is: the receiver, what is declared, or what
// stands for a missing argument.
func (ev *evaluator) parameter(b *binding) []value {
	f, p := b.function, b.parameter
	if declared := ev.declared(b.scope, p.Annotation, nil); len(declared) > 0 {
		return ev.collected(p, declared)
	}
	if f.class != nil && f.params.List[0] == p && p.Kind <= syntax.PositionalOnly && !decoratesAs(f, "staticmethod") {
		if f.isClassMethod() {
			return []value{{kind: aClass, cls: f.class, own: true}}
		}
		if ev.isMetaclass(f.class) {
			return nil
		}
		return []value{{kind: anInstance, cls: f.class, own: true}}
	}
	if p.Default != nil {
		return guessed(ev.eval(f.outer, p.Default))
	}
	return ev.collected(p, nil)
}

// collected wraps what *args and **kwargs hold.
func (ev *evaluator) collected(p *syntax.Parameter, values []value) []value {
	switch p.Kind {
	case syntax.VarPositional:
		return []value{ev.container("list", values)}
	case syntax.VarKeyword:
		return []value{ev.container("dict", []value{{kind: aBuiltin, text: "str"}}, values)}
	}
	return values
}

func (f *function) isClassMethod() bool {
	return decoratesAs(f, "classmethod") || f.name == "__new__" || f.name == "__init_subclass__" || f.name == "__class_getitem__"
}

func (f *function) isProperty() bool {
	return decoratesAs(f, "property", "cached_property", "setter", "getter", "deleter", "abstractproperty", "reify", "locked_cached_property", "classproperty", "lazyproperty", "hybrid_property")
}

// part follows the path of an unpacking.
func (ev *evaluator) part(values []value, path []int) []value {
	for _, i := range path {
		var inner []value
		for _, v := range values {
			if v.kind == aBuiltin && v.text == "tuple" {
				inner = join(inner, v.argument(i)...)
			} else {
				inner = join(inner, ev.items([]value{v}, false)...)
			}
		}
		values = inner
	}
	return values
}

// items returns what running over values gives.
func (ev *evaluator) items(values []value, async bool) []value {
	var out []value
	for _, v := range values {
		switch v.kind {
		case aBuiltin:
			if v.text == "tuple" && v.args != nil {
				for _, set := range v.args.list {
					out = join(out, set...)
				}
				continue
			}
			if v.text != "callable" && v.text != "coroutine" {
				out = join(out, v.elements()...)
			}
		case anInstance:
			out = join(out, ev.iterated(v, async)...)
		case aClass: // an enumeration
			if v.cls.isEnum() {
				out = join(out, value{kind: anInstance, cls: v.cls})
			}
		}
	}
	return out
}

// iterated returns what an instance gives that has __iter__ or __getitem__.
func (ev *evaluator) iterated(v value, async bool) []value {
	iter, next := "__iter__", "__next__"
	if async {
		iter, next = "__aiter__", "__anext__"
	}
	var out []value
	for _, m := range ev.attribute(nil, v, iter) {
		for _, it := range ev.result(m, nil, nil) {
			if it.kind == anInstance {
				for _, n := range ev.attribute(nil, it, next) {
					out = join(out, unwrapped(ev.result(n, nil, nil), async)...)
				}
				continue
			}
			out = join(out, it.elements()...)
		}
	}
	return out
}

// unwrapped returns what is awaited, if it is.
func unwrapped(values []value, async bool) []value {
	if !async {
		return values
	}
	var out []value
	for _, v := range values {
		if v.kind == aBuiltin && v.text == "coroutine" {
			out = join(out, v.elements()...)
		}
	}
	return out
}

// entered returns what with statements bind.
func (ev *evaluator) entered(values []value, async bool) []value {
	enter := "__enter__"
	if async {
		enter = "__aenter__"
	}
	var out []value
	for _, v := range values {
		switch v.kind {
		case aBuiltin:
			if v.text == "manager" {
				out = join(out, v.elements()...)
			}
		case anInstance:
			for _, m := range ev.attribute(nil, v, enter) {
				if m.kind == anExternal {
					out = join(out, v) // what most return
					continue
				}
				out = join(out, unwrapped(ev.result(m, nil, nil), async)...)
			}
		case anExternalValue:
			out = join(out, v)
		}
	}
	return out
}
