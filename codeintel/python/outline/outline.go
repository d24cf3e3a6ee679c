package outline

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Outline is what a file declares.
type Outline struct {
	Path    string
	Module  *syntax.Module
	shallow bool
	Decls   []facts.Decl
	// At maps to declarations what declares them: *syntax.FunctionDef, *syntax.ClassDef,
	// *syntax.Lambda, *syntax.TypeAlias, and the *syntax.Name that is assigned to. It is
	// nil where nobody asks.
	At map[syntax.Node]int

	Exports Exports
	enums   map[string]bool // classes of the file that are enumerations
}

// context is where statements stand.
type context struct {
	owner    int    // declaration they are in, or -1
	prefix   string // its name with a dot
	class    bool   // right in the body of a class
	enum     bool   // which is an enumeration
	function bool   // in the body of a function, however deep
	exported bool
	// names are those declared here, once however often they are assigned.
	names map[string]int
}

// record notes that a node declares something.
func (o *Outline) record(n syntax.Node, decl int) {
	if o.At != nil {
		o.At[n] = decl
	}
}

// add notes that a name is declared here.
func (p *context) add(name string, decl int) {
	if p.names == nil {
		p.names = map[string]int{}
	}
	p.names[name] = decl
}

// add lists one declaration.
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
