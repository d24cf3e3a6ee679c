package program

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// IsPathAlias reports a specifier that the paths option has something to say of.
func (u *Unit) IsPathAlias(specifier string) bool {
	return slices.ContainsFunc(u.aliases, func(pattern string) bool {
		prefix, suffix, wildcard := strings.Cut(pattern, "*")
		return !wildcard && specifier == pattern ||
			wildcard && strings.HasPrefix(specifier, prefix) && strings.HasSuffix(specifier, suffix)
	})
}

// PackageName cuts a specifier down to its package: a/b/c to a, @s/p/q to @s/p.
func PackageName(specifier string) string {
	parts := strings.SplitN(specifier, "/", 3)
	if specifier[0] == '@' && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// PackageOf names what a file outside the analysed ones belongs to: the
// package for a file of one, else the path relative to the project. A symbol
// adds its name.
func (u *Unit) PackageOf(f *tsgo.SourceFile, symbol *tsgo.Symbol) string {
	name := ""
	if i := strings.LastIndex(f.FileName(), "/node_modules/"); i >= 0 {
		name = typedPackage(PackageName(f.FileName()[i+len("/node_modules/"):]))
	} else if rel, ok := u.FS.Relative(f.FileName()); ok {
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

// IsOutput reports a declaration or JavaScript file of the project that is not
// analysed: it may be built from sources that are, but nothing tells from which.
func IsOutput(rel string) bool {
	if strings.Contains("/"+rel, "/node_modules/") {
		return false
	}
	return tsgo.IsDeclarationFile(rel) || syntax.LanguageOf(rel) == "js" || syntax.LanguageOf(rel) == "jsx"
}

// IsBuildOutput reports a file of the program that isOutput.
func (u *Unit) IsBuildOutput(f *tsgo.SourceFile) bool {
	rel, inside := u.FS.Relative(f.FileName())
	return inside && !u.Project.Analysed[rel] && IsOutput(rel)
}
