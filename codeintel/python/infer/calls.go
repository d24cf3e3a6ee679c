package infer

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// builtinCall returns the result of calling a built-in function or class.
func (ev *Evaluator) builtinCall(v Value, s *symtable.Scope, e *syntax.Call) []Value {
	argument := func(i int) []Value {
		if e == nil || i >= len(e.Args) {
			return nil
		}
		return ev.Eval(s, e.Args[i])
	}
	switch v.Name {
	case "super":
		return ev.superValue(s, e)
	case "staticmethod", "classmethod":
		return argument(0)
	case "type":
		if e == nil || len(e.Args) != 1 {
			return nil
		}
		var out []Value
		for _, of := range argument(0) {
			out = join(out, ev.classOf(of)...)
		}
		return out
	case "list", "sorted", "reversed", "tuple":
		return []Value{ev.container("list", ev.iterate(argument(0), false))}
	case "set", "frozenset":
		return []Value{ev.container("set", ev.iterate(argument(0), false))}
	case "iter", "filter":
		return []Value{ev.container("iterator", ev.iterate(argument(len(argumentsOf(e))-1), false))}
	case "dict":
		var keys, values []Value
		for _, of := range argument(0) {
			if of.Kind == BuiltinInstance && of.Name == "dict" {
				keys, values = join(keys, of.argument(0)...), join(values, of.argument(1)...)
			}
		}
		if e != nil {
			for _, k := range e.Keywords {
				values = join(values, ev.Eval(s, k.Value)...)
			}
		}
		return []Value{ev.container("dict", keys, values)}
	case "next":
		var out []Value
		for _, it := range argument(0) {
			if it.Kind == InstanceValue {
				for _, m := range ev.Attribute(nil, it, "__next__") {
					out = join(out, ev.call(m, nil, nil)...)
				}
				continue
			}
			out = join(out, ev.iterate([]Value{it}, false)...)
		}
		return join(out, argument(1)...)
	case "anext":
		return []Value{ev.container("coroutine", ev.iterate(argument(0), true))}
	case "max", "min":
		if len(argumentsOf(e)) == 1 {
			return ev.iterate(argument(0), false)
		}
		return join(argument(0), argument(1)...)
	case "enumerate":
		number := []Value{{Kind: BuiltinInstance, Name: "number"}}
		pair := ev.container("tuple", number, ev.iterate(argument(0), false))
		return []Value{ev.container("iterator", []Value{pair})}
	case "zip":
		var sets [][]Value
		for i := range argumentsOf(e) {
			sets = append(sets, ev.iterate(argument(i), false))
		}
		return []Value{ev.container("iterator", []Value{ev.container("tuple", sets...)})}
	case "map":
		var out []Value
		for _, f := range argument(0) {
			out = join(out, ev.call(f, nil, nil)...)
		}
		return []Value{ev.container("iterator", out)}
	case "getattr":
		return ev.getattr(s, e)
	case "str", "bytes":
		return []Value{{Kind: BuiltinInstance, Name: v.Name}}
	case "__import__":
		if e != nil {
			if i := s.Module.DynamicImport(e); i != nil {
				return ev.importValues(s.Module, i)
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

// getattr returns the result of getattr(value, "name").
func (ev *Evaluator) getattr(s *symtable.Scope, e *syntax.Call) []Value {
	if e == nil || len(e.Args) < 2 {
		return nil
	}
	name, ok := s.Module.Syntax.StringValue(e.Args[1])
	if !ok {
		return nil
	}
	var out []Value
	for _, v := range ev.Eval(s, e.Args[0]) {
		out = join(out, ev.Attribute(s.Module, v, name)...)
	}
	if len(e.Args) > 2 {
		out = join(out, ev.Eval(s, e.Args[2])...)
	}
	return out
}

// superValue returns the result of super() in a scope, with or without arguments.
func (ev *Evaluator) superValue(s *symtable.Scope, e *syntax.Call) []Value {
	if e != nil && len(e.Args) > 0 {
		var out []Value
		for _, c := range ev.Eval(s, e.Args[0]) {
			if c.Kind == ClassValue {
				out = join(out, Value{Kind: SuperValue, Class: c.Class})
			}
		}
		return out
	}
	if c := symtable.EnclosingClass(s); c != nil {
		return []Value{{Kind: SuperValue, Class: c}}
	}
	return nil
}

// builtinMethod returns the result of a method of a built-in type.
func (ev *Evaluator) builtinMethod(v Value, s *symtable.Scope, e *syntax.Call) []Value {
	kind, name, _ := strings.Cut(v.Name, ".")
	argument := func(i int) []Value {
		if e == nil || i >= len(e.Args) {
			return nil
		}
		return ev.Eval(s, e.Args[i])
	}
	switch kind {
	case "dict":
		switch name {
		case "get", "pop", "setdefault":
			return join(v.argument(1), argument(1)...)
		case "values":
			return []Value{ev.container("iterator", v.argument(1))}
		case "keys":
			return []Value{ev.container("iterator", v.argument(0))}
		case "items":
			return []Value{ev.container("iterator", []Value{ev.container("tuple", v.argument(0), v.argument(1))})}
		case "popitem":
			return []Value{ev.container("tuple", v.argument(0), v.argument(1))}
		case "copy":
			return []Value{{Kind: BuiltinInstance, Name: "dict", args: v.args}}
		}
	case "list", "set", "iterator":
		switch name {
		case "pop", "popleft", "__next__", "send":
			return v.Elements()
		case "copy", "union", "intersection", "difference":
			return []Value{{Kind: BuiltinInstance, Name: kind, args: v.args}}
		}
	case "str":
		switch name {
		case "split", "rsplit", "splitlines":
			return []Value{ev.container("list", []Value{{Kind: BuiltinInstance, Name: "str"}})}
		case "encode":
			return []Value{{Kind: BuiltinInstance, Name: "bytes"}}
		case "find", "count", "index", "startswith", "endswith":
			return []Value{{Kind: BuiltinInstance, Name: "number"}}
		}
		return []Value{{Kind: BuiltinInstance, Name: "str"}}
	}
	return nil
}

// externalCall returns the result of a call of a function outside the project: for known
// functions of the standard library, a specific value; for names of classes, an instance.
func (ev *Evaluator) externalCall(v Value, s *symtable.Scope, e *syntax.Call) []Value {
	first := func() []Value {
		if e == nil || len(e.Args) == 0 {
			return nil
		}
		return ev.Eval(s, e.Args[0])
	}
	switch v.Name {
	case "functools#partial", "functools#partialmethod":
		return []Value{ev.container("partial", first())}
	case "functools#wraps", "functools#update_wrapper", "copy#copy", "copy#deepcopy", "dataclasses#replace",
		"functools#lru_cache", "functools#cache", "weakref#proxy", "contextlib#contextmanager", "inspect#unwrap":
		return first()
	case "typing#cast", "typing_extensions#cast":
		if e != nil && len(e.Args) > 0 {
			return ev.annotationValues(s, e.Args[0], nil)
		}
		return nil
	case "importlib#import_module":
		if e != nil {
			if i := s.Module.DynamicImport(e); i != nil {
				return ev.importValues(s.Module, i)
			}
		}
		return nil
	case "weakref#ref":
		return []Value{ev.container("callable", first())}
	case "contextlib#closing", "contextlib#nullcontext", "contextlib#aclosing":
		return []Value{ev.container("manager", first())}
	case "collections#defaultdict":
		var out []Value
		for _, f := range first() {
			out = join(out, ev.call(f, s, nil)...)
		}
		return []Value{ev.container("dict", nil, out)}
	case "collections#deque", "itertools#chain", "itertools#islice", "collections#OrderedDict":
		return []Value{ev.container("list", ev.iterate(first(), false))}
	case "typing#TypeVar":
		return nil
	}
	name := path.Base(strings.ReplaceAll(strings.ReplaceAll(v.Name, ".", "/"), "#", "/"))
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' && strings.Contains(v.Name, "#") && !syntax.IsUpper(name) {
		return []Value{{Kind: ExternalInstance, Name: v.Name}}
	}
	return nil
}
