package project

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/golang/platform"
)

// Replace replaces the version old of a file by the version now. old is nil for a new file, and
// now is nil for a removed one.
func (p *Project) Replace(old, now *File) {
	if old != nil {
		delete(p.Targets, old)
		d := p.Folders[old.Dir]
		d.Files = slices.DeleteFunc(slices.Clone(d.Files), func(f *File) bool { return f == old })
		if len(d.Files) == 0 {
			delete(p.Folders, old.Dir)
		}
		delete(p.Files, old.Path)
	}
	if now == nil {
		return
	}
	p.Files[now.Path] = now
	d := p.Folders[now.Dir]
	if d == nil {
		d = &folder{dir: now.Dir}
		p.Folders[now.Dir] = d
	}
	i, _ := slices.BinarySearchFunc(d.Files, now, compareFiles)
	d.Files = slices.Insert(d.Files, i, now)
	p.Targets[now] = p.targetsOf(now)
}

func compareFiles(a, b *File) int {
	switch {
	case a.Path < b.Path:
		return -1
	case a.Path > b.Path:
		return 1
	}
	return 0
}

// targetsOf returns the folders to which the imports of a file may refer.
func (p *Project) targetsOf(f *File) []string {
	var dirs []string
	for _, imp := range f.Imports {
		for _, dir := range p.candidates(imp, f.Dir) {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// UpdateImports computes again which packages import each other, and drops the caches.
func (p *Project) UpdateImports() {
	p.importedBy = map[string][]string{}
	for _, d := range p.Folders {
		seen := map[string]bool{}
		for _, f := range d.Files {
			if f.IsTest {
				continue
			}
			for _, dir := range p.Targets[f] {
				if !seen[dir] {
					seen[dir] = true
					p.importedBy[dir] = append(p.importedBy[dir], d.dir)
				}
			}
		}
	}
	p.importers, p.lookups = map[string]map[string]bool{}, map[[2]string]Import{}
	p.platformDependent = map[platform.Platform]map[string]bool{}
}
