package resolve

import (
	"go/ast"
	"go/types"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// A function escapes where it is used as a value, so that the calls of it are not known. Such a
// place counts as unresolved for its callers.

// escape records the use of a function as a value.
func (v *visitor) escape(name *ast.Ident) {
	f, ok := v.info.Uses[name].(*types.Func)
	if !ok || v.callees[name] {
		return
	}
	targets, own := v.declared(f.Origin())
	if own && len(targets) > 0 {
		v.addUnresolved(name.Pos(), facts.Unresolved{Reason: facts.PassedOn, Maybe: targets, Inbound: true})
	}
}

// calledOutside records a function that code outside the project calls.
func (v *visitor) calledOutside(d *ast.FuncDecl) {
	if v.current != facts.ModuleLevel && syntax.IsCalledOutside(d) {
		own := facts.Target{File: v.tree.Path, Decl: v.current}
		v.addUnresolved(d.Name.Pos(), facts.Unresolved{
			Reason: facts.OutsideCaller, Maybe: []facts.Target{own}, Inbound: true,
		})
	}
}

// calledByName records a call of reflect's MethodByName, which may lead to any method of the
// name.
func (v *visitor) calledByName(n *ast.CallExpr, callee *ast.Ident) {
	if name, ok := syntax.MethodByName(n); ok {
		if f, ok := v.info.Uses[callee].(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() == "reflect" {
			v.addUnresolved(n.Pos(), facts.Unresolved{Reason: facts.ComputedName, Name: name})
		}
	}
}
