package syntax

import (
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// bodies lists what the bodies of functions declare: types, and variables that are
// declared to hold a function.
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

// values lists what the functions declare that variables of the package are set to.
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

// body lists what stands in a body, all in the name of the declaration the body
// belongs to.
func (o *outline) body(n ast.Node, parent int) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			_, listed := o.literals[n]
			return !listed // its own body is listed in its own name
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

// locals lists what a declaration within a body declares.
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

// local lists a variable that is declared to hold a function.
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
