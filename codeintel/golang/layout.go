package golang

import (
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// goModule is a go.mod with its folder.
type goModule struct {
	dir  string // absolute
	path string
	file *modfile.File
}

// layout maps import paths to folders. It is immutable but for what it remembers.
type layout struct {
	*disk
	root     string
	goRoot   string      // of the Go installation, or ""
	cache    string      // of modules, or ""
	modules  []*goModule // deepest folders first
	work     *modfile.WorkFile
	workDir  string
	warnings []string
	standard map[string]bool   // what isStandard said
	requires map[string]string // highest required version of every module, of all modules together

	mu       sync.Mutex // guards standard
	once     sync.Once
	versions map[string]string // see transitive
}

// newLayout reads the go.mod and go.work files among the known ones, and those
// above the root: a project may be a folder of a module.
func newLayout(d *disk, root, goRoot, cache string, configs []string) *layout {
	l := &layout{disk: d, root: root, goRoot: goRoot, cache: cache, standard: map[string]bool{}}
	for _, rel := range configs {
		dir, name := split(rel)
		text, ok := d.known(rel)
		switch {
		case !ok:
		case name == "go.mod":
			l.addModule(path.Join(root, dir), rel, text)
		case name == "go.work" && dir == ".":
			l.addWork(root, rel, text)
		}
	}
	l.above()
	slices.SortFunc(l.modules, func(a, b *goModule) int {
		if len(a.dir) != len(b.dir) {
			return len(b.dir) - len(a.dir)
		}
		return strings.Compare(a.dir, b.dir)
	})
	l.requires = l.required()
	return l
}

func (l *layout) addModule(dir, name, text string) {
	f, err := modfile.ParseLax(name, []byte(text), nil)
	if err != nil {
		l.warn(name, err)
		return
	}
	m := &goModule{dir: dir, file: f}
	if f.Module != nil {
		m.path = f.Module.Mod.Path
	} else {
		l.warnings = append(l.warnings, warning(name, 1, "no module declaration"))
	}
	l.modules = append(l.modules, m)
}

func (l *layout) addWork(dir, name, text string) {
	f, err := modfile.ParseWork(name, []byte(text), nil)
	if err != nil {
		l.warn(name, err)
		return
	}
	l.work, l.workDir = f, dir
}

// warn words the first error of a configuration.
func (l *layout) warn(name string, err error) {
	text, _, _ := strings.Cut(err.Error(), "\n")
	if list, ok := err.(modfile.ErrorList); ok && len(list) > 0 { //nolint:errorlint // modfile returns the list itself
		l.warnings = append(l.warnings, warning(name, list[0].Pos.Line, list[0].Err.Error()))
		return
	}
	l.warnings = append(l.warnings, warning(name, 1, strings.TrimPrefix(text, name+": ")))
}

// above finds the module, and the workspace, that the root lies in.
func (l *layout) above() {
	workspace := l.work == nil && os.Getenv("GOWORK") != "off"
	isModule := slices.ContainsFunc(l.modules, func(m *goModule) bool { return m.dir == l.root })
	for dir := l.root; dir != path.Dir(dir); {
		dir = path.Dir(dir)
		if !isModule {
			if text, ok := l.read(path.Join(dir, "go.mod")); ok {
				l.addModule(dir, path.Join(dir, "go.mod"), text)
				isModule = true
			}
		}
		if workspace {
			if text, ok := l.read(path.Join(dir, "go.work")); ok {
				l.addWork(dir, path.Join(dir, "go.work"), text)
				workspace = false
			}
		}
	}
	if os.Getenv("GOWORK") == "off" {
		l.work = nil
	}
}

// moduleOf returns the module a folder belongs to, nil if none.
func (l *layout) moduleOf(dir string) *goModule {
	for _, m := range l.modules {
		if _, ok := below(m.dir, dir); ok {
			return m
		}
	}
	return nil
}

// below returns dir relative to another it lies in, "." for itself.
func below(parent, dir string) (string, bool) {
	if dir == parent {
		return ".", true
	}
	return strings.CutPrefix(dir, strings.TrimSuffix(parent, "/")+"/")
}

// importPathOf returns the path by which a folder is imported.
func (l *layout) importPathOf(dir string) string {
	if m := l.moduleOf(dir); m != nil && m.path != "" {
		rel, _ := below(m.dir, dir)
		if m.path == "std" {
			return rel
		}
		return path.Join(m.path, rel)
	}
	rel, ok := below(l.root, dir)
	if !ok {
		return dir
	}
	return rel
}

// inProject returns the folders that an import path may mean within the project's
// modules, the likeliest first, whether they exist or not. claimed tells that the
// path can mean nothing else.
func (l *layout) inProject(imported, from string) (dirs []string, claimed bool) {
	if strings.HasPrefix(imported, "./") || strings.HasPrefix(imported, "../") || imported == "." || imported == ".." {
		return []string{path.Join(from, imported)}, true
	}
	type candidate struct {
		dir    string
		length int
	}
	var found []candidate
	for _, m := range l.modules {
		if m.path == "std" {
			if isStandardPath(imported) {
				found = append(found, candidate{path.Join(m.dir, imported), 0})
			} else if _, within := below(m.dir, from); within {
				found = append(found, candidate{path.Join(m.dir, "vendor", imported), 0})
			}
			continue
		}
		if rest, ok := below(m.path, imported); ok && m.path != "" {
			found = append(found, candidate{path.Join(m.dir, rest), len(m.path)})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return b.length - a.length })
	for _, c := range found {
		dirs = append(dirs, c.dir)
	}
	claimed = len(dirs) > 0
	if l.moduleOf(from) == nil { // paths are folders
		dirs = append(dirs, path.Join(l.root, imported))
	}
	return dirs, claimed
}

// isStandardPath reports a path without a domain: only the standard library, and
// modules that are not meant for others, have such.
func isStandardPath(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

// isStandard reports a package of the Go installation, unless it is that itself
// that is the project.
func (l *layout) isStandard(imported string) bool {
	if !isStandardPath(imported) || l.goRoot == "" || slices.ContainsFunc(l.modules, func(m *goModule) bool { return m.path == "std" }) {
		return false
	}
	l.mu.Lock()
	known, ok := l.standard[imported]
	l.mu.Unlock()
	if !ok {
		known = l.isDir(path.Join(l.goRoot, "src", imported))
		l.mu.Lock()
		defer l.mu.Unlock()
		l.standard[imported] = known
	}
	return known
}

// pathOutside returns the path by which a folder outside the project is imported.
func (l *layout) pathOutside(dir string) string {
	if i := strings.LastIndex(dir, "/vendor/"); i >= 0 {
		return dir[i+len("/vendor/"):]
	}
	if rel, ok := below(path.Join(l.goRoot, "src"), dir); ok && l.goRoot != "" {
		return rel
	}
	if rel, ok := below(l.cache, dir); ok && l.cache != "" {
		name, rest, _ := strings.Cut(rel, "@")
		_, rest, _ = strings.Cut(rest, "/")
		if unescaped, err := module.UnescapePath(name); err == nil {
			name = unescaped
		}
		return path.Join(name, rest)
	}
	return l.importPathOf(dir)
}

// guessName returns the name that a package most likely has which is not there.
func guessName(imported string) string {
	name := path.Base(imported)
	if isVersion(name) {
		name = path.Base(path.Dir(imported))
	}
	if i := strings.LastIndex(name, ".v"); i > 0 && isVersion(name[i+1:]) {
		name = name[:i]
	}
	name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(name, "go-"), "-go"), ".go")
	return strings.ReplaceAll(name, "-", "_")
}

func isVersion(s string) bool {
	digits, ok := strings.CutPrefix(s, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
