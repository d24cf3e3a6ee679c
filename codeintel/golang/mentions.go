package golang

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// mentioner collects what a file mentions by name.
type mentioner struct {
	facts.Mentions
	dot     bool // the file has a dot import: any name may come from there
	local   []facts.Alias
	follows map[string]bool // local names that are called, or that a local name is set to
}

// mentionsOf returns what a file mentions, but for its modules.
func mentionsOf(file *ast.File) facts.Mentions {
	m := &mentioner{Mentions: facts.Mentions{Names: map[string]facts.Role{}}, follows: map[string]bool{}}
	for _, s := range file.Imports {
		m.dot = m.dot || s.Name != nil && s.Name.Name == "."
	}
	for _, d := range file.Decls {
		m.declaration(d)
	}
	for _, a := range m.local {
		if m.follows[a.Name] {
			m.Aliases = append(m.Aliases, a)
		}
	}
	return m.Mentions
}

func (m *mentioner) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			m.Names[d.Name.Name] |= facts.Inherited | facts.Implementing
		}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return
		}
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for i, name := range s.Names {
					if i < len(s.Values) {
						m.named(name, s.Values[i], true)
					}
				}
			case *ast.TypeSpec:
				m.inherited(s)
			}
		}
	}
	ast.Inspect(d, m.visit)
}

// inherited notes what a type has its methods from, and the methods of an
// interface: others may implement them.
func (m *mentioner) inherited(s *ast.TypeSpec) {
	switch t := s.Type.(type) {
	case *ast.InterfaceType:
		if t.Methods == nil {
			return
		}
		for _, field := range t.Methods.List {
			for _, name := range field.Names {
				m.Names[name.Name] |= facts.Inherited
			}
		}
		m.embedded(t.Methods)
	case *ast.StructType:
		if t.Fields != nil {
			m.embedded(t.Fields)
		}
	default:
		if name, _ := typeName(t); name != "" {
			m.Names[name] |= facts.Inherited
		}
	}
}

func (m *mentioner) embedded(fields *ast.FieldList) {
	for _, field := range fields.List {
		if name, _ := typeName(field.Type); len(field.Names) == 0 && name != "" {
			m.Names[name] |= facts.Inherited
		}
	}
}

func (m *mentioner) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		m.called(n.Fun)
	case *ast.SelectorExpr:
		if _, ok := n.X.(*ast.Ident); ok && n.Sel.IsExported() {
			m.Names[n.Sel.Name] |= facts.Imported
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if name, ok := left.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
				m.named(name, n.Rhs[i], false)
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if i < len(n.Values) {
				m.named(name, n.Values[i], false)
			}
		}
	case *ast.Ident:
		role := facts.Mentioned
		if m.dot && n.IsExported() {
			role |= facts.Imported
		}
		m.Names[n.Name] |= role
	}
	return true
}

// called notes the name a callee is written with.
func (m *mentioner) called(callee ast.Expr) {
	if name := calleeName(callee); name != nil {
		m.Names[name.Name] |= facts.Called
		m.follows[name.Name] = true
	}
}

// named notes that a name is set to what bears another, or to a list of such.
func (m *mentioner) named(name *ast.Ident, value ast.Expr, global bool) {
	for _, element := range elementsOf(value) {
		m.named(name, element, global)
	}
	of := calleeName(value)
	if of == nil || of.Name == name.Name || name.Name == "_" {
		return
	}
	a := facts.Alias{Name: name.Name, Of: of.Name}
	if global {
		m.Aliases = append(m.Aliases, a)
		return
	}
	m.follows[of.Name] = true
	m.local = append(m.local, a)
}

// calleeName returns the identifier that names a callee: f, x.f, f[T], (f); nil
// for other expressions.
func calleeName(callee ast.Expr) *ast.Ident {
	for {
		switch e := callee.(type) {
		case *ast.ParenExpr:
			callee = e.X
		case *ast.IndexExpr:
			callee = e.X
		case *ast.IndexListExpr:
			callee = e.X
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			return e.Sel
		default:
			return nil
		}
	}
}

// elementsOf returns what a list or map that may hold functions is written with.
func elementsOf(value ast.Expr) []ast.Expr {
	literal, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok || !mayHoldFunctions(literal.Type) {
		return nil
	}
	elements := make([]ast.Expr, len(literal.Elts))
	for i, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		elements[i] = e
	}
	return elements
}

// mayHoldFunctions judges the type of a composite literal by how it is written.
func mayHoldFunctions(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.ArrayType:
		return isFunctionOrNamed(t.Elt)
	case *ast.MapType:
		return isFunctionOrNamed(t.Value)
	}
	return false
}

func isFunctionOrNamed(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.FuncType, *ast.SelectorExpr:
		return true
	case *ast.Ident:
		return types.Universe.Lookup(t.Name) == nil
	}
	return false
}
