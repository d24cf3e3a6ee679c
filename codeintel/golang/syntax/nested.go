package syntax

import (
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// bodies lists the declarations in the bodies of functions: types, and variables that hold a
// function.
func (o *outline) bodies(list []ast.Decl) {
	for _, d := range list {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if i, ok := o.funcs[d]; ok && d.Body != nil {
				o.body(d.Body, i)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.ValueSpec); ok {
					o.values(s)
				}
			}
		}
	}
}

// values lists the declarations in the function literals to which package variables are set.
func (o *outline) values(s *ast.ValueSpec) {
	for i, value := range s.Values {
		if len(s.Names) != len(s.Values) {
			break
		}
		if parent, ok := o.at[s.Names[i].Pos()]; ok {
			o.body(value, parent)
		}
	}
}

// body lists the declarations in a body as members of the declaration parent.
func (o *outline) body(n ast.Node, parent int) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			_, listed := o.literals[n]
			return !listed // the declarations in its body are its own members
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
				for i, left := range n.Lhs {
					if name, ok := left.(*ast.Ident); ok {
						o.local(name, n.Rhs[i], parent, origin{})
					}
				}
			}
		case *ast.GenDecl:
			o.group = n
			o.locals(n, parent)
		}
		return true
	})
}

// locals lists the declarations of a declaration statement.
func (o *outline) locals(d *ast.GenDecl, parent int) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.Name != "_" {
				i := o.typeSpec(s, o.decls[parent].Name+".", false)
				o.decls[i].Parent = parent
			}
		case *ast.ValueSpec:
			for i, name := range s.Names {
				if len(s.Names) == len(s.Values) {
					o.local(name, s.Values[i], parent, origin{docs: o.docs(s.Doc, s.Comment)})
				}
			}
		}
	}
}

// local lists a local variable that is declared with a function literal.
func (o *outline) local(name *ast.Ident, value ast.Expr, parent int, from origin) {
	f, ok := value.(*ast.FuncLit)
	if !ok || name.Name == "_" {
		return
	}
	from.of = f.Type
	i := o.add(name, f, facts.Function, o.decls[parent].Name+"."+name.Name, false, from)
	o.decls[i].Parent = parent
	o.literals[f] = i
	o.body(f.Body, i)
}
