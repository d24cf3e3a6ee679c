package inspect

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/outline"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/patterns"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// File inspects a file. The error is [facts.ErrTooDeep], or reports a panic.
func File(path, text string) (of *facts.Inspection, err error) {
	defer func() {
		if r := recover(); r != nil {
			of, err = nil, fmt.Errorf("inspect %s: panic: %v", path, r)
		}
	}()
	m, failure := parser.Parse(text)
	if failure != nil && failure.TooDeep {
		return nil, facts.ErrTooDeep
	}
	i := newInspector(outline.New(path, m))
	i.block(m.Body)
	return i.finish(), nil
}

func newInspector(o *outline.Outline) *inspector {
	i := &inspector{
		Finder: patterns.New(o.Path, o.Module, &facts.Inspection{Decls: o.Decls}),
		at:     o.At, lines: newLineKinds(o.Module), bodies: map[int]int{},
	}
	i.step = i.visit
	return i
}

// block visits statements. It counts string statements as comments.
func (i *inspector) block(list []syntax.Stmt) {
	for _, s := range list {
		if syntax.IsString(s) {
			i.lines.comment(s)
			if m := i.current(); m != nil {
				m.exclude(s, nil)
			}
			continue
		}
		i.visit(s)
	}
}

// visit visits a node and the nodes below it.
func (i *inspector) visit(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.FunctionDef:
		i.function(n)
	case *syntax.ClassDef:
		i.class(n)
	case *syntax.Lambda:
		i.lambda(n)
	case *syntax.Assign:
		i.bind(n.Targets...)
		i.assignment(n.Targets[0], n)
	case *syntax.AnnAssign:
		i.bind(n.Target)
		i.assignment(n.Target, n)
	case *syntax.Constant:
		i.lines.code(n)
	case *syntax.JoinedStr:
		i.lines.code(n)
		i.structure(n)
	default:
		i.Match(n)
		i.binding(n)
		i.structure(n)
	}
}

// assignment visits an assignment. Its patterns belong to the declaration of the assigned
// name.
func (i *inspector) assignment(target syntax.Expr, n syntax.Node) {
	outer := i.Decl
	if decl, ok := i.at[target]; ok {
		i.Decl = decl
	}
	syntax.Children(n, i.step)
	i.Decl = outer
}

func (i *inspector) class(n *syntax.ClassDef) {
	outer := i.Decl
	if decl, ok := i.at[n]; ok {
		i.Decl = decl
	}
	i.declare(n.Name.Name)
	i.decorators(n, n.Decorators)
	i.MatchClass(n)
	i.Classes = append(i.Classes, n)
	for _, b := range n.Bases {
		i.visit(b)
	}
	for _, k := range n.Keywords {
		i.visit(k)
	}
	i.block(n.Body)
	i.Classes = i.Classes[:len(i.Classes)-1]
	i.Decl = outer
}

func (i *inspector) function(n *syntax.FunctionDef) {
	outer, classes := i.Decl, i.Classes
	decl, declared := i.at[n]
	if declared {
		i.Decl = decl
	}
	i.declare(n.Name.Name)
	i.decorators(n, n.Decorators)
	i.MatchFunction(n)
	i.Classes = nil // the body of a function is not directly in a class
	if declared {
		m := i.enter(decl, n.Name.Name, n.Params)
		i.signature(n)
		i.functionBody(m, n.Body)
		i.leave(n)
	} else {
		i.nestedFunction(func() { i.signature(n); i.block(n.Body) })
	}
	i.Decl, i.Classes = outer, classes
}

// signature visits the parameters and the return annotation of a function.
func (i *inspector) signature(n *syntax.FunctionDef) {
	i.visit(n.Params)
	for _, t := range n.TypeParams {
		i.visit(t)
	}
	if n.Returns != nil {
		i.visit(n.Returns)
	}
}

func (i *inspector) lambda(n *syntax.Lambda) {
	decl, declared := i.at[n]
	if !declared {
		i.nestedFunction(func() { syntax.Children(n, i.step) })
		return
	}
	outer := i.Decl
	i.Decl = decl
	m := i.enter(decl, "", n.Params)
	i.visit(n.Params)
	m.from, m.to = n.Body.Pos(), n.Body.End()
	i.visit(n.Body)
	i.leave(n)
	i.Decl = outer
}

func (i *inspector) finish() *facts.Inspection {
	slices.SortStableFunc(i.Patterns, func(a, b facts.Pattern) int { return cmp.Compare(a.Line, b.Line) })
	slices.SortStableFunc(i.Bodies, func(a, b facts.Body) int { return cmp.Compare(a.Decl, b.Decl) })
	i.CodeLines, i.CommentLines, i.BlankLines = i.lines.count()
	return i.Inspection
}

// decorators records and visits the decorators of a function or class.
func (i *inspector) decorators(of syntax.Stmt, list []syntax.Expr) {
	for _, d := range list {
		i.MatchDecorator(d, of)
		i.visit(d)
	}
}
