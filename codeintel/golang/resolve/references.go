package resolve

import (
	"go/ast"
	"go/types"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// addReference records a reference that is not a call.
func (v *visitor) addReference(name *ast.Ident) {
	if !v.references {
		return
	}
	obj := v.info.Uses[name]
	_, isType := obj.(*types.TypeName)
	if obj == nil || v.callees[name] && !isType { // the call of a type is a conversion
		return
	}
	targets, _ := v.declared(declaredAs(obj))
	if len(targets) == 0 {
		return
	}
	r := facts.Reference{From: v.current, Kind: facts.Uses}
	switch {
	case v.embedded[name]:
		r.Kind = facts.Extends
	case isType:
		r.Kind = facts.UsesType
	}
	r.Line, r.Column = v.tree.Position(name.Pos())
	for _, r.To = range targets {
		v.out.References = append(v.out.References, r)
	}
}

// declaredAs returns the generic object of an instantiated one.
func declaredAs(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

// addEmbedded records the names of embedded types.
func (v *visitor) addEmbedded(fields *ast.FieldList) {
	if !v.references || fields == nil {
		return
	}
	for _, field := range fields.List {
		if len(field.Names) > 0 {
			continue
		}
		if name := syntax.EmbeddedName(field.Type); name != nil {
			v.embedded[name] = true
		}
	}
}
