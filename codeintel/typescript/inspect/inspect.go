package inspect

import (
	"fmt"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/outline"
	"github.com/coderef-system/coderefd/codeintel/typescript/pattern"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// File parses a file and returns its declarations with signatures, the metrics of its
// functions, its patterns and tests, and its line counts. The error is
// [facts.ErrTooDeep], or reports that the parser panicked.
func File(path, text string) (of *facts.Inspection, err error) {
	defer func() {
		if r := recover(); r != nil {
			of, err = nil, fmt.Errorf("inspect %s: parser panic: %v", path, r)
		}
	}()
	file := syntax.Parse(path, text)
	if file == nil {
		return nil, facts.ErrTooDeep
	}
	o := outline.Of(path, file)
	o.Sign()
	i := newInspector(o)
	file.ForEachChild(i.step)
	return i.finish(), nil
}

func newInspector(o *outline.File) *inspector {
	i := &inspector{
		Inspection: &facts.Inspection{Decls: o.Decls()},
		file:       o.Source, lines: newLines(o.Source), byNode: o.ByNode(),
		functions: map[*tsgo.Node]int{}, decl: facts.ModuleLevel,
	}
	i.patterns = pattern.New(i.Inspection, o)
	for index, e := range o.Entries {
		for _, n := range e.Nodes {
			if f := syntax.DeclaredFunction(n); f != nil && f.Body() != nil {
				i.functions[f] = index
			}
		}
	}
	i.tokens = &tokens{file: o.Source, scanner: tsgo.NewTokenScanner(o.Source), found: i.token}
	i.step = i.visit
	return i
}

// visit is called for every node, parents first.
func (i *inspector) visit(n *tsgo.Node) bool {
	if n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return false
	}
	outer := i.decl
	if decl, ok := i.byNode[n]; ok {
		i.decl = decl
	}
	m := i.innermost()
	if m != nil {
		if name := declaredIn(n); name != "" {
			m.declare(name)
		}
	}
	suites := i.patterns.Enter(n, i.decl)
	measured := i.enterFunction(n)
	opened := !measured && m != nil && !m.open && isBodyOf(n, i.functions, m.Decl)
	if opened {
		i.tokens.readTo(tsgo.TokenStart(n, i.file))
		m.open = true
	}
	i.tokens.readNode(n)
	i.children(n)
	if opened {
		i.tokens.readTo(n.End())
		m.open = false
	}
	if measured {
		i.leaveFunction(n)
	}
	i.patterns.Leave(suites)
	i.decl = outer
	return false
}

// isBodyOf reports whether n is the body of the function of a declaration.
func isBodyOf(n *tsgo.Node, functions map[*tsgo.Node]int, decl int) bool {
	if n.Parent == nil {
		return false
	}
	of, ok := functions[n.Parent]
	return ok && of == decl && n.Parent.Body() == n
}

// token receives every token and comment in source order. node is nil for tokens that
// are not nodes.
func (i *inspector) token(kind tsgo.Kind, start, end int, node *tsgo.Node) {
	if node != nil && node.Kind == tsgo.KindJsxText {
		if start, end = trimSpace(i.file.Text(), start, end); start == end {
			return
		}
	}
	isComment := tsgo.IsComment(kind)
	i.lines.mark(isComment, start, end)
	if m := i.innermost(); m != nil && !isComment {
		m.token(kind, start, end, node)
	}
}

// finish reads the rest of the file and sorts the results.
func (i *inspector) finish() *facts.Inspection {
	text := i.file.Text()
	i.tokens.readTo(len(text))
	i.CodeLines, i.CommentLines, i.BlankLines = i.lines.count(text)
	i.patterns.Declarations()
	slices.SortFunc(i.Bodies, func(a, b facts.Body) int { return a.Decl - b.Decl })
	slices.SortStableFunc(i.Patterns, func(a, b facts.Pattern) int { return a.Line - b.Line })
	slices.SortStableFunc(i.Tests, func(a, b facts.Test) int { return a.Line - b.Line })
	return i.Inspection
}
