package pattern

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// tryStatement records a try statement by its clauses.
func (f *Finder) tryStatement(n *tsgo.Node) {
	t := n.AsTryStatement()
	name := "try"
	if t.CatchClause != nil {
		name += "/catch"
	}
	if t.FinallyBlock != nil {
		name += "/finally"
	}
	f.add(facts.PatternErrors, name, n)
}

// errorCall records handlers of rejected promises.
func (f *Finder) errorCall(c *call) {
	switch {
	case c.receiver == nil:
	case c.name == "catch" && len(c.arguments) == 1 && mayBeFunction(c.last()):
		f.add(facts.PatternErrors, ".catch()", c.node)
	case c.name == "then" && len(c.arguments) == 2 && mayBeFunction(c.last()):
		f.add(facts.PatternErrors, ".then() for rejection", c.node)
	case c.name == "finally" && len(c.arguments) == 1 && mayBeFunction(c.last()):
		f.add(facts.PatternErrors, ".finally()", c.node)
	case c.name == "reject" && c.receiverName() == "Promise":
		f.add(facts.PatternErrors, "Promise.reject", c.node)
	}
}

// errorMiddleware records a function with the four parameters of an Express error
// handler.
func (f *Finder) errorMiddleware(n *tsgo.Node) {
	p := n.Parameters()
	if len(p) != 4 || !slices.Contains([]string{"err", "error", "e", "_err"}, parameterName(p[0])) ||
		!slices.Contains([]string{"next", "_next", "done"}, parameterName(p[3])) {
		return
	}
	f.add(facts.PatternErrors, "error middleware", n)
}

// parameterName returns the name of a parameter, or "" if it is destructured.
func parameterName(p *tsgo.Node) string {
	if p.Name() == nil {
		return ""
	}
	return nameText(p.Name())
}

// class records error classes and React error boundaries.
func (f *Finder) class(n *tsgo.Node) {
	if base := tsgo.ExtendsClause(n); base != nil {
		if strings.HasSuffix(nameText(base), "Error") {
			f.add(facts.PatternErrors, "error class", n)
		}
	}
	for _, m := range n.Members() {
		if name, _ := syntax.MemberName(m, f.file); name == "componentDidCatch" || name == "getDerivedStateFromError" {
			f.add(facts.PatternErrors, "error boundary", n)
			f.add(facts.PatternReact, "error boundary", n)
			return
		}
	}
}

// guards records the guard clauses at the start of a function or loop body: if statements
// without 'else' that leave the body. Variable declarations may precede them.
func (f *Finder) guards(n *tsgo.Node) {
	var body *tsgo.Node
	loop := false
	switch n.Kind {
	case tsgo.KindForStatement, tsgo.KindForInStatement, tsgo.KindForOfStatement, tsgo.KindWhileStatement:
		body, loop = n.Statement(), true
	default:
		if tsgo.IsFunctionLike(n) {
			body = n.Body()
		}
	}
	if body == nil || body.Kind != tsgo.KindBlock {
		return
	}
	decl := f.decl
	statements := body.Statements()
	for at, s := range statements {
		if s.Kind == tsgo.KindVariableStatement || isDirective(s) {
			continue
		}
		exit := exitKind(s)
		if exit == "" || exit == "continue" && !loop || at == len(statements)-1 {
			return
		}
		f.addFor(facts.PatternGuard, "early "+exit, s, decl)
	}
}

// isDirective reports whether a statement is a directive such as "use strict".
func isDirective(s *tsgo.Node) bool {
	return s.Kind == tsgo.KindExpressionStatement && tsgo.IsStringLiteralLike(s.Expression())
}

// exitKind returns "return", "throw" or "continue" if s is an if statement without 'else' whose
// branch ends with that statement, otherwise "".
func exitKind(s *tsgo.Node) string {
	if s.Kind != tsgo.KindIfStatement || s.AsIfStatement().ElseStatement != nil {
		return ""
	}
	then := s.AsIfStatement().ThenStatement
	if then.Kind == tsgo.KindBlock {
		inner := then.Statements()
		if len(inner) == 0 {
			return ""
		}
		then = inner[len(inner)-1]
	}
	switch then.Kind {
	case tsgo.KindReturnStatement:
		return "return"
	case tsgo.KindThrowStatement:
		return "throw"
	case tsgo.KindContinueStatement:
		return "continue"
	}
	return ""
}
