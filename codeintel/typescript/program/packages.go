package program

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
	"github.com/coderef-system/coderefd/codeintel/typescript/workspace"
)

// IsPathAlias reports whether a pattern of the paths option matches a specifier.
func (u *Unit) IsPathAlias(specifier string) bool {
	return slices.ContainsFunc(u.aliases, func(pattern string) bool {
		prefix, suffix, wildcard := strings.Cut(pattern, "*")
		return !wildcard && specifier == pattern ||
			wildcard && strings.HasPrefix(specifier, prefix) && strings.HasSuffix(specifier, suffix)
	})
}

// PackageOf returns the package of a file in node_modules, or the path of another file
// relative to the project, or "". If symbol is not nil, its name is appended after "#".
func (u *Unit) PackageOf(f *tsgo.SourceFile, symbol *tsgo.Symbol) string {
	name := ""
	if i := strings.LastIndex(f.FileName(), "/node_modules/"); i >= 0 {
		name = typedPackage(workspace.PackageName(f.FileName()[i+len("/node_modules/"):]))
	} else if rel, ok := u.FS.Relative(f.FileName()); ok {
		name = rel
	}
	if name == "" || symbol == nil || strings.HasPrefix(symbol.Name, tsgo.InternalSymbolNamePrefix) {
		return name
	}
	if module := symbol.Parent; module != nil && module.IsExternalModule() &&
		!strings.Contains(module.Name, "/node_modules/") &&
		strings.HasPrefix(name, "@types/") {
		name = strings.Trim(module.Name, `"`) // declare module "fs" in @types/node
	}
	return strings.TrimPrefix(name, "@types/") + "#" + symbol.Name
}

// typedPackage returns the name of a package in @types with the scope that
// DefinitelyTyped encodes as scope__name.
func typedPackage(name string) string {
	if rest, ok := strings.CutPrefix(name, "@types/"); ok {
		if scope, pkg, scoped := strings.Cut(rest, "__"); scoped {
			return "@types/@" + scope + "/" + pkg
		}
	}
	return name
}

// IsOutput reports whether a path is that of a declaration or JavaScript file outside
// of node_modules. If such a file is not analysed, it may be built from analysed
// sources that cannot be determined.
func IsOutput(rel string) bool {
	if strings.Contains("/"+rel, "/node_modules/") {
		return false
	}
	return tsgo.IsDeclarationFile(rel) || syntax.LanguageOf(rel) == "js" || syntax.LanguageOf(rel) == "jsx"
}

// IsBuildOutput reports whether a file of the program is not analysed and may be build
// output.
func (u *Unit) IsBuildOutput(f *tsgo.SourceFile) bool {
	rel, inside := u.FS.Relative(f.FileName())
	return inside && !u.Project.Analysed[rel] && IsOutput(rel)
}
