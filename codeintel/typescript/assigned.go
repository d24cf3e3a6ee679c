package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// targetsOfAssignment holds the names and properties that a file assigns to.
type targetsOfAssignment struct {
	byName   map[string][]*tsgo.Node
	computed []*tsgo.Node // table[key] = …
}

// assigned reports a variable or property that is set again after it was
// declared, in the file that declares it or the one at hand, and what to.
// Functions and methods count as fixed, and so does a member that is declared by
// its type only: what is called there is the member, whatever it holds.
func (v *visitor) assigned(symbol *tsgo.Symbol) (again bool, values []*tsgo.Node) {
	d := symbol.ValueDeclaration
	if d == nil {
		return false, nil
	}
	isProperty := false
	switch d.Kind {
	case tsgo.KindVariableDeclaration, tsgo.KindBindingElement:
		if root := rootOf(d); root.Kind == tsgo.KindVariableDeclaration && tsgo.IsVarConst(root.Parent) {
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
		if v.outlines[f] == nil {
			continue
		}
		in := v.outlines[f].assignments()
		for _, n := range in.byName[name] {
			if !sharesDeclaration(v.assignedSymbol(n), symbol) {
				continue
			}
			again = true
			if left, right, ok := assignment(n.Parent); ok && left == n {
				values = append(values, right)
			}
		}
		for _, n := range in.computed {
			if !isProperty || again {
				break
			}
			if !tsgo.MayBeKey(v.checker.GetTypeAtLocation(nameOf(n)), name) {
				continue
			}
			p := v.checker.GetPropertyOfType(v.checker.GetTypeAtLocation(n.Expression()), name)
			again = sharesDeclaration(p, symbol)
		}
	}
	return again, values
}

// assignedSymbol returns what an assignment sets: in ({ f } = o) the f, not the
// property of o.
func (v *visitor) assignedSymbol(n *tsgo.Node) *tsgo.Symbol {
	if n.Parent.Kind == tsgo.KindShorthandPropertyAssignment {
		return v.checker.GetShorthandAssignmentValueSymbol(n.Parent)
	}
	return v.symbolOf(nameOf(n))
}

// assignmentsIn finds what a file assigns to.
func assignmentsIn(f *tsgo.SourceFile) *targetsOfAssignment {
	found := &targetsOfAssignment{byName: map[string][]*tsgo.Node{}}
	var visit func(*tsgo.Node) bool
	visit = func(n *tsgo.Node) bool {
		switch n.Kind {
		case tsgo.KindIdentifier, tsgo.KindPropertyAccessExpression, tsgo.KindElementAccessExpression:
			if tsgo.IsAssignmentTarget(n) {
				if name := calleeText(n); name != "" {
					found.byName[name] = append(found.byName[name], n)
				} else {
					found.computed = append(found.computed, n)
				}
			}
		}
		n.ForEachChild(visit)
		return false
	}
	f.ForEachChild(visit)
	return found
}

// rootOf returns the variable or parameter a destructured name belongs to.
func rootOf(d *tsgo.Node) *tsgo.Node {
	for d.Kind == tsgo.KindBindingElement {
		d = d.Parent.Parent
	}
	return d
}

// sharesDeclaration compares symbols by where they are declared: the checker
// makes new ones of a property for every type it appears in.
func sharesDeclaration(a, b *tsgo.Symbol) bool {
	if a == nil {
		return false
	}
	return a == b || slices.ContainsFunc(a.Declarations, func(d *tsgo.Node) bool { return slices.Contains(b.Declarations, d) })
}
