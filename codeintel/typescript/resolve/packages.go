package resolve

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/program"
)

// isExternal reports a specifier that names another package, installed or not:
// one that a package.json above the importing file asks for, that lies in a
// node_modules folder, that the program declares, or that Node.js brings along.
// A relative path, a path alias and the project's own packages are not, nor is
// a name that nobody knows, an alias whose configuration is missing perhaps: if
// they lead nowhere, that is unresolved.
func (v *Resolver) isExternal(specifier string) bool {
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
func (v *Resolver) isDependency(name string) bool {
	for dir := path.Dir(v.file.Path); ; dir = path.Dir(dir) {
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
func (v *Resolver) isInstalled(name string) bool {
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

// isAsset reports a relative specifier of a file that is there but no source:
// a style sheet, an image.
func (v *Resolver) isAsset(specifier string) bool {
	if !strings.HasPrefix(specifier, ".") {
		return false
	}
	file, _, _ := strings.Cut(specifier, "?") // bundlers take queries
	abs := path.Join(path.Dir(v.source.FileName()), file)
	if !v.FS.Looked(abs, tsgo.LookExists) {
		return false
	}
	info, err := os.Stat(abs)
	return err == nil && info.Mode().IsRegular()
}
