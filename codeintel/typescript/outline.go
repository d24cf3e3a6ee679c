package typescript

import (
	"fmt"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// Outline implements [facts.Language].
func (Language) Outline(file, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("outline %s: parser panic: %v", file, r)
		}
	}()
	tree := syntax.Parse(file, text)
	if tree == nil {
		return nil, "", facts.ErrTooDeep
	}
	o := newOutline(file, tree, shallow)
	o.list()
	if !shallow {
		o.sign()
	}
	return o.decls(), syntax.SyntaxWarning(file, tree), nil
}

// outline is a file's declarations while its tree is at hand.
type outline struct {
	path     string
	file     *tsgo.SourceFile
	entries  []*entry
	exported map[string]bool       // local names exported by a statement of their own
	reactIDs map[string]bool       // local names imported from react
	shallow  bool                  // list what is declared at the top level only
	at       scope                 // of the nodes that visit is called for
	step     func(*tsgo.Node) bool // visit, bound once
	lines    syntax.LineStarts
}

// entry is one declaration with the nodes that declare it: an overloaded
// function or an accessor pair has several.
type entry struct {
	facts.Decl
	parent *entry
	nodes  []*tsgo.Node
	index  int
}

// outlineOf lists all declarations of a file, without signatures.
func outlineOf(path string, file *tsgo.SourceFile) *outline {
	o := newOutline(path, file, false)
	o.list()
	return o
}

func newOutline(path string, file *tsgo.SourceFile, shallow bool) *outline {
	o := &outline{path: path, file: file, exported: map[string]bool{}, reactIDs: map[string]bool{}, shallow: shallow}
	o.step, o.lines = o.visit, syntax.NewLineStarts(file.Text())
	return o
}

func (o *outline) list() {
	o.collectExports()
	o.statements(o.file.Statements.Nodes, scope{})
	o.finish()
}

// scope is where a statement stands.
type scope struct {
	prefix    string // qualifies the names of what is declared: "Geometry."
	parent    *entry // the declaration around, if there is one
	nested    bool   // in a namespace, block or body
	local     bool   // in a block or body: variables are listed only if they hold functions or classes
	exportAll bool   // ambient modules export what they declare
}

// in returns the scope of what stands in a declaration's body or value.
func in(e *entry) scope { return scope{prefix: e.Name + ".", parent: e, nested: true, local: true} }

// body returns the scope of blocks and functions without a name that stand in s.
func (s scope) body() scope {
	return scope{prefix: s.prefix, parent: s.parent, nested: true, local: true}
}

func (o *outline) statements(nodes []*tsgo.Node, s scope) {
	var overloads map[string]*entry
	for _, n := range nodes {
		if n.Flags&tsgo.NodeFlagsReparsed != 0 {
			continue // made up from JSDoc; not written by anyone
		}
		switch n.Kind {
		case tsgo.KindFunctionDeclaration:
			if overloads == nil {
				overloads = map[string]*entry{}
			}
			o.function(n, s, overloads)
		case tsgo.KindClassDeclaration:
			o.class(n, n, o.declaredName(n), o.isExported(n, s), s)
		case tsgo.KindInterfaceDeclaration:
			o.signatures(n.Members(), o.simple(n, facts.Interface, s))
		case tsgo.KindTypeAliasDeclaration:
			o.typeMembers(n.Type(), o.simple(n, facts.TypeAlias, s))
		case tsgo.KindEnumDeclaration:
			o.simple(n, facts.Enum, s)
		case tsgo.KindVariableStatement:
			o.variables(n, s)
		case tsgo.KindModuleDeclaration:
			o.namespace(n, s)
		case tsgo.KindExportAssignment:
			o.exportAssignment(n, s)
		case tsgo.KindExpressionStatement:
			if s.nested || !o.commonJS(n) {
				o.within(n, s.body())
			}
		case tsgo.KindImportDeclaration, tsgo.KindExportDeclaration, tsgo.KindImportEqualsDeclaration:
		default:
			o.within(n, s.body())
		}
	}
}

// function lists a function declaration; its overloads become one entry that
// stands where the implementation is.
func (o *outline) function(n *tsgo.Node, s scope, overloads map[string]*entry) {
	name := o.declaredName(n)
	if e := overloads[name]; e != nil && e.nodes[len(e.nodes)-1].Body() == nil {
		e.nodes = append(e.nodes, n)
		e.Exported = e.Exported || o.isExported(n, s)
		if n.Body() != nil {
			o.place(e, n, n.Name())
			e.Type = o.functionType(name, n)
			o.inside(n, in(e))
		}
		return
	}
	e := o.add(n, n.Name(), o.functionType(name, n), s.prefix+name, o.isExported(n, s), s)
	overloads[name] = e
	o.inside(n, in(e))
}

