package project

import (
	"path"

	"github.com/coderef-system/coderefd/codeintel/golang/layout"
)

// Lookup resolves an import path for the files in an absolute folder. Packages of the project
// take precedence over any required version.
func (p *Project) Lookup(imp, from string) Import {
	key := [2]string{imp, from}
	if found, ok := p.lookups[key]; ok {
		return found
	}
	found := p.resolve(imp, from)
	p.lookups[key] = found
	return found
}

func (p *Project) resolve(imp, from string) Import {
	if imp == "C" || imp == "unsafe" || imp == "" {
		return Import{}
	}
	_, own := layout.RelativeTo(p.Root, from)
	if l := p.Layout; !own && l.GoRoot != "" && layout.IsInside(l.GoRoot, from) || l.IsStandard(imp) {
		dir, _ := l.FindOutside(imp, from)
		return Import{OutsideDir: dir}
	}
	dirs, claimed := p.Layout.ProjectFolders(imp, from)
	for _, dir := range dirs {
		if rel, ok := layout.RelativeTo(p.Root, dir); ok && p.Folders[rel].importable() {
			return Import{ProjectDir: rel}
		}
	}
	for _, dir := range dirs {
		if claimed && p.Layout.IsDir(dir) && len(p.Layout.GoFiles(dir)) > 0 {
			return Import{OutsideDir: dir} // ignored files, or a part of the module outside the project
		}
	}
	if dir, ok := p.Layout.FindOutside(imp, from); ok {
		return Import{OutsideDir: dir}
	}
	return Import{Missing: claimed}
}

// candidates returns the folders of the project to which an import path may refer, whether
// they exist or not.
func (p *Project) candidates(imp, dir string) []string {
	var out []string
	if imp == "C" || p.Layout.IsStandard(imp) {
		return nil
	}
	dirs, _ := p.Layout.ProjectFolders(imp, path.Join(p.Root, dir))
	for _, d := range dirs {
		if rel, ok := layout.RelativeTo(p.Root, d); ok {
			out = append(out, rel)
		}
	}
	return out
}
