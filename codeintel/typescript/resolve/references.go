package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// reference records the targets of a name. It ignores names that declare, and names
// that are recorded as calls or imports.
func (v *Resolver) reference(n *tsgo.Node) {
	if v.referrer == nil || v.callees[n] {
		return
	}
	symbol := v.referredSymbol(n)
	if symbol == nil {
		return
	}
	kind, extends := v.bases[n]
	if !extends && tsgo.IsTypeName(n) {
		kind = facts.UsesType
	}
	declarations := v.referenceTargets(n, symbol)
	if len(declarations) == 0 {
		return
	}
	line, column := v.position(n)
	for _, t := range declarations {
		v.part.References = append(v.part.References, facts.Reference{
			From: v.decl, To: t, Kind: kind, Line: line,
			Column: column,
		})
	}
}

// referredSymbol returns the symbol of a name that refers to a declaration elsewhere,
// or nil for a name that declares, exports or labels.
func (v *Resolver) referredSymbol(n *tsgo.Node) *tsgo.Symbol {
	switch p := n.Parent; p.Kind {
	case tsgo.KindShorthandPropertyAssignment:
		if p.Name() == n {
			return v.skipAlias(v.checker.GetShorthandAssignmentValueSymbol(p))
		}
	case tsgo.KindBindingElement:
		if n == p.PropertyNameOrName() {
			return v.destructuredProperty(p)
		}
	case tsgo.KindImportSpecifier, tsgo.KindExportSpecifier, tsgo.KindExportAssignment:
		return nil
	case tsgo.KindImportType: // recorded as an import
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

// isImportQualifier reports whether n is the innermost part of a.b.c in
// import("…").a.b.c.
func isImportQualifier(n *tsgo.Node) bool {
	for n.Parent.Kind == tsgo.KindQualifiedName {
		n = n.Parent
	}
	return n.Parent.Kind == tsgo.KindImportType
}

// destructuredProperty returns the property that a name in an object pattern is taken
// from, or nil.
func (v *Resolver) destructuredProperty(element *tsgo.Node) *tsgo.Symbol {
	pattern := element.Parent
	text, ok := tsgo.PropertyNameText(element.PropertyNameOrName())
	if !ok || pattern.Kind != tsgo.KindObjectBindingPattern || element.AsBindingElement().DotDotDotToken != nil {
		return nil
	}
	if from := pattern.Parent.Initializer(); from != nil && v.requires[from] {
		return nil // an import
	}
	return v.skipAlias(v.checker.GetPropertyOfType(v.checker.GetTypeAtLocation(pattern), text))
}

// referenceTargets returns the listed declarations, or the file, that a name refers to
// in its context. A name that is both a type and a value refers to one of them.
func (v *Resolver) referenceTargets(n *tsgo.Node, symbol *tsgo.Symbol) []facts.Target {
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

// isNamed reports whether the name n identifies the declaration d. A type can have
// members of another type under different names. A module counts only if the name does
// not select one of its members.
func (v *Resolver) isNamed(d, n *tsgo.Node) bool {
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
