package golang

import "slices"

// project is the index of a project's files: which folder holds which package, and
// which packages import each other.
type project struct {
	host    platform
	root    string
	layout  *layout
	files   map[string]*file
	folders map[string]*folder

	targets    map[*file][]string  // folders that the imports of a file may refer to
	importedBy map[string][]string // folders whose packages import a folder, without tests
	// Caches, dropped when files or imports change.
	importers map[string]map[string]bool
	differs   map[platform]map[string]bool
	lookups   map[[2]string]imported
}

func newProject(host platform) *project {
	return &project{host: host, files: map[string]*file{}, folders: map[string]*folder{}, targets: map[*file][]string{}}
}

// put enters a new version of a file, or takes it out.
func (a *project) put(old, now *file) {
	if old != nil {
		delete(a.targets, old)
		d := a.folders[old.dir]
		d.files = slices.DeleteFunc(slices.Clone(d.files), func(f *file) bool { return f == old })
		if len(d.files) == 0 {
			delete(a.folders, old.dir)
		}
		delete(a.files, old.path)
	}
	if now == nil {
		return
	}
	a.files[now.path] = now
	d := a.folders[now.dir]
	if d == nil {
		d = &folder{dir: now.dir}
		a.folders[now.dir] = d
	}
	i, _ := slices.BinarySearchFunc(d.files, now, compareFiles)
	d.files = slices.Insert(d.files, i, now)
	a.targets[now] = a.targetsOf(now)
}

func compareFiles(a, b *file) int {
	switch {
	case a.path < b.path:
		return -1
	case a.path > b.path:
		return 1
	}
	return 0
}

// targetsOf returns the folders that a file's imports may mean.
func (a *project) targetsOf(f *file) []string {
	var dirs []string
	for _, imp := range f.imports {
		for _, dir := range a.mayMean(imp, f.dir) {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// connect finds out anew who imports whom, and drops what is remembered of that.
func (a *project) connect() {
	a.importedBy = map[string][]string{}
	for _, d := range a.folders {
		seen := map[string]bool{}
		for _, f := range d.files {
			if f.test {
				continue
			}
			for _, dir := range a.targets[f] {
				if !seen[dir] {
					seen[dir] = true
					a.importedBy[dir] = append(a.importedBy[dir], d.dir)
				}
			}
		}
	}
	a.importers, a.differs, a.lookups = map[string]map[string]bool{}, map[platform]map[string]bool{}, map[[2]string]imported{}
}
