package resolve

import (
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/project"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

func (x *extractor) facts(f *project.File, t *syntax.Tree) *facts.File {
	v := &visitor{extractor: x, file: f, tree: t, current: facts.ModuleLevel, out: &facts.File{Path: f.Path}}
	v.callees = map[*ast.Ident]bool{}
	if x.references {
		v.embedded = map[*ast.Ident]bool{}
	}
	v.importSpecs()
	for _, d := range t.AST.Decls {
		v.declaration(d)
	}
	v.unusedImports()
	return v.out
}

// declaration visits a declaration. Code in declarations that are not listed, such as blank
// variables, belongs to the file.
func (v *visitor) declaration(d ast.Decl) {
	v.current = facts.ModuleLevel
	switch d := d.(type) {
	case *ast.FuncDecl:
		if i, ok := v.tree.FuncDecls[d]; ok {
			v.current = i
		}
		v.calledOutside(d)
		ast.Inspect(d, v.visit)
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return
		}
		for _, s := range d.Specs {
			v.spec(s)
		}
	}
}

func (v *visitor) spec(s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		v.current = v.declOf(s.Name)
		ast.Inspect(s, v.visit)
	case *ast.ValueSpec:
		v.current = v.declOf(s.Names...)
		if s.Type != nil {
			ast.Inspect(s.Type, v.visit)
		}
		for i, value := range s.Values {
			if len(s.Values) == len(s.Names) {
				v.current = v.declOf(s.Names[i])
			}
			ast.Inspect(value, v.visit)
		}
	}
}

func (v *visitor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		if i, ok := v.tree.FuncLits[n]; ok {
			v.within(i, n)
			return false
		}
	case *ast.TypeSpec: // in a body
		if i, ok := v.tree.DeclAt[n.Name.Pos()]; ok && i != v.current {
			v.within(i, n)
			return false
		}
	case *ast.CallExpr:
		v.call(n)
	case *ast.StructType:
		v.addEmbedded(n.Fields)
	case *ast.InterfaceType:
		v.addEmbedded(n.Methods)
	case *ast.SelectorExpr:
		if v.qualified(n) {
			v.addReference(n.Sel)
			v.escape(n.Sel)
			return false
		}
	case *ast.Ident:
		v.dotImported(n)
		v.addReference(n)
		v.escape(n)
	}
	return true
}

// within visits a declaration in the body of another one.
func (v *visitor) within(decl int, n ast.Node) {
	outer := v.current
	v.current = decl
	ast.Inspect(n, func(inner ast.Node) bool { return inner == n || v.visit(inner) })
	v.current = outer
}
