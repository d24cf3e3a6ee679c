package syntax

import "go/ast"

// StripBodies removes the bodies of functions. Other files and packages can depend only on the
// rest.
func (t *Tree) StripBodies() {
	for _, d := range t.AST.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			d.Body = nil
		case *ast.GenDecl:
			eachFuncLit(d, func(f *ast.FuncLit) {
				f.Body = &ast.BlockStmt{Lbrace: f.Body.Lbrace, Rbrace: f.Body.Rbrace}
			})
		}
	}
	t.AST.Comments, t.AST.Unresolved, t.text = nil, nil, ""
}

// eachFuncLit calls do with the outermost function literals of a declaration.
func eachFuncLit(d *ast.GenDecl, do func(*ast.FuncLit)) {
	ast.Inspect(d, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncLit); ok && f.Body != nil {
			do(f)
			return false
		}
		return true
	})
}
