package syntax

import (
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// outline collects the declarations of a file. Those in bodies come last, so that the indexes
// of the others are the same in a tree without bodies.
type outline struct {
	*Tree
	decls    []facts.Decl
	origins  []origin // parallel to decls
	at       map[token.Pos]int
	funcs    map[*ast.FuncDecl]int
	literals map[*ast.FuncLit]int
	types    map[string]int // named types, to find the parents of methods
	group    *ast.GenDecl   // declaration around the current specification
}

// origin contains the nodes from which the signature of a declaration is made.
type origin struct {
	docs []*ast.CommentGroup // candidates for the documentation, in order of precedence
	of   ast.Expr            // function type, or nil
}

func newOutline(t *Tree) *outline {
	return &outline{
		Tree: t, at: map[token.Pos]int{}, funcs: map[*ast.FuncDecl]int{}, literals: map[*ast.FuncLit]int{},
		types: map[string]int{},
	}
}

// docs returns the comments that may document a specification: the comment above it, the
// comment above its declaration if that is not a group, or the comment on its line.
func (o *outline) docs(above, trailing *ast.CommentGroup) []*ast.CommentGroup {
	if o.group.Lparen.IsValid() {
		return []*ast.CommentGroup{above, trailing}
	}
	return []*ast.CommentGroup{above, o.group.Doc, trailing}
}

func functionType(value ast.Expr) ast.Expr {
	if f, ok := value.(*ast.FuncLit); ok {
		return f.Type
	}
	return nil
}

// add appends a declaration and returns its index. Its lines start at the name, so that
// comments above do not count.
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
