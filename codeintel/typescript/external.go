package typescript

import (
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// untyped judges a callee the checker knows nothing of. What hangs off a
// package that is not installed belongs to that package all the same.
func (v *visitor) untyped(callee *tsgo.Node) resolution {
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
				return resolution{kind: opaque}
			}
			name := calleeText(callee)
			if called || name == "" || n == callee {
				return resolution{targets: []Target{{External: b.external}}}
			}
			return resolution{targets: []Target{{External: b.external + "#" + name}}}
		}
		return resolution{kind: opaque}
	}
}

// unknownImport judges a name imported from a module that was not found.
func (v *visitor) unknownImport(alias *tsgo.Symbol, local string, callee *tsgo.Node) resolution {
	for _, d := range alias.Declarations {
		specifier := specifierOf(d)
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
		return resolution{targets: []Target{{External: specifier.Text() + "#" + name}}}
	}
	return v.untyped(callee)
}

// specifierOf returns the module specifier of the import an alias comes from.
func specifierOf(n *tsgo.Node) *tsgo.Node {
	for ; n != nil; n = n.Parent {
		switch n.Kind {
		case tsgo.KindImportDeclaration, tsgo.KindJSImportDeclaration, tsgo.KindExportDeclaration:
			return n.ModuleSpecifier()
		case tsgo.KindVariableDeclaration:
			init := n.Initializer()
			for init != nil && init.Kind == tsgo.KindPropertyAccessExpression {
				init = init.Expression()
			}
			if init != nil && tsgo.IsRequireCall(init) {
				return init.Arguments()[0]
			}
			return nil
		case tsgo.KindSourceFile:
			return nil
		}
	}
	return nil
}

// isExternal reports a specifier that names another package, installed or not.
// A relative path, a path alias and the project's own packages are not: if
// they lead nowhere, that is unresolved.
func (a *analyzer) isExternal(specifier string) bool {
	if specifier == "" || specifier[0] == '.' || specifier[0] == '/' || specifier[0] == '#' {
		return false
	}
	if a.project.Packages[packageName(specifier)] {
		return false
	}
	for _, pattern := range a.aliases {
		prefix, suffix, wildcard := strings.Cut(pattern, "*")
		if !wildcard && specifier == pattern ||
			wildcard && strings.HasPrefix(specifier, prefix) && strings.HasSuffix(specifier, suffix) {
			return false
		}
	}
	return true
}

// packageName cuts a specifier down to its package: a/b/c to a, @s/p/q to @s/p.
func packageName(specifier string) string {
	parts := strings.SplitN(specifier, "/", 3)
	if specifier[0] == '@' && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// packageOf names what a file outside the analysed ones belongs to: the
// package for a file of one, else the path relative to the project. A symbol
// adds its name.
func (a *analyzer) packageOf(f *tsgo.SourceFile, symbol *tsgo.Symbol) string {
	name := ""
	if i := strings.LastIndex(f.FileName(), "/node_modules/"); i >= 0 {
		name = typedPackage(packageName(f.FileName()[i+len("/node_modules/"):]))
	} else if rel, ok := a.fs.relative(f.FileName()); ok {
		name = rel
	}
	if name == "" || symbol == nil || strings.HasPrefix(symbol.Name, tsgo.InternalSymbolNamePrefix) {
		return name
	}
	if module := symbol.Parent; module != nil && module.IsExternalModule() && !strings.Contains(module.Name, "/node_modules/") &&
		strings.HasPrefix(name, "@types/") {
		name = strings.Trim(module.Name, `"`) // declare module "fs" in @types/node
	}
	return strings.TrimPrefix(name, "@types/") + "#" + symbol.Name
}

// typedPackage undoes how DefinitelyTyped names the types of scoped packages.
func typedPackage(name string) string {
	if rest, ok := strings.CutPrefix(name, "@types/"); ok {
		if scope, pkg, scoped := strings.Cut(rest, "__"); scoped {
			return "@types/@" + scope + "/" + pkg
		}
	}
	return name
}
