package layout

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// Layout maps module names to files. Its methods are safe for concurrent use.
type Layout struct {
	Files map[string]bool
	dirs  map[string]bool // folders that contain source files at any depth
	// The folders on import paths, see findRoots.
	projects, parents, collected map[string]bool
	// holders are the folders that contain a module, package or other folder of a name, sorted.
	holders  map[string][]string
	packages map[string]string // folders of top-level packages that settings name
	requires map[string]bool   // distributions that the project depends on
	// rootName is the name of the project's folder if that is a package, else "".
	rootName string

	resolved sync.Map // Location by request
}

// Location is the result of resolving a module name.
type Location struct {
	File     string // file in the project
	Dir      string // folder without a file, if File is ""
	External string // dotted name of a module outside the project
	// missing is set if the module may belong to the project, but it is not known which file
	// it is, or whether there is one.
	missing bool
}

// extensions are the extensions of source files in order of preference.
func extensions() []string { return []string{".py", ".pyi", ".pyw"} }

func (l *Layout) isPackage(dir string) bool {
	return slices.ContainsFunc(extensions(), func(e string) bool { return l.Files[path.Join(dir, "__init__"+e)] })
}

// moduleFile returns the file of a path without extension. A package has precedence over a
// module.
func (l *Layout) moduleFile(at string) string {
	for _, e := range extensions() {
		if f := path.Join(at, "__init__"+e); l.Files[f] {
			return f
		}
	}
	for _, e := range extensions() {
		if f := at + e; l.Files[f] {
			return f
		}
	}
	return ""
}

// AtPath returns the module or folder at a path without extension.
func (l *Layout) AtPath(p string) (Location, bool) {
	if f := l.moduleFile(p); f != "" {
		return Location{File: f}, true
	}
	if l.dirs[p] {
		return Location{Dir: p}, true
	}
	return Location{}, false
}

// IsPackage reports whether a file is the __init__ of a package.
func IsPackage(file string) bool {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base)) == "__init__"
}

// StubOf returns the path of the stub for a file.
func StubOf(file string) string { return strings.TrimSuffix(file, path.Ext(file)) + ".pyi" }
