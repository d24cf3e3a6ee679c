package layout

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// goModule is a parsed go.mod file.
type goModule struct {
	dir  string // absolute path
	path string
	file *modfile.File
}

// Layout maps import paths to folders. Its methods are safe for concurrent use.
type Layout struct {
	*Disk
	root     string
	GoRoot   string      // folder of the Go installation, or ""
	cache    string      // module cache, or ""
	modules  []*goModule // sorted from the deepest folder
	work     *modfile.WorkFile
	workDir  string
	Warnings []string
	standard map[string]bool   // results of IsStandard
	requires map[string]string // by module path, the highest version that the project's modules require

	mu       sync.Mutex // guards standard
	once     sync.Once
	versions map[string]string // see transitiveVersions
}

// moduleOf returns the module that contains a folder, or nil.
func (l *Layout) moduleOf(dir string) *goModule {
	for _, m := range l.modules {
		if _, ok := RelativeTo(m.dir, dir); ok {
			return m
		}
	}
	return nil
}

// ImportPathOf returns the import path of a folder.
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

// ProjectFolders returns the folders in the project's modules to which an import path may
// refer, the most likely first, whether they exist or not. claimed reports that the path
// belongs to one of these modules.
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
	dirs = l.replacedFolders(imported, from)
	for _, c := range found {
		dirs = append(dirs, c.dir)
	}
	claimed = len(dirs) > 0
	if l.moduleOf(from) == nil { // without modules, paths are folders
		dirs = append(dirs, path.Join(l.root, imported))
	}
	return dirs, claimed
}

// replacedFolders returns the folders of the project that replace directives name for an import
// path: those of the workspace, and those of the module that contains from.
func (l *Layout) replacedFolders(imported, from string) (dirs []string) {
	add := func(list []*modfile.Replace, base string) {
		for _, r := range list {
			rest, ok := RelativeTo(r.Old.Path, imported)
			if !ok || r.New.Version != "" {
				continue
			}
			dir := filepath.ToSlash(r.New.Path)
			if !path.IsAbs(dir) {
				dir = path.Join(base, dir)
			}
			if _, inside := RelativeTo(l.root, dir); inside {
				dirs = append(dirs, path.Join(dir, rest))
			}
		}
	}
	if l.work != nil {
		add(l.work.Replace, l.workDir)
	}
	if m := l.moduleOf(from); m != nil {
		add(m.file.Replace, m.dir)
	}
	return dirs
}

// IsStandard reports whether a package belongs to the Go installation. If the project is itself
// the standard library, it reports false.
func (l *Layout) IsStandard(imported string) bool {
	if !isStandardPath(imported) || l.GoRoot == "" ||
		slices.ContainsFunc(l.modules, func(m *goModule) bool { return m.path == "std" }) {
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

// OutsidePath returns the import path of a folder outside the project.
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
