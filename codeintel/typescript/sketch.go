package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// name is a name as the parse knows it. What is special about a module, not a
// name of its own, is told apart by the module once that is known.
type name struct {
	text   string // or one of the special names
	module int    // index of a specifier from 1, own for this file, 0 for a name like any
	key    bool   // it stands in brackets: o[name]()
}

// The special names of a module.
const (
	exportEquals = "export=" // what export = and module.exports are set to
	wholeModule  = ""
)

const own = -1

// pair says that what bears the name of may be known by another from there on.
type pair struct{ name, of name }

// sketch is what a file mentions, by names. Local pairs stay in the file: they
// matter as far as others and roles depend on them.
type sketch struct {
	roles      map[name]facts.Role
	locals     map[name][]name
	globals    []pair
	members    map[int][]string // of declarations, those that are none themselves
	specifiers []*tsgo.Node     // of all modules the file names
	computed   bool             // import(expression)

	namespaces map[string]bool // local names of import * as ns
	whole      map[string]bool // those that are used in other ways than ns.name
}

// sketcher makes a sketch in one walk over a tree.
type sketcher struct {
	*sketch
	*shaper
	tree     *tree
	exported map[string]bool // top-level names that can be reached from other files
	script   bool            // the file is no module: all of them can
	imported map[string]bool // local names of imports
	modules  map[string]int  // indexes of specifiers, by text
	owner    int             // declaration around what is in a node, as long as it is not a function
	around   int             // declaration around the node itself

	depth     int               // of the expression that denoted follows
	constants map[string]string // strings that constants hold
	keyed     []keyed
}

// keyed is a member whose name is computed.
type keyed struct {
	key    string // what its name is computed from
	listed string // what it would be listed as
	owner  int    // declaration it is a member of
}

// newSketch draws the sketch of a file and finds the bodies that others cannot see
// anything of.
func newSketch(t *tree, exported map[string]bool) (*sketch, []*body) {
	s := &sketcher{
		sketch: &sketch{roles: map[name]facts.Role{}, locals: map[name][]name{}, members: map[int][]string{}, namespaces: map[string]bool{}, whole: map[string]bool{}},
		shaper: newShaper(t.file), tree: t, exported: exported, script: tsgo.IsScript(t.file),
		imported: map[string]bool{}, modules: map[string]int{}, owner: facts.ModuleLevel,
		constants: map[string]string{},
	}
	for _, n := range t.file.Statements.Nodes {
		s.collectImported(n)
	}
	t.file.ForEachChild(s.visit)
	s.keyedMembers()
	return s.sketch, s.hidden()
}

func (s *sketcher) role(n name, r facts.Role) { s.roles[n] |= r }

func (s *sketcher) local(n, of name) { s.locals[n] = append(s.locals[n], of) }

func (s *sketcher) global(n, of name) { s.globals = append(s.globals, pair{n, of}) }

func plain(text string) name { return name{text: text} }

// specifier returns the index of a module specifier.
func (s *sketcher) specifier(n *tsgo.Node) int {
	if n == nil || !tsgo.IsStringLiteralLike(n) {
		return 0
	}
	// The same text may mean different files, by the kind of import.
	s.specifiers = append(s.specifiers, n)
	return len(s.specifiers)
}

// visit is called for every node, from outside to inside.
func (s *sketcher) visit(n *tsgo.Node) bool {
	if n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return false
	}
	owner, place := s.owner, s.place
	s.enter(n)
	switch decl, ok := s.tree.byNode[n]; {
	case tsgo.IsFunctionLike(n):
		if !ok {
			s.member(n)
		}
		s.owner = facts.ModuleLevel
	case ok:
		s.owner = decl
	default:
		s.member(n)
	}
	s.around = owner
	s.node(n)
	n.ForEachChild(s.visit)
	s.owner, s.place = owner, place
	return false
}

// member notes a member that is listed as part of a declaration only: a call of
// it leads to that one.
func (s *sketcher) member(n *tsgo.Node) {
	if s.owner == facts.ModuleLevel || !syntax.IsMember(n) || n.Name() == nil {
		return
	}
	if text, ok := tsgo.PropertyNameText(n.Name()); ok {
		s.addMember(s.owner, text)
	}
}

