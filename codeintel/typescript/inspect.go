package typescript

import (
	"fmt"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Inspect implements [facts.Language].
func (Language) Inspect(path, text string) (of *facts.Inspection, err error) {
	defer func() {
		if r := recover(); r != nil {
			of, err = nil, fmt.Errorf("inspect %s: parser panic: %v", path, r)
		}
	}()
	file := tsgo.Parse("/"+path, text)
	if file == nil {
		return nil, facts.ErrTooDeep
	}
	i := newInspector(outlineOf(path, file))
	file.ForEachChild(i.visit)
	return i.finish(), nil
}

// inspector reads a file closely in one walk over its tree.
type inspector struct {
	*facts.Inspection
	outline *outline
	file    *tsgo.SourceFile
	tokens  *tokens
	lines   *lines
	byNode  map[*tsgo.Node]int
	decl    int // declaration the walk is in
}

func newInspector(o *outline) *inspector {
	i := &inspector{
		Inspection: &facts.Inspection{Decls: o.decls()},
		outline:    o, file: o.file, lines: newLines(o.file), byNode: o.byNode(), decl: facts.ModuleLevel,
	}
	i.tokens = &tokens{file: o.file, scanner: tsgo.NewTokenScanner(o.file), found: i.token}
	return i
}

// visit is called for every node, from outside to inside.
func (i *inspector) visit(n *tsgo.Node) bool {
	if n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return false
	}
	outer := i.decl
	if decl, ok := i.byNode[n]; ok {
		i.decl = decl
	}
	i.tokens.enter(n)
	n.ForEachChild(i.visit)
	i.decl = outer
	return false
}

// token takes a token or comment; node is nil for what stands between nodes.
func (i *inspector) token(kind tsgo.Kind, start, end int, node *tsgo.Node) {
	if node != nil && node.Kind == tsgo.KindJsxText {
		if start, end = trimmed(i.file.Text(), start, end); start == end {
			return
		}
	}
	i.lines.take(tsgo.IsComment(kind), start, end)
}

func (i *inspector) finish() *facts.Inspection {
	text := i.file.Text()
	i.tokens.until(len(text))
	i.CodeLines, i.CommentLines, i.BlankLines = i.lines.count(text)
	return i.Inspection
}
