package inspect

import "github.com/microsoft/typescript-go/shim/tsgo"

// tokens reads the tokens of a file during a walk over its tree. Tokens that are nodes
// are reported when the walk reaches them; the scanner reads the text between them.
type tokens struct {
	file    *tsgo.SourceFile
	scanner *tsgo.TokenScanner
	at      int // the text before this offset has been read
	found   func(kind tsgo.Kind, start, end int, node *tsgo.Node)
}

// readTo reads the tokens before an offset.
func (t *tokens) readTo(pos int) {
	if pos > t.at {
		t.scanner.Scan(t.at, pos, func(kind tsgo.Kind, start, end int) { t.found(kind, start, end, nil) })
		t.at = pos
	}
}

// readNode reads the tokens before a node, and the node itself if it is a token.
func (t *tokens) readNode(n *tsgo.Node) {
	if !isTokenNode(n) {
		return
	}
	start := n.Pos()
	if n.Kind != tsgo.KindJsxText {
		start = tsgo.TokenStart(n, t.file)
	}
	if start < t.at || n.End() <= start { // a missing node, or one that was read before
		return
	}
	t.readTo(start)
	t.found(n.Kind, start, n.End(), n)
	t.at = n.End()
}

// isTokenNode reports whether a node is a token that the scanner cannot classify alone,
// or whose context matters.
func isTokenNode(n *tsgo.Node) bool {
	switch n.Kind {
	case tsgo.KindIdentifier, tsgo.KindPrivateIdentifier, tsgo.KindStringLiteral, tsgo.KindNumericLiteral,
		tsgo.KindBigIntLiteral, tsgo.KindRegularExpressionLiteral, tsgo.KindNoSubstitutionTemplateLiteral,
		tsgo.KindTemplateHead, tsgo.KindTemplateMiddle, tsgo.KindTemplateTail, tsgo.KindJsxText:
		return true
	}
	return false
}
