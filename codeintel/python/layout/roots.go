package layout

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/settings"
)

// findRoots finds the folders on import paths. Project roots are the root of the project, the
// folders that settings name, and folders called src. Parents are the folders around packages.
// Collected are the folders from which pytest imports tests and conftest files.
func (l *Layout) findRoots(files []string, s settings.Settings) {
	add := func(dir string, to map[string]bool) {
		if l.dirs[dir] {
			to[dir] = true
		}
	}
	add(".", l.projects)
	for _, dir := range s.Roots {
		add(dir, l.projects)
	}
	for dir := range l.dirs {
		switch {
		case l.isPackage(dir):
			if parent := path.Dir(dir); dir != "." && !l.isPackage(parent) {
				add(parent, l.parents)
			}
		case path.Base(dir) == "src":
			add(dir, l.projects)
		}
	}
	for _, f := range files {
		if isCollected(f) {
			add(l.outsidePackage(path.Dir(f)), l.collected)
		}
	}
}

// outsidePackage returns the first folder that is not a package, at a folder or above it.
func (l *Layout) outsidePackage(dir string) string {
	for dir != "." && l.isPackage(dir) {
		dir = path.Dir(dir)
	}
	return dir
}

// isCollected reports whether pytest imports a file by default.
func isCollected(file string) bool {
	base := path.Base(file)
	return base == "conftest.py" || strings.HasPrefix(base, "test_") && path.Ext(base) == ".py" ||
		strings.HasSuffix(base, "_test.py")
}

// isTested reports whether a folder below the root of the project is in a collected folder.
func (l *Layout) isTested(folder string) bool {
	for dir := folder; dir != "."; dir = path.Dir(dir) {
		if l.collected[dir] {
			return true
		}
	}
	return false
}
