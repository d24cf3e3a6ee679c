package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// simple parses a simple statement, ending at the semicolon or the end of the line.
func (p *parser) simple() syntax.Stmt {
	start := p.Tok.From
	switch p.Tok.Kind {
	case token.Return:
		p.advance()
		s := p.nodes.returns.new()
		if p.beginsExpression() {
			s.Value = p.expressions()
		}
		s.Span = p.from(start)
		return s
	case token.Import:
		return p.importStmt()
	case token.From:
		return p.importFrom()
	case token.Raise:
		return p.raise()
	case token.Pass:
		p.advance()
		return &syntax.Pass{Span: p.from(start)}
	case token.Break:
		p.advance()
		return &syntax.Break{Span: p.from(start)}
	case token.Continue:
		p.advance()
		return &syntax.Continue{Span: p.from(start)}
	case token.Del:
		p.advance()
		targets := p.expressionList()
		return &syntax.Delete{Span: p.from(start), Targets: targets}
	case token.Assert:
		p.advance()
		s := &syntax.Assert{Test: p.expression()}
		if p.accept(token.Comma) {
			s.Message = p.expression()
		}
		s.Span = p.from(start)
		return s
	case token.Global:
		names := p.names()
		return &syntax.Global{Span: p.from(start), Names: names}
	case token.Nonlocal:
		names := p.names()
		return &syntax.Nonlocal{Span: p.from(start), Names: names}
	case token.Name:
		if s := p.soft(); s != nil {
			return s
		}
	}
	return p.expressionStmt()
}

// expressionList parses a list of expressions.
func (p *parser) expressionList() []syntax.Expr {
	base := len(p.exprs)
	for p.beginsExpression() || len(p.exprs) == base {
		p.exprs = append(p.exprs, p.starredOr((*parser).expression))
		if !p.accept(token.Comma) {
			break
		}
	}
	return p.take(base)
}

// names parses the names of a global or nonlocal statement.
func (p *parser) names() []syntax.Ident {
	p.advance()
	list := []syntax.Ident{p.ident()}
	for p.accept(token.Comma) {
		list = append(list, p.ident())
	}
	return list
}

func (p *parser) raise() syntax.Stmt {
	start := p.Tok.From
	p.advance()
	s := &syntax.Raise{}
	if p.beginsExpression() {
		s.Exc = p.expression()
		if p.accept(token.From) {
			s.Cause = p.expression()
		} else if p.Tok.Kind == token.Comma {
			p.report(p.Tok.From, "raise with several values is Python 2 syntax")
			p.advance()
			s.More = p.expressionList()
		}
	}
	s.Span = p.from(start)
	return s
}

// expressionStmt parses an expression or an assignment of any kind.
func (p *parser) expressionStmt() syntax.Stmt {
	start := p.Tok.From
	e := p.value()
	switch p.Tok.Kind {
	case token.Assign:
		return p.assign(start, e)
	case token.Augmented:
		op := augmentedOp(p.Augmented)
		p.advance()
		value := p.value()
		return &syntax.AugAssign{Span: p.from(start), Target: e, Op: op, Value: value}
	case token.Colon:
		p.advance()
		s := &syntax.AnnAssign{Target: e, Annotation: p.expression()}
		if p.accept(token.Assign) {
			s.Value = p.value()
		}
		s.Span = p.from(start)
		return s
	}
	s := p.nodes.exprStmts.new()
	*s = syntax.ExprStmt{Span: p.from(start), Value: e}
	return s
}

// value parses the value of an assignment.
func (p *parser) value() syntax.Expr {
	if p.Tok.Kind == token.Yield {
		return p.yield()
	}
	return p.expressions()
}

func (p *parser) assign(start token.Pos, first syntax.Expr) syntax.Stmt {
	base := len(p.exprs)
	p.exprs = append(p.exprs, first)
	for p.accept(token.Assign) {
		p.exprs = append(p.exprs, p.value())
	}
	s := p.nodes.assigns.new()
	s.Value = p.exprs[len(p.exprs)-1]
	p.exprs = p.exprs[:len(p.exprs)-1]
	s.Targets = p.take(base)
	s.Span = p.from(start)
	return s
}

// soft parses a statement that starts with a soft keyword. It returns nil if the word is a
// name here.
func (p *parser) soft() syntax.Stmt {
	switch p.Text[p.Tok.From:p.Tok.To] {
	case "type":
		if p.nextIs(token.Name) {
			return p.typeAlias()
		}
	case "print":
		if p.operandFollows() {
			return p.print()
		}
	case "exec":
		if p.operandFollows() {
			return p.exec()
		}
	}
	return nil
}

// operandFollows reports whether an operand follows the current name. If so, the name is a
// keyword, because two operands are never adjacent.
func (p *parser) operandFollows() bool {
	before := p.mark()
	p.advance()
	follows := beginsOperand[p.Tok.Kind]
	p.reset(before)
	return follows
}

func (p *parser) typeAlias() syntax.Stmt {
	start := p.Tok.From
	p.advance()
	s := &syntax.TypeAlias{Name: p.ident()}
	s.TypeParams = p.typeParams()
	p.expect(token.Assign, "expected '='")
	s.Value = p.expression()
	s.Span = p.from(start)
	return s
}

// print parses a print statement of Python 2.
func (p *parser) print() syntax.Stmt {
	start := p.Tok.From
	p.report(start, "Missing parentheses in call to 'print'. Did you mean print(...)?")
	p.advance()
	values := p.expressionList()
	return &syntax.Print{Span: p.from(start), Values: values}
}

// exec parses an exec statement of Python 2.
func (p *parser) exec() syntax.Stmt {
	start := p.Tok.From
	p.report(start, "Missing parentheses in call to 'exec'. Did you mean exec(...)?")
	p.advance()
	s := &syntax.Exec{Code: p.operand()}
	if p.accept(token.In) {
		s.In = p.expressionList()
	}
	s.Span = p.from(start)
	return s
}
