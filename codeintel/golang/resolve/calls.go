package resolve

import (
	"go/ast"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// call records the targets of a call expression.
func (v *visitor) call(n *ast.CallExpr) {
	callee := ast.Unparen(n.Fun)
	if isTypeSyntax(callee) {
		return // a conversion
	}
	v.steps = 0
	r := v.callee(callee, 0)
	name := syntax.CalleeName(callee)
	at := callee.Pos()
	if name != nil {
		at = name.Pos()
	}
	if name != nil {
		v.callees[name] = true
	}
	v.calledByName(n, name)
	line, column := v.tree.Position(at)
	for _, t := range r.targets {
		v.out.Calls = append(v.out.Calls, facts.Call{
			From: v.current, To: t, Line: line, Column: column, Exact: r.exact, Through: r.through,
		})
	}
	u := facts.Unresolved{Name: r.name, Maybe: r.candidates}
	if u.Name == "" && name != nil {
		u.Name = name.Name
	}
	switch {
	case r.uncertain, len(r.targets) == 0 && !r.known:
		if len(r.targets)+len(r.candidates) > 0 {
			u.Reason = facts.SeveralValues
		}
		v.addUnresolved(at, u)
	case r.interfaceMethod != "":
		v.addUnresolved(at, facts.Unresolved{Name: r.interfaceMethod, Reason: facts.OutsideCaller, Inbound: true})
	}
}

// isTypeSyntax reports whether an expression can only be a type, by its syntax.
func isTypeSyntax(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		return true
	case *ast.StarExpr: // (*T)(x); a call through a pointer needs a variable
		return isTypeSyntax(e.X)
	}
	return false
}
