package python

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// called returns what a call may give.
func (ev *evaluator) called(s *scope, e *syntax.Call) []value {
	var out []value
	for _, v := range ev.eval(s, e.Func) {
		out = join(out, ev.result(v, s, e)...)
	}
	return out
}

// result returns what calling a value gives. The call is nil where the language
// itself calls.
func (ev *evaluator) result(v value, s *scope, e *syntax.Call) []value {
	switch v.kind {
	case aClass:
		if v.cls.isEnum() {
			return []value{{kind: anInstance, cls: v.cls}}
		}
		return []value{{kind: anInstance, cls: v.cls, args: v.args, own: v.own, guess: v.guess}}
	case aFunction:
		return ev.returnedFor(v.fn, value{}, s, e)
	case aMethod:
		receiver := value{kind: anInstance, cls: v.cls, args: v.args, own: v.own, guess: v.guess}
		return ev.returnedFor(v.fn, receiver, s, e)
	case anInstance:
		var out []value
		for _, m := range ev.attribute(nil, v, "__call__") {
			if m.kind == aMethod {
				out = join(out, ev.result(m, s, e)...)
			}
		}
		return out
	case aBuiltin:
		if v.text == "callable" || v.text == "partial" {
			if v.text == "callable" {
				return v.elements()
			}
			var out []value
			for _, f := range v.elements() {
				out = join(out, ev.result(f, s, nil)...)
			}
			return out
		}
	case aBuiltinClass:
		return ev.builtinCall(v, s, e)
	case aBuiltinMethod:
		return ev.builtinMethod(v, s, e)
	case anExternal:
		return ev.externalCall(v, s, e)
	}
	return nil
}

// externalCall returns what well known functions of the library give; of others
// with the name of a class, an instance.
func (ev *evaluator) externalCall(v value, s *scope, e *syntax.Call) []value {
	first := func() []value {
		if e == nil || len(e.Args) == 0 {
			return nil
		}
		return ev.eval(s, e.Args[0])
	}
	switch v.text {
	case "functools#partial", "functools#partialmethod":
		return []value{ev.container("partial", first())}
	case "functools#wraps", "functools#update_wrapper", "copy#copy", "copy#deepcopy", "dataclasses#replace",
		"functools#lru_cache", "functools#cache", "weakref#proxy", "contextlib#contextmanager", "inspect#unwrap":
		return first()
	case "typing#cast", "typing_extensions#cast":
		if e != nil && len(e.Args) > 0 {
			return ev.declared(s, e.Args[0], nil)
		}
		return nil
	case "importlib#import_module":
		if e != nil {
			if i := s.module.dynamicImport(e); i != nil {
				return ev.imported(s.module, i)
			}
		}
		return nil
	case "weakref#ref":
		return []value{ev.container("callable", first())}
	case "contextlib#closing", "contextlib#nullcontext", "contextlib#aclosing":
		return []value{ev.container("manager", first())}
	case "collections#defaultdict":
		var out []value
		for _, f := range first() {
			out = join(out, ev.result(f, s, nil)...)
		}
		return []value{ev.container("dict", nil, out)}
	case "collections#deque", "itertools#chain", "itertools#islice", "collections#OrderedDict":
		return []value{ev.container("list", ev.items(first(), false))}
	case "typing#TypeVar":
		return nil
	}
	name := path.Base(strings.ReplaceAll(strings.ReplaceAll(v.text, ".", "/"), "#", "/"))
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' && strings.Contains(v.text, "#") && !syntax.IsUpper(name) {
		return []value{{kind: anExternalValue, text: v.text}}
	}
	return nil
}
