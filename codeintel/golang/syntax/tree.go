package syntax

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Tree is one parsed version of a file.
type Tree struct {
	Path      string
	AST       *ast.File
	TokenFile *token.File
	text      string
	Decls     []facts.Decl
	DeclAt    map[token.Pos]int // where a declared name stands, to its declaration
	FuncDecls map[*ast.FuncDecl]int
	FuncLits  map[*ast.FuncLit]int // functions that are declarations of a body
	Warning   string               // the first syntax error
}

func LineCount(text string) int {
	n := strings.Count(text, "\n")
	if text == "" || !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

func (t *Tree) Offset(p token.Pos) int { return t.TokenFile.Offset(clamp(t.TokenFile, p)) }

// Line returns the line of a position as it is in the file: line comments that
// claim otherwise are for the tools that wrote them.
func (t *Tree) Line(p token.Pos) int {
	return t.TokenFile.PositionFor(clamp(t.TokenFile, p), false).Line
}

// Position returns line and column; the column counts UTF-16 units.
func (t *Tree) Position(p token.Pos) (line, column int) {
	at := t.TokenFile.PositionFor(clamp(t.TokenFile, p), false)
	start := at.Offset - (at.Column - 1)
	column = 1
	for _, r := range t.text[start:at.Offset] {
		column++
		if r >= 0x10000 {
			column++
		}
	}
	return at.Line, column
}

// clamp moves a position into its file: those of nodes that a syntax error cut
// short may lie behind its end.
func clamp(f *token.File, p token.Pos) token.Pos {
	return max(token.Pos(f.Base()), min(p, token.Pos(f.Base()+f.Size())))
}

// Source returns what a node is written with, in one line.
func (t *Tree) Source(n ast.Node) string {
	from, to := t.Offset(n.Pos()), t.Offset(n.End())
	if from >= to {
		return ""
	}
	return strings.Join(strings.Fields(t.text[from:to]), " ")
}
