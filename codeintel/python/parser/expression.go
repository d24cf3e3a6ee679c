package parser

import "github.com/coderef-system/coderefd/codeintel/python/syntax"

// ParseExpr parses an expression; it returns nil if the text is not one expression.
func ParseExpr(text string) syntax.Expr {
	parsed, failure := Parse("(" + text + ")")
	if failure != nil || len(parsed.Body) != 1 {
		return nil
	}
	if s, ok := parsed.Body[0].(*syntax.ExprStmt); ok {
		return s.Value
	}
	return nil
}
