package infer

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// isTypeVar reports whether a binding is `T = TypeVar("T")`.
func isTypeVar(b *symtable.Binding) bool {
	c, ok := b.Value.(*syntax.Call)
	return ok && b.Kind == symtable.ValueBinding && syntax.LastName(c.Func) == "TypeVar"
}

// isTypeExpression reports whether an expression is a type when it is assigned to a name.
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

// typeArguments returns the expressions in the brackets of a generic type.
func typeArguments(e *syntax.Subscript) []syntax.Expr {
	if t, ok := e.Index.(*syntax.Tuple); ok {
		return t.Elts
	}
	return []syntax.Expr{e.Index}
}

// isTyping reports whether an external name belongs to a module that defines types for
// annotations.
func isTyping(text string) bool {
	module, _, _ := strings.Cut(text, "#")
	switch module {
	case "typing", "typing_extensions", "collections.abc", "collections", "t", "_typeshed":
		return true
	}
	return false
}

// containerName maps the name of a container type, in lower case, to the built-in type with
// the same iteration and indexing.
func containerName(name string) string {
	switch name {
	case "list", "sequence", "mutablesequence", "deque", "collection", "userlist":
		return "list"
	case "set", "frozenset", "mutableset", "abstractset", "keysview":
		return "set"
	case "dict", "mapping", "mutablemapping", "defaultdict", "ordereddict", "counter", "userdict", "chainmap":
		return "dict"
	case "iterable", "iterator", "generator", "asynciterable", "asynciterator", "asyncgenerator", "valuesview",
		"reversible", "container":
		return "iterator"
	case "coroutine", "awaitable", "future", "task":
		return "coroutine"
	case "contextmanager", "asynccontextmanager", "abstractcontextmanager", "abstractasynccontextmanager":
		return "manager"
	}
	return name
}

// typeForm returns how an annotation uses a type parameter T: 'i' for T itself, 't' for
// type[T], 'c' for a container of T, 'f' for a callable that returns T, 0 for none.
func typeForm(e syntax.Expr, name string) byte {
	switch e := e.(type) {
	case *syntax.Name:
		if e.ID == name {
			return 'i'
		}
	case *syntax.BinOp:
		if form := typeForm(e.Left, name); form != 0 {
			return form
		}
		return typeForm(e.Right, name)
	case *syntax.Subscript:
		inner := e.Index
		if t, ok := inner.(*syntax.Tuple); ok && len(t.Elts) > 0 {
			inner = t.Elts[len(t.Elts)-1]
		}
		if n, ok := inner.(*syntax.Name); !ok || n.ID != name {
			return 0
		}
		switch syntax.LastName(e.Value) {
		case "Optional", "Union":
			return 'i'
		case "type", "Type":
			return 't'
		case "Callable":
			return 'f'
		case "list", "List", "Sequence", "Iterable", "Iterator", "set", "Set", "Collection", "tuple", "Tuple":
			return 'c'
		}
	}
	return 0
}
