package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// builtinCall returns what calling a built-in function or class gives.
func (ev *evaluator) builtinCall(v value, s *scope, e *syntax.Call) []value {
	argument := func(i int) []value {
		if e == nil || i >= len(e.Args) {
			return nil
		}
		return ev.eval(s, e.Args[i])
	}
	switch v.text {
	case "super":
		return ev.superOf(s, e)
	case "type":
		if e == nil || len(e.Args) != 1 {
			return nil
		}
		var out []value
		for _, of := range argument(0) {
			out = join(out, ev.classOf(of)...)
		}
		return out
	case "list", "sorted", "reversed", "tuple":
		return []value{ev.container("list", ev.items(argument(0), false))}
	case "set", "frozenset":
		return []value{ev.container("set", ev.items(argument(0), false))}
	case "iter", "filter":
		return []value{ev.container("iterator", ev.items(argument(len(argumentsOf(e))-1), false))}
	case "dict":
		var keys, values []value
		for _, of := range argument(0) {
			if of.kind == aBuiltin && of.text == "dict" {
				keys, values = join(keys, of.argument(0)...), join(values, of.argument(1)...)
			}
		}
		if e != nil {
			for _, k := range e.Keywords {
				values = join(values, ev.eval(s, k.Value)...)
			}
		}
		return []value{ev.container("dict", keys, values)}
	case "next":
		var out []value
		for _, it := range argument(0) {
			if it.kind == anInstance {
				for _, m := range ev.attribute(nil, it, "__next__") {
					out = join(out, ev.result(m, nil, nil)...)
				}
				continue
			}
			out = join(out, ev.items([]value{it}, false)...)
		}
		return join(out, argument(1)...)
	case "anext":
		return []value{ev.container("coroutine", ev.items(argument(0), true))}
	case "max", "min":
		if len(argumentsOf(e)) == 1 {
			return ev.items(argument(0), false)
		}
		return join(argument(0), argument(1)...)
	case "enumerate":
		return []value{ev.container("iterator", []value{ev.container("tuple", []value{{kind: aBuiltin, text: "number"}}, ev.items(argument(0), false))})}
	case "zip":
		var sets [][]value
		for i := range argumentsOf(e) {
			sets = append(sets, ev.items(argument(i), false))
		}
		return []value{ev.container("iterator", []value{ev.container("tuple", sets...)})}
	case "map":
		var out []value
		for _, f := range argument(0) {
			out = join(out, ev.result(f, nil, nil)...)
		}
		return []value{ev.container("iterator", out)}
	case "getattr":
		return ev.getattr(s, e)
	case "str", "bytes":
		return []value{{kind: aBuiltin, text: v.text}}
	case "__import__":
		if e != nil {
			if i := s.module.dynamicImport(e); i != nil {
				return ev.imported(s.module, i)
			}
		}
	}
	return nil
}

func argumentsOf(e *syntax.Call) []syntax.Expr {
	if e == nil {
		return nil
	}
	return e.Args
}

// getattr returns what getattr(value, "name") gives.
func (ev *evaluator) getattr(s *scope, e *syntax.Call) []value {
	if e == nil || len(e.Args) < 2 {
		return nil
	}
	name, ok := s.module.syntax.StringValue(e.Args[1])
	if !ok {
		return nil
	}
	var out []value
	for _, v := range ev.eval(s, e.Args[0]) {
		out = join(out, ev.attribute(s.module, v, name)...)
	}
	if len(e.Args) > 2 {
		out = join(out, ev.eval(s, e.Args[2])...)
	}
	return out
}

// superOf returns what super() gives in a scope, with or without arguments.
func (ev *evaluator) superOf(s *scope, e *syntax.Call) []value {
	if e != nil && len(e.Args) > 0 {
		var out []value
		for _, c := range ev.eval(s, e.Args[0]) {
			if c.kind == aClass {
				out = join(out, value{kind: aSuper, cls: c.cls})
			}
		}
		return out
	}
	if c := enclosingClass(s); c != nil {
		return []value{{kind: aSuper, cls: c}}
	}
	return nil
}

// builtinMethod returns what a method of a container gives.
func (ev *evaluator) builtinMethod(v value, s *scope, e *syntax.Call) []value {
	kind, name, _ := strings.Cut(v.text, ".")
	argument := func(i int) []value {
		if e == nil || i >= len(e.Args) {
			return nil
		}
		return ev.eval(s, e.Args[i])
	}
	switch kind {
	case "dict":
		switch name {
		case "get", "pop", "setdefault":
			return join(v.argument(1), argument(1)...)
		case "values":
			return []value{ev.container("iterator", v.argument(1))}
		case "keys":
			return []value{ev.container("iterator", v.argument(0))}
		case "items":
			return []value{ev.container("iterator", []value{ev.container("tuple", v.argument(0), v.argument(1))})}
		case "popitem":
			return []value{ev.container("tuple", v.argument(0), v.argument(1))}
		case "copy":
			return []value{{kind: aBuiltin, text: "dict", args: v.args}}
		}
	case "list", "set", "iterator":
		switch name {
		case "pop", "popleft", "__next__", "send":
			return v.elements()
		case "copy", "union", "intersection", "difference":
			return []value{{kind: aBuiltin, text: kind, args: v.args}}
		}
	case "str":
		switch name {
		case "split", "rsplit", "splitlines":
			return []value{ev.container("list", []value{{kind: aBuiltin, text: "str"}})}
		case "encode":
			return []value{{kind: aBuiltin, text: "bytes"}}
		case "find", "count", "index", "startswith", "endswith":
			return []value{{kind: aBuiltin, text: "number"}}
		}
		return []value{{kind: aBuiltin, text: "str"}}
	}
	return nil
}
