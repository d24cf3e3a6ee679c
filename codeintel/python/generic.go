package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// isTyping reports a name of the modules that types are written with.
func isTyping(text string) bool {
	module, _, _ := strings.Cut(text, "#")
	switch module {
	case "typing", "typing_extensions", "collections.abc", "collections", "t", "_typeshed":
		return true
	}
	return false
}

// canonical names a container by how it is run over and indexed.
func canonical(name string) string {
	switch name {
	case "list", "sequence", "mutablesequence", "deque", "collection", "userlist":
		return "list"
	case "set", "frozenset", "mutableset", "abstractset", "keysview":
		return "set"
	case "dict", "mapping", "mutablemapping", "defaultdict", "ordereddict", "counter", "userdict", "chainmap":
		return "dict"
	case "iterable", "iterator", "generator", "asynciterable", "asynciterator", "asyncgenerator", "valuesview", "reversible", "container":
		return "iterator"
	case "coroutine", "awaitable", "future", "task":
		return "coroutine"
	case "contextmanager", "asynccontextmanager", "abstractcontextmanager", "abstractasynccontextmanager":
		return "manager"
	}
	return name
}

// parameterized returns what has the type of base[arguments].
func (ev *evaluator) parameterized(s *scope, e *syntax.Subscript, given func(string) []value) []value {
	list := typeArguments(e)
	all := func(i int) []value {
		if i < 0 || i >= len(list) {
			return nil
		}
		return ev.declared(s, list[i], given)
	}
	var out []value
	for _, v := range ev.typeValues(s, e.Value) {
		name := ""
		switch v.kind {
		case aClass:
			sets := make([][]value, len(list))
			for i := range list {
				sets[i] = all(i)
			}
			out = join(out, value{kind: anInstance, cls: v.cls, args: ev.arguments(sets...)})
			continue
		case aBuiltinClass:
			name = v.text
		case anExternal:
			name = v.text[strings.LastIndexAny(v.text, ".#")+1:]
		default:
			continue
		}
		out = join(out, ev.generic(name, v, list, all)...)
	}
	return out
}

// generic returns what has the type of one of the library's generic types.
func (ev *evaluator) generic(name string, v value, list []syntax.Expr, all func(int) []value) []value {
	switch name {
	case "Optional", "Union":
		var out []value
		for i := range list {
			out = join(out, all(i)...)
		}
		return out
	case "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "InitVar", "Mapped":
		return all(0)
	case "type", "Type":
		var out []value
		for _, t := range all(0) {
			out = join(out, ev.classOf(t)...)
		}
		return out
	case "Callable":
		return []value{ev.container("callable", all(len(list)-1))}
	case "Literal", "TypeGuard", "TypeIs", "Unpack", "Concatenate":
		return nil
	case "Generator", "AsyncGenerator":
		return []value{ev.container("iterator", all(0))}
	case "Coroutine", "Awaitable", "Task", "Future":
		return []value{ev.container("coroutine", all(len(list)-1))}
	case "Generic", "Protocol":
		return nil
	case "tuple", "Tuple":
		if c, ok := list[len(list)-1].(*syntax.Constant); ok && c.Kind == syntax.Ellipsis {
			return []value{ev.container("list", all(0))}
		}
	}
	kind := canonical(strings.ToLower(name))
	if v.kind == anExternal && !isTyping(v.text) && kind != "manager" && kind != "dict" && kind != "list" {
		return []value{{kind: anExternalValue, text: v.text}}
	}
	sets := make([][]value, len(list))
	for i := range list {
		sets[i] = all(i)
	}
	return []value{ev.container(kind, sets...)}
}

// classOf returns the class of an instance.
func (ev *evaluator) classOf(v value) []value {
	switch v.kind {
	case anInstance:
		return []value{{kind: aClass, cls: v.cls, args: v.args, own: v.own, guess: v.guess}}
	case anExternalValue:
		return []value{{kind: anExternal, text: v.text}}
	}
	return nil
}

// parameterOf returns what an instance was made for in place of a type parameter of
// its class, by the order in which the class lists them.
func (ev *evaluator) parameterOf(v value, name string) []value {
	for i, p := range v.cls.node.TypeParams {
		if p.Name.Name == name {
			return v.argument(i)
		}
	}
	for _, b := range v.cls.node.Bases {
		sub, ok := b.(*syntax.Subscript)
		if !ok {
			continue
		}
		list := typeArguments(sub)
		if v.args != nil {
			for i, x := range list {
				if n, ok := x.(*syntax.Name); ok && n.ID == name {
					return v.argument(i)
				}
			}
			continue
		}
		// class Users(Repo[User]): what the base calls T
		for _, base := range ev.eval(v.cls.baseScope(), sub.Value) {
			if base.kind == aClass && base.cls != v.cls {
				sets := make([][]value, len(list))
				for i, x := range list {
					sets[i] = ev.declared(v.cls.baseScope(), x, nil)
				}
				if out := ev.parameterOf(value{kind: anInstance, cls: base.cls, args: ev.arguments(sets...)}, name); len(out) > 0 {
					return out
				}
			}
		}
	}
	return nil
}
