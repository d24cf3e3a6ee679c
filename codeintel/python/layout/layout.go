package layout

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/python/builtins"
)

// Layout maps the names of modules to files. It is immutable but for what it
// remembers, and safe for concurrent use.
type Layout struct {
	Files      map[string]bool
	dirs       map[string]bool // folders with source files in them, however deep
	configured []string        // folders that configurations name as the start of module names
	roots      []string        // folders that hold packages, the named ones first
	// rootName is what the project's own folder is called, where it is a package itself.
	rootName string

	resolved sync.Map // of location, by request
}

// request is what [layout.find] is asked: files of one folder ask the same.
type request struct {
	folder string
	level  int
	dotted string
}

// Location is where the name of a module leads.
type Location struct {
	File     string // of the project
	Dir      string // a folder without a file of its own, where file is ""
	External string // the dotted name of a module from elsewhere
	// missing is set where it must be of the project, but is not there.
	missing bool
}

// New maps the modules of a project. root is the folder of the project; files are its source
// files, and named the folders in which its configuration files say that module names start,
// all relative to root.
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

// extensions of sources, in the order in which they are taken for one another.
func extensions() []string { return []string{".py", ".pyi", ".pyw"} }

func (l *Layout) isPackage(dir string) bool {
	return slices.ContainsFunc(extensions(), func(e string) bool { return l.Files[path.Join(dir, "__init__"+e)] })
}

// moduleFile returns the file for a path without extension: of a package before that of
// a module.
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

// AtPath returns what a path without extension is: a module, or a folder of modules.
func (l *Layout) AtPath(p string) (Location, bool) {
	if f := l.moduleFile(p); f != "" {
		return Location{File: f}, true
	}
	if l.dirs[p] {
		return Location{Dir: p}, true
	}
	return Location{}, false
}

// Resolve returns where an import in a file leads: level is the number of dots before
// the dotted name.
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
	var space Location
	for _, root := range l.rootsFor(from) {
		if standard && root != path.Dir(from) && root != "." {
			continue
		}
		at, ok := l.AtPath(path.Join(root, under))
		switch {
		case ok && at.File != "" && (!standard || l.moduleFile(path.Join(root, first)) != ""):
			return at
		case standard:
		case ok && space.Dir == "" && (root == "." || slices.Contains(l.configured, root) || l.isSource(root)):
			space = at
		case l.moduleFile(path.Join(root, first)) != "":
			claimed = true
		}
	}
	if space.Dir != "" && !claimed {
		return space
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

// isSource reports a folder called src: modules below it need no __init__ to be
// meant.
func (l *Layout) isSource(dir string) bool { return path.Base(dir) == "src" }

// rootsFor returns the folders where module names of a file may start: its own, if
// it is in no package, those it lies in, the nearest first, and all others.
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

// relativeTo returns a path relative to a folder it lies in.
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

// IsPackage reports the file that stands for its folder.
func IsPackage(file string) bool {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base)) == "__init__"
}

// StubOf returns the stub file that may declare the types of a file.
func StubOf(file string) string { return strings.TrimSuffix(file, path.Ext(file)) + ".pyi" }
