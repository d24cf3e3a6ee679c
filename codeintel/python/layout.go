package python

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// layout maps the names of modules to files. It is immutable but for what it
// remembers, and safe for concurrent use.
type layout struct {
	files map[string]bool
	dirs  map[string]bool // folders with source files in them, however deep
	named []string        // folders that configurations name as the start of module names
	roots []string        // folders that hold packages, the named ones first
	// base is what the project's own folder is called, where it is a package itself.
	base string

	found sync.Map // of location, by request
}

// request is what [layout.find] is asked: files of one folder ask the same.
type request struct {
	folder string
	level  int
	dotted string
}

// location is where the name of a module leads.
type location struct {
	file     string // of the project
	dir      string // a folder without a file of its own, where file is ""
	external string // the dotted name of a module from elsewhere
	// missing is set where it must be of the project, but is not there.
	missing bool
}

func newLayout(root string, files, named []string) *layout {
	l := &layout{files: make(map[string]bool, len(files)), dirs: map[string]bool{}, named: named}
	for _, f := range files {
		l.files[f] = true
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
		l.base = path.Base(root)
	}
	return l
}

// extensions of sources, in the order in which they are taken for one another.
func extensions() []string { return []string{".py", ".pyi", ".pyw"} }

func (l *layout) isPackage(dir string) bool {
	return slices.ContainsFunc(extensions(), func(e string) bool { return l.files[path.Join(dir, "__init__"+e)] })
}

// module returns the file for a path without extension: of a package before that of
// a module.
func (l *layout) module(at string) string {
	for _, e := range extensions() {
		if f := path.Join(at, "__init__"+e); l.files[f] {
			return f
		}
	}
	for _, e := range extensions() {
		if f := at + e; l.files[f] {
			return f
		}
	}
	return ""
}

// at returns what a path without extension is: a module, or a folder of modules.
func (l *layout) at(p string) (location, bool) {
	if f := l.module(p); f != "" {
		return location{file: f}, true
	}
	if l.dirs[p] {
		return location{dir: p}, true
	}
	return location{}, false
}

// find returns where an import in a file leads: level is the number of dots before
// the dotted name.
func (l *layout) find(from string, level int, dotted string) location {
	key := request{path.Dir(from), level, dotted}
	if at, ok := l.found.Load(key); ok {
		return at.(location)
	}
	at := l.search(from, level, dotted)
	l.found.Store(key, at)
	return at
}

func (l *layout) search(from string, level int, dotted string) location {
	if level > 0 {
		dir := path.Dir(from)
		for range level - 1 {
			dir = path.Dir(dir)
		}
		if at, ok := l.at(path.Join(dir, strings.ReplaceAll(dotted, ".", "/"))); ok {
			return at
		}
		return location{missing: true}
	}
	first, rest, _ := strings.Cut(dotted, ".")
	under := strings.ReplaceAll(dotted, ".", "/")
	claimed, standard := false, standardModules()[first]
	var space location
	for _, root := range l.rootsFor(from) {
		if standard && root != path.Dir(from) && root != "." {
			continue
		}
		at, ok := l.at(path.Join(root, under))
		switch {
		case ok && at.file != "" && (!standard || l.module(path.Join(root, first)) != ""):
			return at
		case standard:
		case ok && space.dir == "" && (root == "." || slices.Contains(l.named, root) || l.isSource(root)):
			space = at
		case l.module(path.Join(root, first)) != "":
			claimed = true
		}
	}
	if space.dir != "" && !claimed {
		return space
	}
	if l.base != "" && first == l.base && !standard {
		if at, ok := l.at(path.Join(".", strings.ReplaceAll(rest, ".", "/"))); ok {
			return at
		}
		claimed = true
	}
	if claimed {
		return location{missing: true}
	}
	return location{external: dotted}
}

// isSource reports a folder called src: modules below it need no __init__ to be
// meant.
func (l *layout) isSource(dir string) bool { return path.Base(dir) == "src" }

// rootsFor returns the folders where module names of a file may start: its own, if
// it is in no package, those it lies in, the nearest first, and all others.
func (l *layout) rootsFor(from string) []string {
	var near, far []string
	own := path.Dir(from)
	if !l.isPackage(own) {
		near = append(near, own)
	}
	for _, root := range l.roots {
		if root == own && len(near) > 0 {
			continue
		}
		if _, in := below(root, from); in {
			near = append(near, root)
		} else {
			far = append(far, root)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return depth(b) - depth(a) })
	return append(near, far...)
}

// below returns a path relative to a folder it lies in.
func below(dir, p string) (string, bool) {
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

// isPackage reports the file that stands for its folder.
func isPackage(file string) bool {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base)) == "__init__"
}
