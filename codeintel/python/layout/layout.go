package layout

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/python/settings"
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

// request is the argument of [Layout.Resolve], equal for all files of a folder except those
// that a module of the name may be.
type request struct {
	folder string
	level  int
	dotted string
	self   string // the file itself if it may be the module, else ""
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

// New returns the layout of a project. root is its folder; files are its source files,
// relative to root.
func New(root string, files []string, s settings.Settings) *Layout {
	l := &Layout{
		Files: make(map[string]bool, len(files)), dirs: map[string]bool{}, projects: map[string]bool{},
		parents: map[string]bool{}, collected: map[string]bool{}, holders: map[string][]string{},
		packages: s.Packages, requires: s.Requires,
	}
	for _, f := range files {
		l.Files[f] = true
		for dir := path.Dir(f); !l.dirs[dir]; dir = path.Dir(dir) {
			l.dirs[dir] = true
		}
	}
	l.findRoots(files, s)
	for f := range l.Files {
		l.hold(strings.TrimSuffix(f, path.Ext(f)))
	}
	for dir := range l.dirs {
		l.hold(dir)
	}
	for name, list := range l.holders {
		slices.Sort(list)
		l.holders[name] = slices.Compact(list)
	}
	if l.isPackage(".") {
		l.rootName = path.Base(root)
	}
	return l
}

// hold records that the parent folder of a path contains a module, package or folder.
func (l *Layout) hold(p string) {
	if name := path.Base(p); name != "__init__" && p != "." {
		l.holders[name] = append(l.holders[name], path.Dir(p))
	}
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

// Resolve returns the location of an imported module. level is the number of dots before the
// dotted name.
func (l *Layout) Resolve(from string, level int, dotted string) Location {
	key := request{folder: path.Dir(from), level: level, dotted: dotted}
	if strings.TrimSuffix(path.Base(from), path.Ext(from)) == dotted {
		key.self = from
	}
	if at, ok := l.resolved.Load(key); ok {
		return at.(Location)
	}
	var at Location
	if level > 0 {
		at = l.relative(key)
	} else {
		at = l.absolute(key)
	}
	l.resolved.Store(key, at)
	return at
}

// relative resolves an import that starts with dots.
func (l *Layout) relative(r request) Location {
	dir := r.folder
	for range r.level - 1 {
		dir = path.Dir(dir)
	}
	if at, ok := l.AtPath(path.Join(dir, strings.ReplaceAll(r.dotted, ".", "/"))); ok {
		return at
	}
	return Location{missing: true}
}

// IsPackage reports whether a file is the __init__ of a package.
func IsPackage(file string) bool {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base)) == "__init__"
}

// StubOf returns the path of the stub for a file.
func StubOf(file string) string { return strings.TrimSuffix(file, path.Ext(file)) + ".pyi" }
