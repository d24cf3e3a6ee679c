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
			if tsgo.IsRequireCall(n) {
				return v.resolveRequired(n, callee, called)
			}
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
			return externalMember(b.external, callee, called || n == callee)
		}
		return resolution{outcome: unknown}
	}
}

// resolveRequired resolves a callee that begins with require("…").
func (v *Resolver) resolveRequired(require, callee *tsgo.Node, called bool) resolution {
	specifier := require.Arguments()[0].Text()
	if _, found := v.Program.ResolvedModule(v.source, require.Arguments()[0]); found || !v.isExternal(specifier) {
		return resolution{outcome: unknown}
	}
	return externalMember(specifier, callee, called || require == callee)
}

// externalMember returns the member of a package that a callee names. whole reports that it
// names the package, or a value that the package returned.
func externalMember(specifier string, callee *tsgo.Node, whole bool) resolution {
	if name := syntax.CalleeText(callee); !whole && name != "" {
		specifier += "#" + name
	}
	return resolution{targets: []facts.Target{{External: specifier}}}
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
