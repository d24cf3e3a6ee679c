package inspect

import "github.com/microsoft/typescript-go/shim/tsgo"

// tokens reads the tokens of a file in the course of a walk over its tree: those
// that are nodes when they are met, and what stands between them before that.
type tokens struct {
	file    *tsgo.SourceFile
	scanner *tsgo.TokenScanner
	at      int // all before has been read
	found   func(kind tsgo.Kind, start, end int, node *tsgo.Node)
}

// until reads what stands before a position.
func (t *tokens) readTo(pos int) {
	if pos > t.at {
		t.scanner.Scan(t.at, pos, func(kind tsgo.Kind, start, end int) { t.found(kind, start, end, nil) })
		t.at = pos
	}
}

// enter reads what stands before a node, and the node if it is a token by itself.
func (t *tokens) readNode(n *tsgo.Node) {
	if !isTokenNode(n) {
		return
	}
	start := n.Pos()
	if n.Kind != tsgo.KindJsxText {
		start = tsgo.TokenStart(n, t.file)
	}
	if start < t.at || n.End() <= start { // a node that is missing, or was read
		return
	}
	t.readTo(start)
	t.found(n.Kind, start, n.End(), n)
	t.at = n.End()
}

// isTokenNode reports nodes that only the parser can tell from other tokens, and
// those of which it matters where they stand.
func isTokenNode(n *tsgo.Node) bool {
	switch n.Kind {
	case tsgo.KindIdentifier, tsgo.KindPrivateIdentifier, tsgo.KindStringLiteral, tsgo.KindNumericLiteral,
		tsgo.KindBigIntLiteral, tsgo.KindRegularExpressionLiteral, tsgo.KindNoSubstitutionTemplateLiteral,
		tsgo.KindTemplateHead, tsgo.KindTemplateMiddle, tsgo.KindTemplateTail, tsgo.KindJsxText:
		return true
	}
	return false
}
