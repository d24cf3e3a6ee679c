package python

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// inspectFile inspects a file. A panic is returned as an error.
func inspectFile(path, text string) (of *facts.Inspection, err error) {
	defer func() {
		if r := recover(); r != nil {
			of, err = nil, fmt.Errorf("inspect %s: panic: %v", path, r)
		}
	}()
	m, failure := parser.Parse(text)
	if failure != nil && failure.TooDeep {
		return nil, facts.ErrTooDeep
	}
	i := newInspector(outlineOf(path, m))
	i.block(m.Body)
	return i.finish(), nil
}

// inspector reads a file closely in one walk over its tree.
type inspector struct {
	*finder
	at       map[syntax.Node]int // declarations
	lines    *lines
	measures []*measure
	bodies   map[int]int // index in Bodies by declaration
	top      measure     // what is outside of functions counts for nothing
	step     func(syntax.Node)
}

func newInspector(o *outline) *inspector {
	i := &inspector{
		finder: newFinder(o.path, o.module, &facts.Inspection{Decls: o.decls}),
		at:     o.at, lines: newLines(o.module), bodies: map[int]int{},
	}
	i.step = i.visit
	return i
}

// block visits statements. Those that are strings are comments.
func (i *inspector) block(list []syntax.Stmt) {
	for _, s := range list {
		if syntax.IsString(s) {
			i.lines.comment(s)
			if m := i.measure(); m != nil {
				m.skip(s, nil)
			}
			continue
		}
		i.visit(s)
	}
}

// visit is called for every node, from outside to inside.
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
		i.valued(n.Targets[0], n)
	case *syntax.AnnAssign:
		i.bind(n.Target)
		i.valued(n.Target, n)
	case *syntax.Constant:
		i.lines.code(n)
	case *syntax.JoinedStr:
		i.lines.code(n)
		i.structure(n)
	default:
		i.patterns(n)
		i.binding(n)
		i.structure(n)
	}
}

// valued visits what is assigned to a name. It belongs to what the name declares.
func (i *inspector) valued(target syntax.Expr, n syntax.Node) {
	outer := i.decl
	if decl, ok := i.at[target]; ok {
		i.decl = decl
	}
	syntax.Children(n, i.step)
	i.decl = outer
}

func (i *inspector) class(n *syntax.ClassDef) {
	outer := i.decl
	if decl, ok := i.at[n]; ok {
		i.decl = decl
	}
	i.declare(n.Name.Name)
	i.decorators(n, n.Decorators)
	i.classPatterns(n)
	i.classes = append(i.classes, n)
	for _, b := range n.Bases {
		i.visit(b)
	}
	for _, k := range n.Keywords {
		i.visit(k)
	}
	i.block(n.Body)
	i.classes = i.classes[:len(i.classes)-1]
	i.decl = outer
}

func (i *inspector) function(n *syntax.FunctionDef) {
	outer, classes := i.decl, i.classes
	decl, declared := i.at[n]
	if declared {
		i.decl = decl
	}
	i.declare(n.Name.Name)
	i.decorators(n, n.Decorators)
	i.functionPatterns(n)
	i.classes = nil // what it holds is in no class
	if declared {
		m := i.enter(decl, n.Name.Name, n.Params)
		i.signature(n)
		i.bodyOf(m, n.Body)
		i.leave(n)
	} else {
		i.undeclared(func() { i.signature(n); i.block(n.Body) })
	}
	i.decl, i.classes = outer, classes
}

// signature visits what stands before the body of a function.
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
		i.undeclared(func() { syntax.Children(n, i.step) })
		return
	}
	outer := i.decl
	i.decl = decl
	m := i.enter(decl, "", n.Params)
	i.visit(n.Params)
	m.from, m.to = n.Body.Pos(), n.Body.End()
	i.visit(n.Body)
	i.leave(n)
	i.decl = outer
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
		i.decorator(d, of)
		i.visit(d)
	}
}
