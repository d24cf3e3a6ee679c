package typescript

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
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
			name := syntax.CalleeText(callee)
			if called || name == "" || n == callee {
				return resolution{targets: []facts.Target{{External: b.external}}}
			}
			return resolution{targets: []facts.Target{{External: b.external + "#" + name}}}
		}
		return resolution{kind: opaque}
	}
}

// unknownImport judges a name imported from a module that was not found. If that
// is no package, what is called bears the name it was imported by.
func (v *visitor) unknownImport(alias *tsgo.Symbol, local string, callee *tsgo.Node) resolution {
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
	r := v.untyped(callee)
	r.name = imported
	return r
}

// isExternal reports a specifier that names another package, installed or not:
// one that a package.json above the importing file asks for, that lies in a
// node_modules folder, that the program declares, or that Node.js brings along.
// A relative path, a path alias and the project's own packages are not, nor is
// a name that nobody knows, an alias whose configuration is missing perhaps: if
// they lead nowhere, that is unresolved.
func (v *visitor) isExternal(specifier string) bool {
	if specifier == "" || specifier[0] == '.' || specifier[0] == '/' || specifier[0] == '#' {
		return false
	}
	name := program.PackageName(specifier)
	if v.Project.Packages[name] || v.IsPathAlias(specifier) {
		return false
	}
	return tsgo.IsNodeModule(specifier) || isURL(specifier) || v.isDependency(name) ||
		v.checker.TryFindAmbientModule(specifier) != nil || v.isInstalled(name)
}

// isURL reports a specifier that says itself where it leads: to no file of the
// project.
func isURL(specifier string) bool {
	scheme, _, ok := strings.Cut(specifier, ":")
	return ok && slices.Contains([]string{"node", "bun", "npm", "jsr", "http", "https", "data"}, scheme)
}

// isDependency reports a package that a package.json of the file's folder or one
// above it, within the project, asks for.
func (v *visitor) isDependency(name string) bool {
	for dir := path.Dir(v.own.Path); ; dir = path.Dir(dir) {
		if asked := v.Project.Dependencies[dir]; asked[name] || asked[typesFor(name)] {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// isInstalled reports a package in a node_modules folder the file can see, even
// if there is nothing in it that the compiler can read.
func (v *visitor) isInstalled(name string) bool {
	for dir := path.Dir(v.source.FileName()); ; dir = path.Dir(dir) {
		folder := path.Join(dir, "node_modules", name)
		if v.FS.Looked(folder, tsgo.LookExists) {
			if info, err := os.Stat(folder); err == nil && info.IsDir() {
				return true
			}
		}
		if dir == path.Dir(dir) {
			return false
		}
	}
}

// typesFor returns the package that DefinitelyTyped has for another.
func typesFor(name string) string {
	return "@types/" + strings.Replace(strings.TrimPrefix(name, "@"), "/", "__", 1)
}