func (o *outline) simple(n *tsgo.Node, elementType string, s scope) *entry {
	return o.add(n, n.Name(), elementType, s.prefix+o.declaredName(n), o.isExported(n, s), s)
}

// namespace lists a namespace and what it declares, which carries its name. Blocks
// that add to a module or to the global scope are no elements.
func (o *outline) namespace(n *tsgo.Node, s scope) {
	body := n.Body()
	inner := scope{prefix: s.prefix, parent: s.parent, nested: true}
	if name := n.Name().Text(); name != "" && !tsgo.IsModuleWithStringName(n) && !tsgo.IsGlobalAugmentation(n) {
		// In namespace A.B { }, what A exports is B.
		exported := o.isExported(n, s) || n.Parent.Kind == tsgo.KindModuleDeclaration
		inner.parent = o.add(n, n.Name(), facts.Namespace, s.prefix+name, exported, s)
		inner.prefix += name + "."
	}
	if o.shallow {
		return
	}
	inner.exportAll = s.exportAll || n.Flags&tsgo.NodeFlagsAmbient != 0 || tsgo.IsModuleWithStringName(n)
	if body == nil {
		return
	}
	if body.Kind == tsgo.KindModuleDeclaration { // namespace A.B { }
		o.namespace(body, inner)
		return
	}
	o.statements(body.Statements(), inner)
}

// exportAssignment lists export default <expression> and export = <expression>.
func (o *outline) exportAssignment(n *tsgo.Node, s scope) {
	value := n.Expression()
	if tsgo.SkipOuter(value).Kind == tsgo.KindIdentifier {
		return // names something listed elsewhere; collectExports saw it
	}
	o.value(n, nil, s.prefix+"default", value, facts.Constant, true, s)
}

// add lists one declaration. The name node, when there is one, places it.
func (o *outline) add(n, name *tsgo.Node, elementType, qualified string, exported bool, s scope) *entry {
	e := &entry{parent: s.parent, nodes: []*tsgo.Node{n}}
	e.Type, e.Name, e.File, e.Exported = elementType, qualified, o.path, exported
	e.TopLevel = s.parent == nil && !s.nested
	o.place(e, n, name)
	o.entries = append(o.entries, e)
	return e
}

// place sets the lines: from the name, so that decorators and comments above
// do not count, to the end of the declaration.
func (o *outline) place(e *entry, n, name *tsgo.Node) {
	start := tsgo.TokenStart(n, o.file)
	if name != nil {
		start = tsgo.TokenStart(name, o.file)
	}
	e.Line, e.EndLine = o.lines.Line(start), o.lines.Line(n.End())
}

// finish sorts the entries, links members to their parents and makes ids
// unique: of several declarations with one id, the later ones get their line.
func (o *outline) finish() {
	slices.SortStableFunc(o.entries, func(a, b *entry) int { return a.Line - b.Line })
	seen := make(map[string]bool, len(o.entries))
	lists := syntax.LocalExportNames(o.file)
	for i, e := range o.entries {
		e.index = i
		if e.TopLevel && e.Exported {
			e.ExportedAs = o.exportedAs(e, lists)
		}
		designator := coderef2.Designator(e.Type)
		e.ID = coderef2.Format(designator, o.path, e.Name, 0)
		if seen[e.ID] {
			e.ID = coderef2.Format(designator, o.path, e.Name, e.Line)
		}
		for n := 2; seen[e.ID]; n++ { // two on one line: minified code
			e.ID = fmt.Sprintf("%s{n=%d}", coderef2.Format(designator, o.path, e.Name, e.Line), n)
		}
		seen[e.ID] = true
	}
	for _, e := range o.entries {
		e.Parent = -1
		if e.parent != nil {
			e.Parent = e.parent.index
		}
	}
}

func (o *outline) decls() []facts.Decl {
	out := make([]facts.Decl, len(o.entries))
	for i, e := range o.entries {
		out[i] = e.Decl
	}
	return out
}

// byNode maps every declaring node to the index of its declaration.
func (o *outline) byNode() map[*tsgo.Node]int {
	m := make(map[*tsgo.Node]int, len(o.entries))
	for i, e := range o.entries {
		for _, n := range e.nodes {
			m[n] = i
		}
	}
	return m
}
