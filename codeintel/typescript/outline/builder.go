package outline

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// File is the outline of one file together with its syntax tree. It is not safe for
// concurrent use.
type File struct {
	Path           string
	Source         *tsgo.SourceFile
	Entries        []*Entry
	ExportedLocals map[string]bool       // local names exported by a statement of their own
	ReactNames     map[string]bool       // local names imported from react
	shallow        bool                  // list top-level declarations only
	at             scope                 // of the nodes that visit receives
	step           func(*tsgo.Node) bool // visit, bound once to save allocations
	lines          syntax.LineStarts
}

// declaredName returns the name under which a declaration is listed.
func (o *File) declaredName(n *tsgo.Node) string {
	if name := n.Name(); name != nil && name.Text() != "" {
		return name.Text()
	}
	return "default" // export default function () { }
}

// isExported reports whether a top-level or namespace declaration is exported.
func (o *File) isExported(n *tsgo.Node, s scope) bool {
	if s.exportAll || n.ModifierFlags()&tsgo.ModifierFlagsExport != 0 {
		return true
	}
	return !s.nested && n.Name() != nil && o.ExportedLocals[n.Name().Text()]
}

// Entry is one declaration with the nodes that declare it. An overloaded function and
// an accessor pair have several nodes.
type Entry struct {
	facts.Decl
	parent *Entry
	Nodes  []*tsgo.Node
	index  int
}

// scope describes the place of a statement.
type scope struct {
	prefix    string // prefix of the declared names, such as "Geometry."
	parent    *Entry // the enclosing declaration, or nil
	nested    bool   // in a namespace, block or body
	local     bool   // in a block or body: variables are listed only if they hold functions or classes
	exportAll bool   // an ambient module, which exports all its declarations
}

// bodyScope returns the scope of nodes in the body or value of a declaration.
func bodyScope(e *Entry) scope {
	return scope{prefix: e.Name + ".", parent: e, nested: true, local: true}
}

// anonymousBody returns the scope of blocks and anonymous functions in s.
func (s scope) anonymousBody() scope {
	return scope{prefix: s.prefix, parent: s.parent, nested: true, local: true}
}

// add lists one declaration. name is the node that determines its first line; it can be
// nil.
func (o *File) add(n, name *tsgo.Node, elementType, qualified string, exported bool, s scope) *Entry {
	e := &Entry{parent: s.parent, Nodes: []*tsgo.Node{n}}
	e.Type, e.Name, e.File, e.Exported = elementType, qualified, o.Path, exported
	e.TopLevel = s.parent == nil && !s.nested
	o.setLines(e, n, name)
	o.Entries = append(o.Entries, e)
	return e
}

// setLines sets the first and last line of an entry. The first line is that of the
// name, so that decorators and comments above it are excluded.
func (o *File) setLines(e *Entry, n, name *tsgo.Node) {
	start := tsgo.TokenStart(n, o.Source)
	if name != nil {
		start = tsgo.TokenStart(name, o.Source)
	}
	e.Line, e.EndLine = o.lines.Line(start), o.lines.Line(n.End())
}

// Decls returns the declarations in source order. The caller owns the slice.
func (o *File) Decls() []facts.Decl {
	out := make([]facts.Decl, len(o.Entries))
	for i, e := range o.Entries {
		out[i] = e.Decl
	}
	return out
}

// ByNode maps every declaring node to the index of its declaration.
func (o *File) ByNode() map[*tsgo.Node]int {
	m := make(map[*tsgo.Node]int, len(o.Entries))
	for i, e := range o.Entries {
		for _, n := range e.Nodes {
			m[n] = i
		}
	}
	return m
}

// within lists the declarations at any depth of a node: functions, classes and types in
// function bodies and blocks, and local variables that hold functions or classes. The
// parent of a declaration in an anonymous function is the enclosing declaration.
func (o *File) within(n *tsgo.Node, s scope) {
	if !o.shallow && n != nil {
		outer := o.at
		o.at = s
		o.step(n)
		o.at = outer
	}
}

// inside does the same as within for the children of a node.
func (o *File) inside(n *tsgo.Node, s scope) {
	if !o.shallow {
		outer := o.at
		o.at = s
		n.ForEachChild(o.step)
		o.at = outer
	}
}
