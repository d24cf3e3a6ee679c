package resolve

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// resolveUntyped resolves a callee that the checker does not know. A member of a
// package that is not installed belongs to that package.
func (v *Resolver) resolveUntyped(callee *tsgo.Node) resolution {
	called := false
	for n := callee; ; {
		switch n = tsgo.SkipOuter(n); n.Kind {
		case tsgo.KindCallExpression:
			called = true
			n = n.Expression()
			continue
		case tsgo.KindPropertyAccessExpression, tsgo.KindElementAccessExpression:
			n = n.Expression()
			continue
		case tsgo.KindIdentifier:
			b := v.bindings[n.Text()]
			if b == nil || b.external == "" || !v.refersTo(n, b) {
				return resolution{outcome: unknown}
			}
			name := syntax.CalleeText(callee)
			if called || name == "" || n == callee {
				return resolution{targets: []facts.Target{{External: b.external}}}
			}
			return resolution{targets: []facts.Target{{External: b.external + "#" + name}}}
		}
		return resolution{outcome: unknown}
	}
}

// resolveUnknownImport resolves a name that is imported from a module that was not
// found. If the module is not an external package, the callee is reported under its
// imported name.
func (v *Resolver) resolveUnknownImport(alias *tsgo.Symbol, local string, callee *tsgo.Node) resolution {
	imported := ""
	for _, d := range alias.Declarations {
		if d.Kind == tsgo.KindImportSpecifier {
			imported = d.PropertyNameOrName().Text()
		}
		specifier := syntax.SpecifierOf(d)
		if specifier == nil || !v.isExternal(specifier.Text()) {
			continue
		}
		name := local
		switch d.Kind {
		case tsgo.KindImportSpecifier:
			name = d.PropertyNameOrName().Text()
		case tsgo.KindImportClause:
			name = "default"
		}
		return resolution{targets: []facts.Target{{External: specifier.Text() + "#" + name}}}
	}
	r := v.resolveUntyped(callee)
	r.name = imported
	return r
}
