package golang

import "path"

// imported is what an import path leads to.
type imported struct {
	project string // folder of the project, or ""
	outside string // absolute folder elsewhere, or ""
	missing bool   // neither, though it should be in the project
}

// lookup resolves an import path for the files of an absolute folder. Before go.mod
// decides, the project itself does: a module of the repository is what its path
// means, whatever version is asked for.
func (a *project) lookup(imp, from string) imported {
	key := [2]string{imp, from}
	if found, ok := a.lookups[key]; ok {
		return found
	}
	found := a.find(imp, from)
	a.lookups[key] = found
	return found
}

func (a *project) find(imp, from string) imported {
	if imp == "C" || imp == "unsafe" || imp == "" {
		return imported{}
	}
	_, own := below(a.root, from)
	if l := a.layout; !own && l.goRoot != "" && inside(l.goRoot, from) || l.isStandard(imp) {
		dir, _ := l.outside(imp, from)
		return imported{outside: dir}
	}
	dirs, claimed := a.layout.inProject(imp, from)
	for _, dir := range dirs {
		if rel, ok := below(a.root, dir); ok && a.folders[rel].importable() {
			return imported{project: rel}
		}
	}
	for _, dir := range dirs {
		if claimed && a.layout.isDir(dir) && len(a.layout.goFiles(dir)) > 0 {
			return imported{outside: dir} // ignored files, or another part of the module
		}
	}
	if dir, ok := a.layout.outside(imp, from); ok {
		return imported{outside: dir}
	}
	return imported{missing: claimed}
}

// mayMean returns the folders of the project that an import path may mean, now or
// once they exist.
func (a *project) mayMean(imp, dir string) []string {
	var out []string
	if imp == "C" || a.layout.isStandard(imp) {
		return nil
	}
	dirs, _ := a.layout.inProject(imp, path.Join(a.root, dir))
	for _, d := range dirs {
		if rel, ok := below(a.root, d); ok {
			out = append(out, rel)
		}
	}
	return out
}

// canonical returns the world that makes a folder's package what it is in w: few
// packages differ between platforms, or see the tests of another.
func (a *project) canonical(dir string, w world) world {
	if w.tests != "" && !a.importersOf(w.tests)[dir] {
		w.tests = ""
	}
	if w.platform != a.host && !a.differing(w.platform)[dir] {
		w.platform = a.host
	}
	return w
}

// importersOf returns the folders whose packages import that of a folder, directly
// or not, and the folder itself.
func (a *project) importersOf(dir string) map[string]bool {
	if set, ok := a.importers[dir]; ok {
		return set
	}
	set := a.closure([]string{dir})
	a.importers[dir] = set
	return set
}

// differing returns the folders whose packages are others under a platform than on
// the host, for their own files or those of what they import.
func (a *project) differing(p platform) map[string]bool {
	if set, ok := a.differs[p]; ok {
		return set
	}
	var dirs []string
	for _, d := range a.folders {
		for _, f := range d.files {
			if !f.test && !f.broken && f.condition.holds(p) != f.condition.holds(a.host) {
				dirs = append(dirs, d.dir)
				break
			}
		}
	}
	set := a.closure(dirs)
	a.differs[p] = set
	return set
}

// closure extends folders by those that import them, directly or not. Tests do not
// count: nobody imports them.
func (a *project) closure(dirs []string) map[string]bool {
	set := make(map[string]bool, len(dirs))
	for _, d := range dirs {
		set[d] = true
	}
	for i := 0; i < len(dirs); i++ {
		for _, importer := range a.importedBy[dirs[i]] {
			if !set[importer] {
				set[importer] = true
				dirs = append(dirs, importer)
			}
		}
	}
	return set
}
