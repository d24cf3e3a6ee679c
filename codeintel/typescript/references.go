package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// referrer finds the places where declarations are named otherwise than to call or
// import them.
type referrer struct {
	callees map[*tsgo.Node]bool                // names of what is called, which calls tell of
	bases   map[*tsgo.Node]facts.ReferenceKind // names of what is extended or implemented
}

func newReferrer() *referrer {
	return &referrer{callees: map[*tsgo.Node]bool{}, bases: map[*tsgo.Node]facts.ReferenceKind{}}
}

// notReferred notes what a call-like node names without referring to it: its
// callee, if that is listed as a call, and the tags of HTML.
func (r *referrer) notReferred(n, callee *tsgo.Node) {
	switch {
	case syntax.IsSuperCall(n): // names nothing itself
	case callee != nil:
		r.calls(callee)
	case n.Kind == tsgo.KindJsxOpeningElement, n.Kind == tsgo.KindJsxSelfClosingElement:
		r.callees[tsgo.InvokedExpression(n)] = true
	}
}

// calls notes the names in a callee, or in what it may come to.
func (r *referrer) calls(callee *tsgo.Node) {
	all := syntax.Alternatives(callee)
	if all == nil {
		r.callees[syntax.CalleeName(callee)] = true
	}
	for _, n := range all {
		r.calls(tsgo.SkipOuter(n))
	}
}

// inherits notes the names in the heritage clauses of a class or interface. The
// classes that a mixin is applied to are extended as well.
func (r *referrer) inherits(n *tsgo.Node) {
	if !tsgo.IsClassLike(n) && n.Kind != tsgo.KindInterfaceDeclaration {
		return
	}
	note := func(entries []*tsgo.Node, kind facts.ReferenceKind) {
		for _, e := range entries {
			syntax.HeritageNames(e, func(name *tsgo.Node) {
				if last := syntax.LastName(name); last != nil {
					r.bases[last] = kind
				}
			})
		}
	}
	note(tsgo.ExtendsClauses(n), facts.Extends)
	note(tsgo.ImplementsClauses(n), facts.Implements)
}

// reference records what a name refers to, unless it declares something or the
// place is told of otherwise.
func (v *visitor) reference(n *tsgo.Node) {
	if v.referrer == nil || v.callees[n] {
		return
	}
	symbol := v.referred(n)
	if symbol == nil {
		return
	}
	kind, extends := v.bases[n]
	if !extends && tsgo.IsTypeName(n) {
		kind = facts.UsesType
	}
	declarations := v.meant(n, symbol)
	if len(declarations) == 0 {
		return
	}
	line, column := v.position(n)
	for _, t := range declarations {
		v.part.References = append(v.part.References, facts.Reference{From: v.current, To: t, Kind: kind, Line: line, Column: column})
	}
}

// referred returns the symbol of a name that refers to something declared
// elsewhere; nil for a name that declares, exports or labels.
func (v *visitor) referred(n *tsgo.Node) *tsgo.Symbol {
	switch p := n.Parent; p.Kind {
	case tsgo.KindShorthandPropertyAssignment:
		if p.Name() == n {
			return v.pastAlias(v.checker.GetShorthandAssignmentValueSymbol(p))
		}
	case tsgo.KindBindingElement:
		if n == p.PropertyNameOrName() {
			return v.destructuredProperty(p)
		}
	case tsgo.KindImportSpecifier, tsgo.KindExportSpecifier, tsgo.KindExportAssignment:
		return nil
	case tsgo.KindImportType: // the import tells
		if p.AsImportTypeNode().Qualifier == n {
			return nil
		}
	case tsgo.KindQualifiedName:
		if p.AsQualifiedName().Left == n && isImportQualifier(p) {
			return nil
		}
	}
	if tsgo.IsDeclarationName(n) {
		return nil
	}
	return v.symbolOf(n)
}

// isImportQualifier reports the innermost part of a.b.c in import("…").a.b.c.
func isImportQualifier(n *tsgo.Node) bool {
	for n.Parent.Kind == tsgo.KindQualifiedName {
		n = n.Parent
	}
	return n.Parent.Kind == tsgo.KindImportType
}

// destructuredProperty returns the property that a name in an object pattern is
// taken from.
func (v *visitor) destructuredProperty(element *tsgo.Node) *tsgo.Symbol {
	pattern := element.Parent
	text, ok := tsgo.PropertyNameText(element.PropertyNameOrName())
	if !ok || pattern.Kind != tsgo.KindObjectBindingPattern || element.AsBindingElement().DotDotDotToken != nil {
		return nil
	}
	if from := pattern.Parent.Initializer(); from != nil && v.requires[from] {
		return nil // an import
	}
	return v.pastAlias(v.checker.GetPropertyOfType(v.checker.GetTypeAtLocation(pattern), text))
}

// meant returns the listed declarations, or the file, that a name means where it
// stands: of a name that is both type and value, one of them.
func (v *visitor) meant(n *tsgo.Node, symbol *tsgo.Symbol) []facts.Target {
	var listed []*tsgo.Node
	for _, d := range v.exportedValue(symbol).Declarations {
		if syntax.IsModuleExportsObject(d) {
			d = tsgo.SourceFileOf(d).AsNode()
		}
		if _, ok := v.exactTarget(d); ok && v.isNamed(d, n) {
			listed = append(listed, d)
		}
	}
	if len(listed) > 1 {
		fits := func(d *tsgo.Node) bool { return !tsgo.IsTypeDeclaration(d) }
		if tsgo.IsPartOfTypeNode(n) {
			fits = tsgo.DeclaresType
		}
		if slices.ContainsFunc(listed, fits) {
			listed = slices.DeleteFunc(listed, func(d *tsgo.Node) bool { return !fits(d) })
		}
	}
	var targets []facts.Target
	for _, d := range listed {
		t, _ := v.exactTarget(d)
		targets = union(targets, []facts.Target{t})
	}
	return targets
}

// isNamed reports a declaration that can be found by the name n. A type may have the
// members of another by other names, and a module is named as such only where that
// is not said by naming one of its members.
func (v *visitor) isNamed(d, n *tsgo.Node) bool {
	if left, _, ok := syntax.Assignment(d); ok && syntax.CalleeName(left) == n {
		return false // exports.name = … declares it
	}
	switch {
	case d.Kind == tsgo.KindSourceFile:
		return syntax.AccessedMember(n) == nil
	case d.Kind == tsgo.KindModuleDeclaration:
		return !tsgo.IsModuleWithStringName(d) && !tsgo.IsGlobalAugmentation(d)
	case syntax.IsMember(d):
		t, _ := v.exactTarget(d)
		return syntax.LastSegment(v.Summary(t.File).Decls[t.Decl].Name) == n.Text()
	}
	return true
}

// exportedValue returns what a property of module.exports = { … } is set to by name,
// unless it is listed itself, and any other symbol as it is.
func (v *visitor) exportedValue(symbol *tsgo.Symbol) *tsgo.Symbol {
	d := symbol.ValueDeclaration
	if d == nil || !syntax.IsExportedObject(d.Parent) {
		return symbol
	}
	var value *tsgo.Symbol
	switch d.Kind {
	case tsgo.KindShorthandPropertyAssignment:
		value = v.pastAlias(v.checker.GetShorthandAssignmentValueSymbol(d))
	case tsgo.KindPropertyAssignment:
		if init := tsgo.SkipOuter(d.Initializer()); init.Kind == tsgo.KindIdentifier {
			value = v.symbolOf(init)
		}
	}
	if value == nil {
		return symbol
	}
	return value
}
