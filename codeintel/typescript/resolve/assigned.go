package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// reassigned reports whether a variable or property is assigned after its declaration,
// in the declaring file or the current one, and returns the assigned values. Functions
// and methods count as fixed. So does a member that is declared by its type only: a
// call of it resolves to the member regardless of its value.
func (v *Resolver) reassigned(symbol *tsgo.Symbol) (again bool, values []*tsgo.Node) {
	d := symbol.ValueDeclaration
	if d == nil {
		return false, nil
	}
	isProperty := false
	switch d.Kind {
	case tsgo.KindVariableDeclaration, tsgo.KindBindingElement:
		root := syntax.DestructuringRoot(d)
		if root.Kind == tsgo.KindVariableDeclaration && tsgo.IsVarConst(root.Parent) {
			return false, nil
		}
	case tsgo.KindPropertyDeclaration:
		if d.Initializer() == nil {
			return false, nil
		}
		isProperty = true
	case tsgo.KindPropertyAssignment, tsgo.KindShorthandPropertyAssignment:
		isProperty = true
	default:
		return false, nil
	}
	name, ok := tsgo.PropertyNameText(d.Name())
	if !ok {
		return false, nil
	}
	files := []*tsgo.SourceFile{tsgo.SourceFileOf(d)}
	if isProperty && files[0] != v.source {
		files = append(files, v.source)
	}
	for _, f := range files {
		if v.Summaries[f] == nil {
			continue
		}
		in := v.Summaries[f].Assignments()
		for _, n := range in.ByName[name] {
			if !sharesDeclaration(v.assignedSymbol(n), symbol) {
				continue
			}
			again = true
			if left, right, ok := syntax.Assignment(n.Parent); ok && left == n {
				values = append(values, right)
			}
		}
		for _, n := range in.Computed {
			if !isProperty || again {
				break
			}
			if !tsgo.MayBeKey(v.checker.GetTypeAtLocation(syntax.CalleeName(n)), name) {
				continue
			}
			p := v.checker.GetPropertyOfType(v.checker.GetTypeAtLocation(n.Expression()), name)
			again = sharesDeclaration(p, symbol)
		}
	}
	return again, values
}

// assignedSymbol returns the symbol that an assignment sets: for `({ f } = o)`, it is the
// variable f, not the property of o.
func (v *Resolver) assignedSymbol(n *tsgo.Node) *tsgo.Symbol {
	if n.Parent.Kind == tsgo.KindShorthandPropertyAssignment {
		return v.checker.GetShorthandAssignmentValueSymbol(n.Parent)
	}
	return v.symbolOf(syntax.CalleeName(n))
}

// sharesDeclaration reports whether two symbols have a declaration in common. The
// checker creates a new symbol for a property in every type that contains it.
func sharesDeclaration(a, b *tsgo.Symbol) bool {
	if a == nil {
		return false
	}
	return a == b || slices.ContainsFunc(a.Declarations,
		func(d *tsgo.Node) bool { return slices.Contains(b.Declarations, d) })
}
