package syntax

import (
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// outline collects a file's declarations. Those of bodies come behind all others,
// which so keep their places when the bodies are taken away.
type outline struct {
	*Tree
	decls    []facts.Decl
	origins  []origin // by declaration
	at       map[token.Pos]int
	funcs    map[*ast.FuncDecl]int
	literals map[*ast.FuncLit]int
	types    map[string]int // named types by name, for their methods
	group    *ast.GenDecl   // that the specification at hand stands in
}

// origin is what of a declaration its signature is made from.
type origin struct {
	docs []*ast.CommentGroup // the first that is there documents it
	of   ast.Expr            // a function's type, or nil
}

func newOutline(t *Tree) *outline {
	return &outline{
		Tree: t, at: map[token.Pos]int{}, funcs: map[*ast.FuncDecl]int{}, literals: map[*ast.FuncLit]int{}, types: map[string]int{},
	}
}

// docs returns what may document a specification: a comment above it or, where it
// stands alone, above its group, else one behind it.
func (o *outline) docs(above, behind *ast.CommentGroup) []*ast.CommentGroup {
	if o.group.Lparen.IsValid() {
		return []*ast.CommentGroup{above, behind}
	}
	return []*ast.CommentGroup{above, o.group.Doc, behind}
}

func functionType(value ast.Expr) ast.Expr {
	if f, ok := value.(*ast.FuncLit); ok {
		return f.Type
	}
	return nil
}

// add lists one declaration: from the line of its name, so that comments above do
// not count, to the end of the node.
func (o *outline) add(name *ast.Ident, n ast.Node, elementType, qualified string, exported bool, from origin) int {
	i := len(o.decls)
	o.decls = append(o.decls, facts.Decl{
		Element: facts.Element{
			Type: elementType, Name: qualified, File: o.Path,
			Line: o.Line(name.Pos()), EndLine: max(o.Line(name.Pos()), o.Line(n.End()-1)), Exported: exported,
		},
		Parent: -1,
	})
	o.origins = append(o.origins, from)
	o.at[name.Pos()] = i
	return i
}
