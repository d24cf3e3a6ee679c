package syntax

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Tree is the syntax tree of a file with its declarations.
type Tree struct {
	Path      string
	AST       *ast.File
	TokenFile *token.File
	text      string
	Decls     []facts.Decl
	DeclAt    map[token.Pos]int // declaration by position of its name
	FuncDecls map[*ast.FuncDecl]int
	FuncLits  map[*ast.FuncLit]int // literals of declared local functions
	Warning   string               // the first syntax error, or ""
}

// LineCount returns the number of lines of a text, at least 1.
func LineCount(text string) int {
	n := strings.Count(text, "\n")
	if text == "" || !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// Offset returns the offset of a position in the file.
func (t *Tree) Offset(p token.Pos) int { return t.TokenFile.Offset(clamp(t.TokenFile, p)) }

// Line returns the line of a position in the file, ignoring line directives.
func (t *Tree) Line(p token.Pos) int {
	return t.TokenFile.PositionFor(clamp(t.TokenFile, p), false).Line
}

// Position returns the line and column of a position. The column counts UTF-16 units.
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

// clamp limits a position to its file: after a syntax error, the end of a node may be outside.
func clamp(f *token.File, p token.Pos) token.Pos {
	return max(token.Pos(f.Base()), min(p, token.Pos(f.Base()+f.Size())))
}

// Source returns the source of a node in one line.
func (t *Tree) Source(n ast.Node) string {
	from, to := t.Offset(n.Pos()), t.Offset(n.End())
	if from >= to {
		return ""
	}
	return strings.Join(strings.Fields(t.text[from:to]), " ")
}
