package gotruth

import (
	"go/ast"
	"go/types"
	"path"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// imports holds which files of the module import its packages, and what of
// them they name.
type imports struct {
	importable []truth.Declaration      // one file of each package that may be imported
	packages   map[string]map[site]bool // by folder
	named      map[place]map[site]bool  // by declaration
}

func (o *Oracle) collectImports() (*imports, error) {
	found := &imports{packages: map[string]map[site]bool{}, named: map[place]map[site]bool{}}
	folders := map[string]string{} // by import path
	for _, p := range o.packages {
		if p.Name == "main" || strings.HasSuffix(p.PkgPath, "_test") || strings.HasSuffix(p.PkgPath, ".test") {
			continue
		}
		for _, file := range p.GoFiles {
			if rel, inside := o.relative(file); inside && !strings.HasSuffix(rel, "_test.go") && folders[p.PkgPath] == "" {
				folders[p.PkgPath] = path.Dir(rel)
				found.importable = append(found.importable, truth.Declaration{File: rel, Line: 1, Kind: "file", Exported: true})
			}
		}
	}
	for _, p := range o.packages {
		v := visitor{oracle: o, calls: o.calls, pkg: p}
		for _, file := range p.Syntax {
			if _, inside := o.relative(p.Fset.Position(file.FileStart).Filename); inside {
				found.file(&v, file, folders)
			}
		}
		if v.err != nil {
			return nil, v.err
		}
	}
	return found, nil
}

// file notes what one file imports, and which of the names it takes from there.
func (i *imports) file(v *visitor, file *ast.File, folders map[string]string) {
	specs := map[string]site{} // by import path
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		position := v.pkg.Fset.Position(spec.Pos())
		name, _ := v.oracle.relative(position.Filename)
		at := site{name, position.Line, 0}
		if _, ok := specs[importPath]; !ok {
			specs[importPath] = at
		}
		if folder, ok := folders[importPath]; ok {
			add(i.packages, folder, at)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		name, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		object := v.pkg.TypesInfo.Uses[name]
		if object == nil || object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
			return true
		}
		if at, imported := specs[object.Pkg().Path()]; imported {
			if p, inside := v.place(origin(object)); inside {
				add(i.named, p, at)
			}
		}
		return true
	})
}

func origin(object types.Object) types.Object {
	if f, ok := object.(*types.Func); ok {
		return f.Origin()
	}
	return object
}

func add[K comparable](m map[K]map[site]bool, key K, at site) {
	if m[key] == nil {
		m[key] = map[site]bool{}
	}
	m[key][at] = true
}

func (i *imports) files(targets []truth.Declaration) []truth.Case {
	var cases []truth.Case
	for _, t := range targets {
		cases = append(cases, truth.Case{Target: t, Sites: imported(i.packages[path.Dir(t.File)])})
	}
	return cases
}

func (i *imports) elements(targets []truth.Declaration) []truth.Case {
	var cases []truth.Case
	for _, t := range targets {
		cases = append(cases, truth.Case{Target: t, Sites: imported(i.named[placeOf(t)])})
	}
	return cases
}

func imported(found map[site]bool) []truth.Site {
	rules := make(map[site]string, len(found))
	for at := range found {
		rules[at] = truth.Direct
	}
	return sitesOf(rules)
}
