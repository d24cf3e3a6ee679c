package tsgo

import (
	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/scanner"
)

// TokenScanner reads the tokens of a file that are not nodes. Regular expressions, templates
// and JSX text are nodes, because only the parser can recognize them.
type TokenScanner struct {
	scanner *scanner.Scanner
}

// NewTokenScanner returns a scanner of a file. It reports comments as tokens.
func NewTokenScanner(f *SourceFile) *TokenScanner {
	s := scanner.NewScanner()
	s.SetText(f.Text())
	s.SetLanguageVariant(f.LanguageVariant)
	s.SetSkipTrivia(false)
	return &TokenScanner{s}
}

// Scan calls found with the kind and the offsets of every token and comment that starts in
// text[from:to].
func (t *TokenScanner) Scan(from, to int, found func(kind Kind, start, end int)) {
	t.scanner.ResetPos(from)
	for from < to {
		kind := t.scanner.Scan()
		start, end := t.scanner.TokenStart(), min(t.scanner.TokenEnd(), to)
		if kind == ast.KindEndOfFile || start >= to || end <= from {
			return
		}
		if kind != ast.KindWhitespaceTrivia && kind != ast.KindNewLineTrivia {
			found(kind, start, end)
		}
		from = end
	}
}

// IsComment reports whether a kind is that of a comment.
func IsComment(k Kind) bool {
	return k == ast.KindSingleLineCommentTrivia || k == ast.KindMultiLineCommentTrivia
}

// LineStarts returns the offsets of the starts of a file's lines.
func LineStarts(f *SourceFile) []core.TextPos { return scanner.GetECMALineStarts(f) }
