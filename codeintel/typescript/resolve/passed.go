package resolve

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// passed records that a function, method or class is passed on as a value, by a name or a
// member access. It may then be called at places that do not name it.
func (v *Resolver) passed(n *tsgo.Node) {
	if !syntax.IsPassed(n) {
		return
	}
	var symbol *tsgo.Symbol
	if n.Parent.Kind == tsgo.KindShorthandPropertyAssignment {
		symbol = v.skipAlias(v.checker.GetShorthandAssignmentValueSymbol(n.Parent))
	} else {
		symbol = v.symbolOf(syntax.CalleeName(n))
	}
	v.passedOn(syntax.CalleeName(n), symbol)
}

// passedOn records that the value of a symbol is passed on at a node. symbol can be nil.
func (v *Resolver) passedOn(at *tsgo.Node, symbol *tsgo.Symbol) {
	if symbol == nil {
		return
	}
	var functions []facts.Target
	all, _ := v.declared(symbol)
	for _, t := range all {
		if v.isCallable(t) {
			functions = append(functions, t)
		}
	}
	if len(functions) > 0 {
		v.unresolved(at, facts.Unresolved{Reason: facts.PassedOn, Inbound: true, Maybe: functions})
	}
}

// isCallable reports whether a target is a listed function, method or class.
func (v *Resolver) isCallable(t facts.Target) bool {
	if t.External != "" || t.Decl == facts.ModuleLevel || t.Member != "" {
		return false
	}
	d := v.Summary(t.File)
	if d == nil {
		return false
	}
	switch d.Decls[t.Decl].Type {
	case facts.Function, facts.Method, facts.Class, facts.Component, facts.Hook:
		return true
	}
	return false
}
