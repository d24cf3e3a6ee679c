package typescript

import (
	"crypto/sha256"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// item is what matters to others of one statement at the top of a file.
type item struct {
	shape  shape
	names  []string // what it declares, exports or assigns to
	public bool     // other files see them
	idents map[string]bool
	// opaque is set when names do not tell all that the statement does.
	opaque bool
}

// item takes a statement apart, once. Names are those of declarations, not of members: what
// the type of a member depends on is found by the names of declarations. idents
// are the names an item mentions where others can see it; of a namespace import,
// ns.name for each name that is taken from it, and ns only if it is used as a whole.
// It is for one goroutine at a time.
func (t *tree) item(i int) *item {
	if t.items[i] != nil {
		return t.items[i]
	}
	n := t.file.Statements.Nodes[i]
	hidden := t.hiddenIn(n)
	c := &itemizer{tree: t, item: &item{idents: map[string]bool{}}, hidden: map[*tsgo.Node]bool{}}
	c.declares(n)
	for _, b := range hidden {
		c.hidden[b.node] = true
	}
	c.visit(n)
	h := sha256.New()
	writeVisible(h, t.file, hidden, n.Pos(), n.End())
	c.shape = shape(h.Sum(nil))
	t.items[i] = c.item
	return c.item
}

type itemizer struct {
	*item
	tree   *tree
	hidden map[*tsgo.Node]bool
}

func (c *itemizer) add(n *tsgo.Node) {
	if n != nil {
		c.names = append(c.names, n.Text())
	}
}

// declares collects what a statement brings in.
func (c *itemizer) declares(n *tsgo.Node) {
	c.public = n.Kind == tsgo.KindExportDeclaration || n.Kind == tsgo.KindExportAssignment ||
		n.ModifierFlags()&tsgo.ModifierFlagsExport != 0
	switch n.Kind {
	case tsgo.KindFunctionDeclaration, tsgo.KindClassDeclaration, tsgo.KindInterfaceDeclaration,
		tsgo.KindTypeAliasDeclaration, tsgo.KindEnumDeclaration:
		c.add(n.Name())
		if n.ModifierFlags()&tsgo.ModifierFlagsDefault != 0 {
			c.names = append(c.names, syntax.DefaultExport)
		}
	case tsgo.KindVariableStatement:
		for _, d := range n.AsVariableStatement().DeclarationList.AsVariableDeclarationList().Declarations.Nodes {
			c.bound(d.Name())
		}
	case tsgo.KindModuleDeclaration:
		c.opaque = tsgo.IsModuleWithStringName(n) || tsgo.IsGlobalAugmentation(n)
		c.add(n.Name())
	case tsgo.KindImportDeclaration:
		for _, name := range syntax.ImportedNames(n.ImportClause()) {
			c.add(name)
		}
	case tsgo.KindImportEqualsDeclaration:
		c.add(n.Name())
	case tsgo.KindExportDeclaration:
		switch clause := n.AsExportDeclaration().ExportClause; {
		case clause == nil:
			c.opaque = true
		case clause.Kind == tsgo.KindNamedExports:
			for _, e := range clause.Elements() {
				c.add(e.Name())
			}
		default:
			c.add(clause.Name())
		}
	case tsgo.KindExportAssignment:
		c.opaque = n.AsExportAssignment().IsExportEquals
		c.names = append(c.names, syntax.DefaultExport)
	case tsgo.KindExpressionStatement:
	default:
		c.opaque = true
	}
}

func (c *itemizer) bound(name *tsgo.Node) {
	switch {
	case name == nil:
	case tsgo.IsBindingPattern(name):
		for _, e := range name.Elements() {
			c.bound(e.Name())
		}
	default:
		c.add(name)
	}
}

func (c *itemizer) visit(n *tsgo.Node) bool {
	if c.hidden[n] {
		return false
	}
	switch n.Kind {
	case tsgo.KindIdentifier:
		c.ident(n)
	case tsgo.KindBinaryExpression:
		if tsgo.IsAssignment(n) {
			c.assigns(n.AsBinaryExpression().Left)
		}
	case tsgo.KindPrefixUnaryExpression, tsgo.KindPostfixUnaryExpression:
		if operand := tsgo.UpdatedOperand(n); operand != nil {
			c.assigns(operand)
		}
	case tsgo.KindForInStatement, tsgo.KindForOfStatement:
		c.opaque = c.opaque || n.Initializer().Kind != tsgo.KindVariableDeclarationList
	}
	n.ForEachChild(c.visit)
	return false
}

// assigns notes an assignment: callees are traced to what was assigned.
func (c *itemizer) assigns(left *tsgo.Node) {
	left = tsgo.SkipOuter(left)
	root := left
	for root.Kind == tsgo.KindPropertyAccessExpression {
		root = tsgo.SkipOuter(root.Expression())
	}
	switch {
	case left.Kind == tsgo.KindIdentifier:
		c.add(left)
	case root.Kind != tsgo.KindThisKeyword:
		c.opaque = true
	}
}

// ident notes a name that refers to a declaration.
func (c *itemizer) ident(n *tsgo.Node) {
	switch p := n.Parent; p.Kind {
	case tsgo.KindPropertyAccessExpression:
		if p.Name() == n {
			return
		}
	case tsgo.KindQualifiedName:
		if p.AsQualifiedName().Right == n {
			return
		}
	case tsgo.KindPropertyAssignment, tsgo.KindMethodDeclaration, tsgo.KindPropertyDeclaration,
		tsgo.KindPropertySignature, tsgo.KindMethodSignature, tsgo.KindGetAccessor, tsgo.KindSetAccessor:
		if p.Name() == n {
			return
		}
	}
	if member := syntax.AccessedMember(n); member != nil && c.tree.sketch.namespaces[n.Text()] {
		c.idents[n.Text()+"."+member.Text()] = true
		return
	}
	c.idents[n.Text()] = true
}

// mentions reports an item that mentions any of some names.
func (i *item) mentions(names map[string]bool) bool {
	small, large := names, i.idents
	if len(small) > len(large) {
		small, large = large, small
	}
	for n := range small {
		if large[n] {
			return true
		}
	}
	return false
}

// changed returns what those statements declare that differ to others; ok is false
// when that does not tell everything.
func (e *edit) changed() (w words, ok bool) {
	if e.before.file.IsJS() || e.now.file.IsJS() || tsgo.IsGlobal(e.before.file) || tsgo.IsGlobal(e.now.file) {
		return w, false
	}
	var old, now []*item
	kept := make([]bool, len(e.before.items))
	for i, from := range e.from {
		if from < 0 {
			now = append(now, e.now.item(i))
		} else {
			kept[from] = true
		}
	}
	for i := range kept {
		if !kept[i] {
			old = append(old, e.before.item(i))
		}
	}
	for len(old) > 0 && len(now) > 0 && old[0].shape == now[0].shape {
		old, now = old[1:], now[1:]
	}
	for len(old) > 0 && len(now) > 0 && old[len(old)-1].shape == now[len(now)-1].shape {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	w = newWords()
	for _, i := range slices.Concat(old, now) {
		if i.opaque {
			return w, false
		}
		w.take(i)
	}
	return w, true
}

// words are names of a file.
type words struct {
	here   map[string]bool // in the file
	public map[string]bool // those that other files see
}

func newWords() words { return words{here: map[string]bool{}, public: map[string]bool{}} }

// take adds the names of an item and reports whether there were new ones.
func (w words) take(i *item) (grown bool) {
	for _, n := range i.names {
		grown = grown || !w.here[n] || i.public && !w.public[n]
		w.here[n] = true
		if i.public {
			w.public[n] = true
		}
	}
	return grown
}
