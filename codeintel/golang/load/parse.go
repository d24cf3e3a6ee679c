package load

import (
	"go/ast"
	"path"

	"github.com/coderef-system/coderefd/codeintel/golang/platform"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// parsePackage parses the files of a package. It is safe for concurrent use with different
// packages.
func (l *Loader) parsePackage(p *Package) {
	if p.key.Outside {
		l.parseOutside(p)
		return
	}
	d := l.Folders[p.key.Dir]
	p.name = d.PackageName(p.key.View.Platform)
	sources := d.Sources(p.name, p.key.View)
	if p.key.External {
		p.path += "_test"
		sources = d.ExternalTests(p.key.View.Platform)
		p.name += "_test"
	}
	seen := map[string]bool{}
	for _, f := range sources {
		p.files = append(p.files, l.Skeleton(f).AST)
		for _, imp := range f.Imports {
			if !seen[imp] {
				seen[imp] = true
				p.paths = append(p.paths, imp)
			}
		}
	}
}

// parseOutside parses a package outside the project.
func (l *Loader) parseOutside(p *Package) {
	p.files = l.outsideFiles(p.key.Dir)
	p.path = l.Layout.OutsidePath(p.key.Dir)
	seen := map[string]bool{}
	for _, f := range p.files {
		p.name = f.Name.Name
		for _, spec := range f.Imports {
			if imp := syntax.ImportPath(spec); !seen[imp] {
				seen[imp] = true
				p.paths = append(p.paths, imp)
			}
		}
	}
}

// outsideFiles parses the files of a package outside the project for the host or, if there are
// none, for the first platform that has some. It prefers files without cgo, which the standard
// library provides.
func (l *Loader) outsideFiles(dir string) []*ast.File {
	type candidate struct {
		name, text string
		Condition  platform.Condition
	}
	var all []candidate
	host := l.Host
	host.Cgo = false
	for _, name := range l.Layout.GoFiles(dir) {
		if text, ok := l.Layout.Read(path.Join(dir, name)); ok {
			all = append(all, candidate{name, text, platform.ConditionOf(name, text)})
		}
	}
	var files []*ast.File
	parseFor := func(p platform.Platform) {
		for _, c := range all {
			if !c.Condition.Matches(p) {
				continue
			}
			f := parseDeclarations(l.Fset, path.Join(dir, c.name), c.text)
			if f != nil && (p.Cgo || !importsC(f)) && (len(files) == 0 || f.Name.Name == files[0].Name.Name) {
				files = append(files, f)
			}
		}
	}
	parseFor(host)
	host.Cgo = true
	for i := 0; i < len(all) && len(files) == 0; i++ {
		if p, ok := all[i].Condition.PlatformFor(host); ok {
			parseFor(p)
		}
	}
	return files
}

func importsC(f *ast.File) bool {
	for _, s := range f.Imports {
		if syntax.ImportPath(s) == "C" {
			return true
		}
	}
	return false
}
