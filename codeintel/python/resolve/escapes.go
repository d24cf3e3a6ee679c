package resolve

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// A function escapes where it is passed on as a value, so that the calls of it are not known: it
// may be called under any name. Such a place counts as unresolved for its callers.

// escape records that the values of an expression escape. It does not evaluate expressions that
// hardly ever have a function as their value: operations, subscripts and the results of most
// calls.
func (v *visitor) escape(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		if !v.isParameter(e) {
			v.escapeValues(e)
		}
	case *syntax.Attribute:
		v.escapeValues(e)
	case *syntax.Call:
		switch syntax.LastName(e.Func) {
		case "partial", "partialmethod", "getattr", "staticmethod", "classmethod":
			v.escapeValues(e)
		}
	case *syntax.List, *syntax.Tuple, *syntax.Set, *syntax.Dict, *syntax.Starred, *syntax.IfExp, *syntax.BoolOp,
		*syntax.NamedExpr:
		syntax.Children(e, func(n syntax.Node) {
			if inner, ok := n.(syntax.Expr); ok {
				v.escape(inner)
			}
		})
	}
}

// isParameter reports whether a name is a parameter of the function around it. The function that
// it may be escapes at the call, or at the default of the parameter.
func (v *visitor) isParameter(e *syntax.Name) bool {
	list := v.scope.Names[e.ID]
	return len(list) == 1 && list[0].Kind == symtable.ParameterBinding
}

func (v *visitor) escapeValues(e syntax.Expr) {
	for _, x := range v.Eval(v.scope, e) {
		v.escapeValue(e, x, 0)
	}
}

// maxContainers bounds the nesting of containers whose elements escape.
const maxContainers = 3

// escapeValue records that a value escapes at a node.
func (v *visitor) escapeValue(at syntax.Node, x infer.Value, depth int) {
	switch x.Kind {
	case infer.FunctionValue, infer.MethodValue, infer.ClassValue:
	case infer.InstanceValue:
		for _, m := range v.Attribute(nil, x, "__call__") {
			if m.Kind == infer.MethodValue {
				v.escapeValue(at, m, depth)
			}
		}
		return
	case infer.BuiltinInstance:
		if depth < maxContainers {
			for _, of := range x.Contents() {
				v.escapeValue(at, of, depth+1)
			}
		}
		return
	default:
		return
	}
	targets, _ := callTargets(v.Evaluator, x)
	for _, t := range targets {
		if t.External == "" {
			v.mayBeCalled(at, t.Target, facts.PassedOn)
		}
	}
}

// mayBeCalled records that a declaration may be called from a place that is not known, because of
// a node.
func (v *visitor) mayBeCalled(at syntax.Node, t facts.Target, reason facts.Reason) {
	v.unresolved(at, facts.Unresolved{Reason: reason, Maybe: []facts.Target{t}, Inbound: true})
}

// escapeArguments records the arguments of a call that escape into the callee.
func (v *visitor) escapeArguments(e *syntax.Call) {
	callees := v.Eval(v.scope, e.Func)
	if isHarmless(callees) {
		return
	}
	for _, c := range callees {
		if c.Kind == infer.BuiltinClass && (c.Name == "exec" || c.Name == "eval") {
			// The code in the argument may call anything.
			v.unresolved(e, facts.Unresolved{Name: "*", Reason: facts.ComputedName})
		}
	}
	for _, a := range e.Args {
		v.escape(a)
	}
	for _, k := range e.Keywords {
		v.escape(k.Value)
	}
}

// isHarmless reports whether callees neither call nor keep their arguments, except in results
// that the evaluator knows.
func isHarmless(callees []infer.Value) bool {
	for _, c := range callees {
		name := c.Name
		switch c.Kind {
		case infer.BuiltinClass:
		case infer.ExternalName:
			name = name[strings.LastIndexByte(name, '#')+1:]
		default:
			return false
		}
		switch name {
		case "isinstance", "issubclass", "super", "type", "hasattr", "getattr", "callable", "id", "repr", "str", "print",
			"len", "hash", "vars", "dir", "delattr", "staticmethod", "classmethod", "list", "tuple", "set", "dict",
			"partial", "partialmethod", "cast", "TypeVar", "NewType", "namedtuple", "wraps", "update_wrapper":
		default:
			return false
		}
	}
	return len(callees) > 0
}

// decorated records that a function or class may be called by its decorators.
func (v *visitor) decorated(decl int, decorators []syntax.Expr) {
	for _, d := range decorators {
		switch syntax.LastName(d) {
		case "staticmethod", "classmethod", "abstractmethod", "override", "overload", "final", "wraps", "dataclass",
			"contextmanager", "asynccontextmanager", "lru_cache", "cache", "total_ordering", "runtime_checkable",
			"deprecated", "no_type_check":
		default:
			if decl >= 0 {
				v.mayBeCalled(d, facts.Target{File: v.module.Path, Decl: decl}, facts.PassedOn)
			}
			return
		}
	}
}

// calledByRuntime records that Python itself calls a method: a special method, or a property,
// which may be read through a value of unknown type.
func (v *visitor) calledByRuntime(f *symtable.Function, n *syntax.FunctionDef) {
	name := n.Name.Name
	special := strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") && name != "__init__" && name != "__new__"
	if f.Decl >= 0 && f.Class != nil && (special || f.IsProperty()) {
		v.mayBeCalled(n.Name, facts.Target{File: v.module.Path, Decl: f.Decl}, facts.OutsideCaller)
	}
}

// inheritedConstructor records that a call of a class may run a constructor that it inherits.
func (v *visitor) inheritedConstructor(callee syntax.Node, c infer.Value) {
	if c.Kind != infer.ClassValue || c.Class.HasConstructor() {
		return
	}
	for _, name := range []string{"__init__", "__new__"} {
		for _, b := range v.MemberBindings(c, name) {
			for _, t := range v.Targets(b) {
				if t.External == "" {
					v.mayBeCalled(callee, t, facts.SeveralValues)
				}
			}
		}
	}
}
