package layout

import (
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

// Layout maps import paths to folders. It is immutable but for what it remembers.
type Layout struct {
	*Disk
	root     string
	GoRoot   string      // of the Go installation, or ""
	cache    string      // of modules, or ""
	modules  []*goModule // deepest folders first
	work     *modfile.WorkFile
	workDir  string
	Warnings []string
	standard map[string]bool   // what isStandard said
	requires map[string]string // highest required version of every module, of all modules together

	mu       sync.Mutex // guards standard
	once     sync.Once
	versions map[string]string // see transitive
}

// moduleOf returns the module a folder belongs to, nil if none.
func (l *Layout) moduleOf(dir string) *goModule {
	for _, m := range l.modules {
		if _, ok := RelativeTo(m.dir, dir); ok {
			return m
		}
	}
	return nil
}

// ImportPathOf returns the path by which a folder is imported.
func (l *Layout) ImportPathOf(dir string) string {
	if m := l.moduleOf(dir); m != nil && m.path != "" {
		rel, _ := RelativeTo(m.dir, dir)
		if m.path == "std" {
			return rel
		}
		return path.Join(m.path, rel)
	}
	rel, ok := RelativeTo(l.root, dir)
	if !ok {
		return dir
	}
	return rel
}

// ProjectFolders returns the folders that an import path may mean within the project's
// modules, the likeliest first, whether they exist or not. claimed tells that the
// path can mean nothing else.
func (l *Layout) ProjectFolders(imported, from string) (dirs []string, claimed bool) {
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
			} else if _, within := RelativeTo(m.dir, from); within {
				found = append(found, candidate{path.Join(m.dir, "vendor", imported), 0})
			}
			continue
		}
		if rest, ok := RelativeTo(m.path, imported); ok && m.path != "" {
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

// IsStandard reports a package of the Go installation, unless it is that itself
// that is the project.
func (l *Layout) IsStandard(imported string) bool {
	if !isStandardPath(imported) || l.GoRoot == "" || slices.ContainsFunc(l.modules, func(m *goModule) bool { return m.path == "std" }) {
		return false
	}
	l.mu.Lock()
	known, ok := l.standard[imported]
	l.mu.Unlock()
	if !ok {
		known = l.IsDir(path.Join(l.GoRoot, "src", imported))
		l.mu.Lock()
		defer l.mu.Unlock()
		l.standard[imported] = known
	}
	return known
}

// OutsidePath returns the path by which a folder outside the project is imported.
func (l *Layout) OutsidePath(dir string) string {
	if i := strings.LastIndex(dir, "/vendor/"); i >= 0 {
		return dir[i+len("/vendor/"):]
	}
	if rel, ok := RelativeTo(path.Join(l.GoRoot, "src"), dir); ok && l.GoRoot != "" {
		return rel
	}
	if rel, ok := RelativeTo(l.cache, dir); ok && l.cache != "" {
		name, rest, _ := strings.Cut(rel, "@")
		_, rest, _ = strings.Cut(rest, "/")
		if unescaped, err := module.UnescapePath(name); err == nil {
			name = unescaped
		}
		return path.Join(name, rest)
	}
	return l.ImportPathOf(dir)
}