func (s *sketcher) addMember(owner int, text string) {
	if !slices.Contains(s.members[owner], text) {
		s.members[owner] = append(s.members[owner], text)
	}
}

func (s *sketcher) node(n *tsgo.Node) {
	switch n.Kind {
	case tsgo.KindIdentifier:
		if len(s.namespaces) > 0 && s.namespaces[n.Text()] && n.Parent.Kind != tsgo.KindNamespaceImport && syntax.AccessedMember(n) == nil {
			s.whole[n.Text()] = true
		}
	case tsgo.KindCallExpression:
		s.callExpression(n)
	case tsgo.KindNewExpression, tsgo.KindTaggedTemplateExpression:
		s.called(tsgo.InvokedExpression(n))
	case tsgo.KindDecorator:
		if d := tsgo.SkipOuter(n.Expression()); d.Kind != tsgo.KindCallExpression {
			s.called(d)
		}
	case tsgo.KindJsxOpeningElement, tsgo.KindJsxSelfClosingElement:
		if tag := tsgo.InvokedExpression(n); tag.Kind != tsgo.KindJsxNamespacedName && !syntax.IsIntrinsicTag(tag) {
			s.called(tag)
		}
	case tsgo.KindPropertyAccessExpression:
		s.memberOfImport(n.Expression(), n.Name())
	case tsgo.KindQualifiedName:
		s.memberOfImport(n.AsQualifiedName().Left, n.AsQualifiedName().Right)
	case tsgo.KindVariableDeclaration:
		s.variable(n)
	case tsgo.KindBindingElement:
		s.bindingElement(n)
	case tsgo.KindPropertyAssignment, tsgo.KindPropertyDeclaration:
		s.property(n)
	case tsgo.KindShorthandPropertyAssignment:
		s.global(plain(n.Name().Text()), plain(n.Name().Text()))
	case tsgo.KindBinaryExpression:
		s.assignment(n)
	case tsgo.KindParameter:
		s.typeQuery(n)
	case tsgo.KindPropertySignature:
		s.typeQuery(n)
		s.computedMember(n)
	case tsgo.KindMethodDeclaration, tsgo.KindMethodSignature,
		tsgo.KindGetAccessor, tsgo.KindSetAccessor:
		s.computedMember(n)
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression, tsgo.KindInterfaceDeclaration:
		s.inherited(n)
		s.defaultDeclaration(n)
	case tsgo.KindTypeAliasDeclaration:
		s.inherited(n)
	case tsgo.KindFunctionDeclaration:
		s.defaultDeclaration(n)
	case tsgo.KindImportDeclaration, tsgo.KindJSImportDeclaration:
		s.importDeclaration(n)
	case tsgo.KindImportEqualsDeclaration:
		s.importEquals(n)
	case tsgo.KindExportDeclaration:
		s.exportDeclaration(n)
	case tsgo.KindExportAssignment:
		s.inherited(n)
		s.exportAssignment(n)
	case tsgo.KindImportType:
		s.importType(n)
	}
}

// inherited notes what a declaration stands in for.
func (s *sketcher) inherited(n *tsgo.Node) {
	syntax.Supertypes(n, func(a *tsgo.Node) {
		if a.Kind == tsgo.KindQualifiedName {
			a = a.AsQualifiedName().Right
		}
		s.denoted(a, func(n name) { s.role(n, facts.Inherited) })
	})
}

// memberOfImport notes ns.member: what is taken from a module, or from one that
// the module re-exports as a whole.
func (s *sketcher) memberOfImport(left, member *tsgo.Node) {
	const deepest = 8 // modules within modules
	for i := 0; i < deepest && (left.Kind == tsgo.KindPropertyAccessExpression || left.Kind == tsgo.KindQualifiedName); i++ {
		if left.Kind == tsgo.KindQualifiedName {
			left = left.AsQualifiedName().Left
		} else {
			left = left.Expression()
		}
	}
	if left.Kind == tsgo.KindIdentifier && s.imported[left.Text()] {
		s.role(plain(member.Text()), facts.Imported)
	}
}
