package gotruth

import (
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

func (o *Oracle) collectImports() (*imports, error) {
	found := &imports{
		named: map[place]map[site]bool{}, files: map[string]map[site]bool{}, whole: map[string]map[site]bool{},
	}
	seen := map[string]bool{}
	folders := map[string]string{} // by import path
	for _, p := range o.packages {
		if p.Name == "main" || strings.HasSuffix(p.PkgPath, "_test") || strings.HasSuffix(p.PkgPath, ".test") {
			continue
		}
		for _, file := range p.GoFiles {
			if rel, inside := o.relative(file); inside && !strings.HasSuffix(rel, "_test.go") && !seen[rel] {
				seen[rel] = true
				folders[p.PkgPath] = path.Dir(rel)
				target := truth.Declaration{File: rel, Line: 1, Kind: "file", Exported: true}
				found.importable = append(found.importable, target)
			}
		}
	}
	slices.SortFunc(found.importable, func(a, b truth.Declaration) int {
		return strings.Compare(a.File, b.File)
	})
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

// file records the imports of one file, and the names that it uses from them.
func (i *imports) file(v *visitor, file *ast.File, folders map[string]string) {
	specs := map[string]site{} // by import path
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		at := v.site(spec)
		if _, ok := specs[importPath]; !ok {
			specs[importPath] = at
		}
		whole := spec.Name != nil && (spec.Name.Name == "." || spec.Name.Name == "_")
		if folder, ok := folders[importPath]; ok && whole {
			add(i.whole, folder, at)
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
				add(i.files, p.file, at)
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

// cases returns a case for each target. sites returns the sites of a target.
func cases(targets []truth.Declaration, sites func(truth.Declaration) map[site]bool) []truth.Case {
	var all []truth.Case
	for _, t := range targets {
		all = append(all, truth.Case{Target: t, Sites: imported(sites(t))})
	}
	return all
}

func imported(at map[site]bool) []truth.Site {
	found := make(map[site]truth.Site, len(at))
	for s := range at {
		found[s] = truth.Site{Rule: truth.Direct, Form: "import"}
	}
	return inOrder(found)
}
