package layout

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/settings"
)

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
