package outline

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// declaredName is the name a declaration is listed under.
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

// File is a file's declarations while its tree is at hand.
type File struct {
	Path           string
	Source         *tsgo.SourceFile
	Entries        []*Entry
	ExportedLocals map[string]bool       // local names exported by a statement of their own
	ReactNames     map[string]bool       // local names imported from react
	shallow        bool                  // list what is declared at the top level only
	at             scope                 // of the nodes that visit is called for
	step           func(*tsgo.Node) bool // visit, bound once
	lines          syntax.LineStarts
}

// Entry is one declaration with the nodes that declare it: an overloaded
// function or an accessor pair has several.
type Entry struct {
	facts.Decl
	parent *Entry
	Nodes  []*tsgo.Node
	index  int
}

// scope is where a statement stands.
type scope struct {
	prefix    string // qualifies the names of what is declared: "Geometry."
	parent    *Entry // the declaration around, if there is one
	nested    bool   // in a namespace, block or body
	local     bool   // in a block or body: variables are listed only if they hold functions or classes
	exportAll bool   // ambient modules export what they declare
}

// in returns the scope of what stands in a declaration's body or value.
func in(e *Entry) scope { return scope{prefix: e.Name + ".", parent: e, nested: true, local: true} }

// body returns the scope of blocks and functions without a name that stand in s.
func (s scope) body() scope {
	return scope{prefix: s.prefix, parent: s.parent, nested: true, local: true}
}

// add lists one declaration. The name node, when there is one, places it.
func (o *File) add(n, name *tsgo.Node, elementType, qualified string, exported bool, s scope) *Entry {
	e := &Entry{parent: s.parent, Nodes: []*tsgo.Node{n}}
	e.Type, e.Name, e.File, e.Exported = elementType, qualified, o.Path, exported
	e.TopLevel = s.parent == nil && !s.nested
	o.place(e, n, name)
	o.Entries = append(o.Entries, e)
	return e
}

// place sets the lines: from the name, so that decorators and comments above
// do not count, to the end of the declaration.
func (o *File) place(e *Entry, n, name *tsgo.Node) {
	start := tsgo.TokenStart(n, o.Source)
	if name != nil {
		start = tsgo.TokenStart(name, o.Source)
	}
	e.Line, e.EndLine = o.lines.Line(start), o.lines.Line(n.End())
}

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

// within lists what is declared somewhere in a node: functions, classes and types
// in the bodies of functions and blocks, and functions and classes that local
// variables hold. What a function without a name declares belongs to the
// declaration around that.
func (o *File) within(n *tsgo.Node, s scope) {
	if !o.shallow && n != nil {
		outer := o.at
		o.at = s
		o.step(n)
		o.at = outer
	}
}

// inside is [outline.within] for the children of a node.
func (o *File) inside(n *tsgo.Node, s scope) {
	if !o.shallow {
		outer := o.at
		o.at = s
		n.ForEachChild(o.step)
		o.at = outer
	}
}
