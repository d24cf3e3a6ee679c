package mentions

import (
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// collector collects the mentions of a file.
type collector struct {
	facts.Mentions
	dot      bool // the file contains a dot import: it may import any name
	local    []facts.Alias
	followed map[string]bool // local names that are called or aliased
}

// Of returns the mentions of a file, without its modules.
func Of(file *ast.File) facts.Mentions {
	m := &collector{Mentions: facts.Mentions{Names: map[string]facts.Role{}}, followed: map[string]bool{}}
	for _, s := range file.Imports {
		m.dot = m.dot || s.Name != nil && s.Name.Name == "."
	}
	for _, d := range file.Decls {
		m.declaration(d)
	}
	for _, a := range m.local {
		if m.followed[a.Name] {
			m.Aliases = append(m.Aliases, a)
		}
	}
	return m.Mentions
}

func (m *collector) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if syntax.IsCalledOutside(d) {
			m.Names[d.Name.Name] |= facts.Called
		}
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
						m.assigned(name, s.Values[i], true)
					}
				}
			case *ast.TypeSpec:
				m.inherited(s)
			}
		}
	}
	ast.Inspect(d, m.visit)
}

// inherited records the types from which a type gets methods, and the methods of an interface,
// which other types may implement.
func (m *collector) inherited(s *ast.TypeSpec) {
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
		if name, _ := syntax.TypeName(t); name != "" {
			m.Names[name] |= facts.Inherited
		}
	}
}

func (m *collector) embedded(fields *ast.FieldList) {
	for _, field := range fields.List {
		if name, _ := syntax.TypeName(field.Type); len(field.Names) == 0 && name != "" {
			m.Names[name] |= facts.Inherited
		}
	}
}

func (m *collector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		m.called(n.Fun)
		m.passed(n.Args...)
		if name, ok := syntax.MethodByName(n); ok {
			m.Names[name] |= facts.Called
			m.AnyCall = m.AnyCall || name == "*"
		}
	case *ast.CompositeLit:
		m.passed(n.Elts...)
	case *ast.ReturnStmt:
		m.passed(n.Results...)
	case *ast.SendStmt:
		m.passed(n.Value)
	case *ast.RangeStmt:
		m.passed(n.X)
	case *ast.SelectorExpr:
		if _, ok := n.X.(*ast.Ident); ok && n.Sel.IsExported() {
			m.Names[n.Sel.Name] |= facts.Imported
		}
	case *ast.AssignStmt:
		m.passed(n.Rhs...)
		for i, left := range n.Lhs {
			if name, ok := left.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
				m.assigned(name, n.Rhs[i], false)
			}
		}
	case *ast.ValueSpec:
		m.passed(n.Values...)
		for i, name := range n.Names {
			if i < len(n.Values) {
				m.assigned(name, n.Values[i], false)
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

// passed records the names of values that may be functions, which may be called elsewhere.
func (m *collector) passed(values ...ast.Expr) {
	for _, e := range values {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		if name := syntax.CalleeName(e); name != nil {
			m.Names[name.Name] |= facts.Called
		}
	}
}

// called records the name of a callee.
func (m *collector) called(callee ast.Expr) {
	if name := syntax.CalleeName(callee); name != nil {
		m.Names[name.Name] |= facts.Called
		m.followed[name.Name] = true
	}
}

// assigned records that a name is set to another name, or to a list of names.
func (m *collector) assigned(name *ast.Ident, value ast.Expr, global bool) {
	for _, element := range syntax.ElementsOf(value) {
		m.assigned(name, element, global)
	}
	of := syntax.CalleeName(value)
	if of == nil || of.Name == name.Name || name.Name == "_" {
		return
	}
	a := facts.Alias{Name: name.Name, Of: of.Name}
	if global {
		m.Aliases = append(m.Aliases, a)
		return
	}
	m.followed[of.Name] = true
	m.local = append(m.local, a)
}
