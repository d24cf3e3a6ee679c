package outline

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Outline is the list of declarations of a file.
type Outline struct {
	Path    string
	Module  *syntax.Module
	shallow bool
	Decls   []facts.Decl
	// At maps nodes to the index of their declaration. The nodes are *syntax.FunctionDef,
	// *syntax.ClassDef, *syntax.Lambda, *syntax.TypeAlias, and the *syntax.Name of an
	// assignment target. It is nil in the outlines of [File].
	At map[syntax.Node]int

	Exports Exports
	enums   map[string]bool // names of the enumerations in the file
}

// context is the place of a block.
type context struct {
	owner    int    // enclosing declaration, or -1
	prefix   string // its name and a dot
	class    bool   // directly in the body of a class
	enum     bool   // the class is an enumeration
	function bool   // in the body of a function, at any depth
	exported bool
	// names maps the names declared here to their first declaration.
	names map[string]int
}

// record maps a node to its declaration.
func (o *Outline) record(n syntax.Node, decl int) {
	if o.At != nil {
		o.At[n] = decl
	}
}

// add records that the context declares a name.
func (p *context) add(name string, decl int) {
	if p.names == nil {
		p.names = map[string]int{}
	}
	p.names[name] = decl
}

// add appends one declaration and returns its index.
func (o *Outline) add(name, elementType string, n syntax.Node, p *context) int {
	i := len(o.Decls)
	exported := p.exported && (!strings.HasPrefix(name, "_") || isDunder(name))
	top := p.owner < 0
	if top {
		exported = o.Exports.has(name)
	}
	d := facts.Decl{
		Element: facts.Element{
			Type: elementType, Name: p.prefix + name, File: o.Path,
			Line: o.Module.Line(n.Pos()), EndLine: o.Module.EndLine(n), Exported: exported,
		},
		Parent: p.owner, TopLevel: top,
	}
	if top && o.Exports.InStarImport(name) {
		d.ExportedAs = []string{name}
	}
	o.Decls = append(o.Decls, d)
	return i
}

func isDunder(name string) bool {
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}
