package project

import "github.com/coderef-system/coderefd/codeintel/golang/platform"

// CanonicalView returns the simplest view in which the package of a folder is the same as in
// w. Few packages depend on the platform or on the tests of another package.
func (p *Project) CanonicalView(dir string, w View) View {
	if w.Tests != "" && !p.importersOf(w.Tests)[dir] {
		w.Tests = ""
	}
	if w.Platform != p.Host && !p.differing(w.Platform)[dir] {
		w.Platform = p.Host
	}
	return w
}

// importersOf returns a folder and the folders that import it, directly or indirectly.
func (p *Project) importersOf(dir string) map[string]bool {
	if set, ok := p.importers[dir]; ok {
		return set
	}
	set := p.Closure([]string{dir})
	p.importers[dir] = set
	return set
}

// differing returns the folders whose packages differ between a platform and the host, because
// of their own files or of their imports.
func (p *Project) differing(target platform.Platform) map[string]bool {
	if set, ok := p.platformDependent[target]; ok {
		return set
	}
	var dirs []string
	for _, d := range p.Folders {
		for _, f := range d.Files {
			if !f.IsTest && !f.Broken && f.Condition.Matches(target) != f.Condition.Matches(p.Host) {
				dirs = append(dirs, d.dir)
				break
			}
		}
	}
	set := p.Closure(dirs)
	p.platformDependent[target] = set
	return set
}

// Closure returns some folders and those that import them, directly or indirectly. It ignores
// tests, because they cannot be imported.
func (p *Project) Closure(dirs []string) map[string]bool {
	set := make(map[string]bool, len(dirs))
	for _, d := range dirs {
		set[d] = true
	}
	for i := 0; i < len(dirs); i++ {
		for _, importer := range p.importedBy[dirs[i]] {
			if !set[importer] {
				set[importer] = true
				dirs = append(dirs, importer)
			}
		}
	}
	return set
}
