package outline

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Exports contains the names that the __all__ of a module lists.
type Exports struct {
	declared bool // the module assigns __all__
	partial  bool // some values of __all__ are not literals
	names    map[string]bool
}

// readExports reads the assignments to __all__ outside functions.
func readExports(m *syntax.Module) Exports {
	e := Exports{names: map[string]bool{}}
	e.block(m, m.Body)
	return e
}

func (e *Exports) block(m *syntax.Module, list []syntax.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *syntax.Assign:
			for _, t := range s.Targets {
				if isAll(t) {
					e.add(m, s.Value)
				}
			}
		case *syntax.AnnAssign:
			if isAll(s.Target) && s.Value != nil {
				e.add(m, s.Value)
			}
		case *syntax.AugAssign:
			if isAll(s.Target) {
				e.add(m, s.Value)
			}
		case *syntax.ExprStmt:
			e.call(m, s.Value)
		case *syntax.FunctionDef, *syntax.ClassDef:
		default:
			syntax.EachBlock(s, func(inner []syntax.Stmt) { e.block(m, inner) })
		}
	}
}

func isAll(e syntax.Expr) bool {
	n, ok := e.(*syntax.Name)
	return ok && n.ID == "__all__"
}

// call reads __all__.append("f") and __all__.extend(…).
func (e *Exports) call(m *syntax.Module, value syntax.Expr) {
	c, ok := value.(*syntax.Call)
	if !ok || len(c.Args) != 1 {
		return
	}
	a, ok := c.Func.(*syntax.Attribute)
	if !ok || !isAll(a.Value) {
		return
	}
	switch a.Attr.Name {
	case "append":
		e.name(m, c.Args[0])
	case "extend":
		e.add(m, c.Args[0])
	}
}

// add reads the names in a list or in a sum of lists.
func (e *Exports) add(m *syntax.Module, value syntax.Expr) {
	e.declared = true
	switch v := value.(type) {
	case *syntax.List:
		for _, x := range v.Elts {
			e.name(m, x)
		}
	case *syntax.Tuple:
		for _, x := range v.Elts {
			e.name(m, x)
		}
	case *syntax.BinOp:
		e.add(m, v.Left)
		e.add(m, v.Right)
	default:
		e.partial = e.partial || !isAll(value)
	}
}

func (e *Exports) name(m *syntax.Module, x syntax.Expr) {
	e.declared = true
	if text, ok := m.StringValue(x); ok {
		e.names[text] = true
	} else {
		e.partial = true
	}
}

// has reports whether a module exports a name.
func (e *Exports) has(name string) bool {
	if !e.declared {
		return !strings.HasPrefix(name, "_")
	}
	return e.names[name] || e.partial && !strings.HasPrefix(name, "_")
}

// InStarImport reports whether import * imports a name.
func (e *Exports) InStarImport(name string) bool { return e.has(name) }
