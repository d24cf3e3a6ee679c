package layout

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/python/builtins"
)

// Layout maps module names to files. Its methods are safe for concurrent use.
type Layout struct {
	Files      map[string]bool
	dirs       map[string]bool // folders that contain source files at any depth
	configured []string        // root folders named by configuration files
	roots      []string        // root folders of packages, configured ones first
	// rootName is the name of the project's folder if that is a package, else "".
	rootName string

	resolved sync.Map // Location by request
}

// request is the argument of [Layout.Resolve], equal for all files of a folder.
type request struct {
	folder string
	level  int
	dotted string
}

// Location is the result of resolving a module name.
type Location struct {
	File     string // file in the project
	Dir      string // folder without a file, if File is ""
	External string // dotted name of a module outside the project
	// missing is set if the module belongs to the project but does not exist.
	missing bool
}

// New returns the layout of a project. root is its folder, files are its source files, and
// named are the root folders in its configuration files. The paths are relative to root.
func New(root string, files, named []string) *Layout {
	l := &Layout{Files: make(map[string]bool, len(files)), dirs: map[string]bool{}, configured: named}
	for _, f := range files {
		l.Files[f] = true
		for dir := path.Dir(f); !l.dirs[dir]; dir = path.Dir(dir) {
			l.dirs[dir] = true
		}
	}
	seen := map[string]bool{}
	add := func(dir string) {
		if !seen[dir] && l.dirs[dir] {
			seen[dir] = true
			l.roots = append(l.roots, dir)
		}
	}
	for _, dir := range named {
		add(dir)
	}
	add(".")
	var found []string
	for dir := range l.dirs {
		if l.isPackage(dir) && dir != "." && !l.isPackage(path.Dir(dir)) {
			found = append(found, path.Dir(dir))
		}
		if path.Base(dir) == "src" && !l.isPackage(dir) {
			found = append(found, dir)
		}
	}
	slices.Sort(found)
	for _, dir := range found {
		add(dir)
	}
	if l.isPackage(".") {
		l.rootName = path.Base(root)
	}
	return l
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
	key := request{path.Dir(from), level, dotted}
	if at, ok := l.resolved.Load(key); ok {
		return at.(Location)
	}
	at := l.search(from, level, dotted)
	l.resolved.Store(key, at)
	return at
}

func (l *Layout) search(from string, level int, dotted string) Location {
	if level > 0 {
		dir := path.Dir(from)
		for range level - 1 {
			dir = path.Dir(dir)
		}
		if at, ok := l.AtPath(path.Join(dir, strings.ReplaceAll(dotted, ".", "/"))); ok {
			return at
		}
		return Location{missing: true}
	}
	first, rest, _ := strings.Cut(dotted, ".")
	under := strings.ReplaceAll(dotted, ".", "/")
	claimed, standard := false, builtins.IsStandardModule(first)
	var namespace Location
	for _, root := range l.rootsFor(from) {
		if standard && root != path.Dir(from) && root != "." {
			continue
		}
		at, ok := l.AtPath(path.Join(root, under))
		switch {
		case ok && at.File != "" && (!standard || l.moduleFile(path.Join(root, first)) != ""):
			return at
		case standard:
		case ok && namespace.Dir == "" && (root == "." || slices.Contains(l.configured, root) || l.isSource(root)):
			namespace = at
		case l.moduleFile(path.Join(root, first)) != "":
			claimed = true
		}
	}
	if namespace.Dir != "" && !claimed {
		return namespace
	}
	if l.rootName != "" && first == l.rootName && !standard {
		if at, ok := l.AtPath(path.Join(".", strings.ReplaceAll(rest, ".", "/"))); ok {
			return at
		}
		claimed = true
	}
	if claimed {
		return Location{missing: true}
	}
	return Location{External: dotted}
}

// isSource reports whether a folder is named src: modules below it need no __init__.
func (l *Layout) isSource(dir string) bool { return path.Base(dir) == "src" }

// rootsFor returns the root folders for absolute imports of a file: its own folder unless that
// is a package, the roots around it from the nearest, then all others.
func (l *Layout) rootsFor(from string) []string {
	var near, far []string
	own := path.Dir(from)
	if !l.isPackage(own) {
		near = append(near, own)
	}
	for _, root := range l.roots {
		if root == own && len(near) > 0 {
			continue
		}
		if _, in := relativeTo(root, from); in {
			near = append(near, root)
		} else {
			far = append(far, root)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return depth(b) - depth(a) })
	return append(near, far...)
}

// relativeTo returns a path relative to a folder, and whether it is below that folder.
func relativeTo(dir, p string) (string, bool) {
	if dir == "." {
		return p, true
	}
	return strings.CutPrefix(p, dir+"/")
}

func depth(dir string) int {
	if dir == "." {
		return 0
	}
	return 1 + strings.Count(dir, "/")
}

// IsPackage reports whether a file is the __init__ of a package.
func IsPackage(file string) bool {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base)) == "__init__"
}

// StubOf returns the path of the stub for a file.
func StubOf(file string) string { return strings.TrimSuffix(file, path.Ext(file)) + ".pyi" }
