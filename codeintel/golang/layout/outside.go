package layout

import (
	"path"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

// FindOutside returns the folder of a package outside the project, or false. from is the
// folder of the importing package.
func (l *Layout) FindOutside(imported, from string) (string, bool) {
	if isStandardPath(imported) && l.GoRoot != "" {
		if dir := path.Join(l.GoRoot, "src", imported); l.IsDir(dir) {
			return dir, true
		}
	}
	if l.GoRoot != "" {
		if _, inside := RelativeTo(l.GoRoot, from); inside {
			dir := path.Join(l.GoRoot, "src/vendor", imported)
			return dir, l.IsDir(dir)
		}
	}
	if dir, ok := l.vendored(imported, from); ok {
		return dir, true
	}
	m := l.moduleOf(from)
	if dir, ok := l.replaced(imported, m); ok {
		return dir, true
	}
	if m != nil {
		if dir, ok := l.cached(imported, requirements(m.file)); ok {
			return dir, true
		}
	}
	if dir, ok := l.cached(imported, l.requires); ok {
		return dir, true
	}
	return l.cached(imported, l.transitiveVersions())
}

// vendored searches the vendor folders at and above the importing package.
func (l *Layout) vendored(imported, from string) (string, bool) {
	top := l.root
	if m := l.moduleOf(from); m != nil {
		top = m.dir
	}
	for dir := from; ; dir = path.Dir(dir) {
		if _, inside := RelativeTo(top, dir); !inside {
			break
		}
		if l.IsDir(path.Join(dir, "vendor")) {
			if found := path.Join(dir, "vendor", imported); l.IsDir(found) {
				return found, true
			}
		}
		if dir == path.Dir(dir) {
			break
		}
	}
	if l.work != nil { // a workspace has one vendor folder
		if found := path.Join(l.workDir, "vendor", imported); l.IsDir(found) {
			return found, true
		}
	}
	return "", false
}

// replaced applies the replace directives.
func (l *Layout) replaced(imported string, m *goModule) (string, bool) {
	try := func(list []*modfile.Replace, base string) (string, bool) {
		for _, r := range list {
			rest, ok := RelativeTo(r.Old.Path, imported)
			if !ok {
				continue
			}
			dir := ""
			switch {
			case r.New.Version != "":
				dir = l.cacheDir(r.New.Path, r.New.Version)
			case path.IsAbs(filepath.ToSlash(r.New.Path)):
				dir = path.Clean(filepath.ToSlash(r.New.Path))
			default:
				dir = path.Join(base, r.New.Path)
			}
			if found := path.Join(dir, rest); dir != "" && l.IsDir(found) {
				return found, true
			}
		}
		return "", false
	}
	if l.work != nil {
		if dir, ok := try(l.work.Replace, l.workDir); ok {
			return dir, true
		}
	}
	if m != nil {
		return try(m.file.Replace, m.dir)
	}
	for _, m := range l.modules { // a dependency: use the replacements of the project's modules
		if dir, ok := try(m.file.Replace, m.dir); ok {
			return dir, true
		}
	}
	return "", false
}
