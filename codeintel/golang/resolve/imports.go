package resolve

import (
	"go/ast"
	"go/types"
	"path"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// importSpecs records the imports of the file. For packages of the project, only their uses
// are recorded.
func (v *visitor) importSpecs() {
	v.imports = fileImports{specs: map[*types.PkgName]*importSpec{}, dots: map[*types.Package]*importSpec{}}
	for _, spec := range v.tree.AST.Imports {
		s := &importSpec{spec: spec, path: syntax.ImportPath(spec), outside: -1, members: map[types.Object][]int{}}
		if s.path == "" {
			continue
		}
		s.found = v.job.found[s.path]
		v.imports.all = append(v.imports.all, s)
		var obj types.Object
		if spec.Name != nil {
			obj = v.info.Defs[spec.Name]
		} else {
			obj = v.info.Implicits[spec]
		}
		name, _ := obj.(*types.PkgName)
		if name != nil {
			v.imports.specs[name] = s
		}
		if spec.Name != nil && spec.Name.Name == "." {
			if p := v.job.imports[s.path]; p != nil {
				v.imports.dots[p.Types] = s
			}
		}
		switch {
		case s.found.ProjectDir != "":
		case s.found.Missing:
		default:
			s.outside = v.addImport(facts.Import{To: facts.Target{External: s.path}}, spec)
		}
	}
}

// unusedImports records the imports without a use by name, including blank imports. Their
// target is the package's representative file.
func (v *visitor) unusedImports() {
	v.current = facts.ModuleLevel
	for _, s := range v.imports.all {
		dot := s.spec.Name != nil && s.spec.Name.Name == "."
		switch {
		case s.used && !dot, s.outside >= 0:
		case s.found.Missing:
			v.addUnresolved(s.spec.Pos(), facts.Unresolved{
				Reason: facts.MissingModule, Import: true, Module: path.Base(s.path),
			})
		default:
			f := v.Folders[s.found.ProjectDir].Representative()
			v.addImport(facts.Import{To: facts.Target{File: f.Path, Decl: facts.ModuleLevel}, Module: f.Path}, s.spec)
		}
	}
}

// addImport records one import and returns its index.
func (v *visitor) addImport(i facts.Import, spec *ast.ImportSpec) int {
	i.Line, i.Column = v.tree.Position(spec.Pos())
	v.out.Imports = append(v.out.Imports, i)
	return len(v.out.Imports) - 1
}

// qualified records a use of pkg.Name. It reports whether the selector has this form.
func (v *visitor) qualified(n *ast.SelectorExpr) bool {
	name := v.packageName(n.X)
	if name == nil {
		return false
	}
	if s := v.imports.specs[name]; s != nil {
		v.addUse(s, v.info.Uses[n.Sel], n.Sel)
	}
	return true
}

// dotImported records a use of a name from a dot import.
func (v *visitor) dotImported(n *ast.Ident) {
	if len(v.imports.dots) == 0 {
		return
	}
	obj := v.info.Uses[n]
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == v.pkg || obj.Parent() != obj.Pkg().Scope() {
		return
	}
	if s := v.imports.dots[obj.Pkg()]; s != nil {
		v.addUse(s, obj, n)
	}
}

// addUse records that the current declaration uses a member of an imported package.
func (v *visitor) addUse(s *importSpec, obj types.Object, name *ast.Ident) {
	if s.outside >= 0 {
		v.markUsed(s.outside)
		return
	}
	if obj == nil { // the package has no such name
		if s.found.Missing || v.job.imports[s.path] != nil {
			s.used = true
			u := facts.Unresolved{Reason: facts.MissingName, Name: name.Name, Import: true, Module: path.Base(s.path)}
			if s.found.Missing {
				u.Reason = facts.MissingModule
			}
			v.addUnresolved(name.Pos(), u)
		}
		return
	}
	indexes, known := s.members[obj]
	if !known {
		targets, _ := v.declared(obj)
		for _, t := range targets {
			indexes = append(indexes, v.addImport(facts.Import{To: t, Module: t.File}, s.spec))
		}
		s.members[obj] = indexes
	}
	for _, i := range indexes {
		s.used = true
		v.markUsed(i)
	}
}

// markUsed records that the current declaration uses an import.
func (v *visitor) markUsed(index int) {
	i := &v.out.Imports[index]
	if v.current != facts.ModuleLevel && !slices.Contains(i.Users, v.current) {
		i.Users = append(i.Users, v.current)
	}
}
