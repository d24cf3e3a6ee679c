package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/workspace"
)

// isExternal reports whether a specifier names another package: a dependency in a
// package.json of the importing file's folder or a folder above, a package in a
// node_modules folder, an ambient module of the program, or a module of Node.js.
// Relative paths, path aliases and packages of the project are not external. Neither
// are unknown names, which may be aliases of a missing configuration: they are reported
// as unresolved.
func (v *Resolver) isExternal(specifier string) bool {
	if specifier == "" || specifier[0] == '.' || specifier[0] == '/' || specifier[0] == '#' {
		return false
	}
	name := workspace.PackageName(specifier)
	if v.Project.Packages[name] || v.IsPathAlias(specifier) {
		return false
	}
	return tsgo.IsNodeModule(specifier) || isURL(specifier) || v.isDependency(name) ||
		v.checker.TryFindAmbientModule(specifier) != nil || v.isInstalled(name)
}

// isURL reports whether a specifier has a scheme that leads outside of the project.
func isURL(specifier string) bool {
	scheme, _, ok := strings.Cut(specifier, ":")
	return ok && slices.Contains([]string{"node", "bun", "npm", "jsr", "http", "https", "data"}, scheme)
}

// isDependency reports whether a package.json in the file's folder or a folder above,
// within the project, lists the package.
func (v *Resolver) isDependency(name string) bool {
	for dir := path.Dir(v.file.Path); ; dir = path.Dir(dir) {
		if listed := v.Project.Dependencies[dir]; listed[name] || listed[typesFor(name)] {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// isInstalled reports whether a node_modules folder that the file can import from
// contains the package, even if the compiler can read nothing in it.
func (v *Resolver) isInstalled(name string) bool {
	for dir := path.Dir(v.source.FileName()); ; dir = path.Dir(dir) {
		if v.FS.IsFolder(path.Join(dir, "node_modules", name)) {
			return true
		}
		if dir == path.Dir(dir) {
			return false
		}
	}
}

// typesFor returns the DefinitelyTyped package of a package.
func typesFor(name string) string {
	return "@types/" + strings.Replace(strings.TrimPrefix(name, "@"), "/", "__", 1)
}

// isAsset reports whether a relative specifier names an existing file, such as a style
// sheet or an image.
func (v *Resolver) isAsset(specifier string) bool {
	if !strings.HasPrefix(specifier, ".") {
		return false
	}
	file, _, _ := strings.Cut(specifier, "?") // bundlers allow a query
	return v.FS.IsFile(path.Join(path.Dir(v.source.FileName()), file))
}
