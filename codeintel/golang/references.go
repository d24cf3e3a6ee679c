package golang

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// reference records that a name is used for what it means, other than to call it.
func (v *visitor) reference(name *ast.Ident) {
	if !v.references {
		return
	}
	obj := v.info.Uses[name]
	_, isType := obj.(*types.TypeName)
	if obj == nil || v.callees[name] && !isType { // a called type is a conversion
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
	r.Line, r.Column = v.tree.position(name.Pos())
	for _, r.To = range targets {
		v.out.References = append(v.out.References, r)
	}
}

// declaredAs returns what an object of an instantiated type is declared as.
func declaredAs(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

// embeds notes the names of what a struct or interface embeds.
func (v *visitor) embeds(fields *ast.FieldList) {
	if !v.references || fields == nil {
		return
	}
	for _, field := range fields.List {
		if len(field.Names) > 0 {
			continue
		}
		if name := embeddedName(field.Type); name != nil {
			v.embedded[name] = true
		}
	}
}

// implementing returns the interfaces that types of a file implement, with their
// places in the tree of that file.
func (h *heritage) implementing(f *file, t *tree) []facts.Reference {
	out := h.implements[f.path]
	slices.SortFunc(out, func(a, b facts.Reference) int {
		return cmp.Or(a.From-b.From, cmp.Compare(a.To.File, b.To.File), a.To.Decl-b.To.Decl)
	})
	for name, decl := range t.at {
		for i := range out {
			if out[i].From == decl {
				out[i].Line, out[i].Column = t.position(name)
			}
		}
	}
	return out
}
