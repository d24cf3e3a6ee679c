package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// typeParams parses type parameters in brackets, if any.
func (p *parser) typeParams() []*syntax.TypeParam {
	if !p.accept(token.LBracket) {
		return nil
	}
	var list []*syntax.TypeParam
	for p.Tok.Kind != token.RBracket {
		list = append(list, p.typeParam())
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RBracket, "invalid syntax: '[' was never closed, or a comma is missing")
	return list
}

func (p *parser) typeParam() *syntax.TypeParam {
	start := p.Tok.From
	t := &syntax.TypeParam{}
	switch {
	case p.accept(token.Star):
		t.Kind = syntax.TypeVarTuple
	case p.accept(token.DoubleStar):
		t.Kind = syntax.ParamSpec
	}
	t.Name = p.ident()
	if p.accept(token.Colon) {
		t.Bound = p.expression()
	}
	if p.accept(token.Assign) {
		t.Default = p.starredOr((*parser).expression)
	}
	t.Span = p.from(start)
	return t
}
