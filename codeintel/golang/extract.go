package golang

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// extractor takes facts out of a type-checked unit.
type extractor struct {
	*loader
	job  *job
	info *types.Info
	pkg  *types.Package
	own  map[*token.File]*tree // of the unit

	references bool // are asked for
}

// treeOf returns the tree of the project that a position lies in, nil if none.
func (x *extractor) treeOf(p token.Pos) *tree {
	if f := x.fset.File(p); f != nil && x.own[f] != nil {
		return x.own[f]
	}
	return x.treeAt(p)
}

// visitor walks one file, knowing which declaration it is in.
type visitor struct {
	*extractor
	file    *file
	tree    *tree
	current int
	out     *facts.File
	imports fileImports
	values  map[types.Object]*holds // what local variables are set to; nil until needed
	// followed counts the expressions that were looked at for the call at hand.
	followed int
	callees  map[*ast.Ident]bool // names that are called
	embedded map[*ast.Ident]bool // names that are inherited from
}

func (x *extractor) facts(f *file, t *tree) *facts.File {
	v := &visitor{extractor: x, file: f, tree: t, current: facts.ModuleLevel, out: &facts.File{Path: f.path}}
	if x.references {
		v.callees, v.embedded = map[*ast.Ident]bool{}, map[*ast.Ident]bool{}
	}
	v.importSpecs()
	for _, d := range t.file.Decls {
		v.declaration(d)
	}
	v.unusedImports()
	return v.out
}

// declaration walks a declaration. What is outside any that is listed, such as a
// blank variable, belongs to the file.
func (v *visitor) declaration(d ast.Decl) {
	v.current = facts.ModuleLevel
	switch d := d.(type) {
	case *ast.FuncDecl:
		if i, ok := v.tree.funcs[d]; ok {
			v.current = i
		}
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

// declOf returns the declaration of the first name that is listed.
func (v *visitor) declOf(names ...*ast.Ident) int {
	for _, name := range names {
		if i, ok := v.tree.at[name.Pos()]; ok {
			return i
		}
	}
	return facts.ModuleLevel
}

func (v *visitor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		if i, ok := v.tree.literals[n]; ok {
			v.within(i, n)
			return false
		}
	case *ast.TypeSpec: // in a body
		if i, ok := v.tree.at[n.Name.Pos()]; ok && i != v.current {
			v.within(i, n)
			return false
		}
	case *ast.CallExpr:
		v.call(n)
	case *ast.StructType:
		v.embeds(n.Fields)
	case *ast.InterfaceType:
		v.embeds(n.Methods)
	case *ast.SelectorExpr:
		if v.qualified(n) {
			v.reference(n.Sel)
			return false
		}
	case *ast.Ident:
		v.dotImported(n)
		v.reference(n)
	}
	return true
}

// within walks what is a declaration of its own in another one's body.
func (v *visitor) within(decl int, n ast.Node) {
	outer := v.current
	v.current = decl
	ast.Inspect(n, func(inner ast.Node) bool { return inner == n || v.visit(inner) })
	v.current = outer
}

func (v *visitor) unresolved(u facts.Unresolved) {
	u.From = v.current
	v.out.Unresolved = append(v.out.Unresolved, u)
}
