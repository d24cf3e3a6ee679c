package outline

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

func (o *File) statements(nodes []*tsgo.Node, s scope) {
	var overloads map[string]*Entry
	for _, n := range nodes {
		if n.Flags&tsgo.NodeFlagsReparsed != 0 {
			continue // synthesised from JSDoc; not in the source
		}
		switch n.Kind {
		case tsgo.KindFunctionDeclaration:
			if overloads == nil {
				overloads = map[string]*Entry{}
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
			if s.nested && !o.assignedMember(n, s) || !s.nested && !o.commonJS(n) {
				o.within(n, s.anonymousBody())
			}
		case tsgo.KindImportDeclaration, tsgo.KindExportDeclaration, tsgo.KindImportEqualsDeclaration:
		default:
			o.within(n, s.anonymousBody())
		}
	}
}

// function lists a function declaration. Its overloads form one entry with the lines of
// the implementation.
func (o *File) function(n *tsgo.Node, s scope, overloads map[string]*Entry) {
	name := o.declaredName(n)
	if e := overloads[name]; e != nil && e.Nodes[len(e.Nodes)-1].Body() == nil {
		e.Nodes = append(e.Nodes, n)
		e.Exported = e.Exported || o.isExported(n, s)
		if n.Body() != nil {
			o.setLines(e, n, n.Name())
			e.Type = o.functionType(name, n)
			o.inside(n, bodyScope(e))
		}
		return
	}
	e := o.add(n, n.Name(), o.functionType(name, n), s.prefix+name, o.isExported(n, s), s)
	overloads[name] = e
	o.inside(n, bodyScope(e))
}

func (o *File) simple(n *tsgo.Node, elementType string, s scope) *Entry {
	return o.add(n, n.Name(), elementType, s.prefix+o.declaredName(n), o.isExported(n, s), s)
}

// namespace lists a namespace and its declarations, whose names it qualifies. Module
// and global augmentations are not listed themselves.
func (o *File) namespace(n *tsgo.Node, s scope) {
	body := n.Body()
	inner := scope{prefix: s.prefix, parent: s.parent, nested: true}
	if name := n.Name().Text(); name != "" && !tsgo.IsModuleWithStringName(n) && !tsgo.IsGlobalAugmentation(n) {
		// In `namespace A.B { }`, B is an export of A.
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

// exportAssignment lists `export default <expression>` and `export = <expression>`.
func (o *File) exportAssignment(n *tsgo.Node, s scope) {
	value := n.Expression()
	if tsgo.SkipOuter(value).Kind == tsgo.KindIdentifier {
		return // a name that is listed elsewhere; collectExports has recorded it
	}
	o.value(n, nil, s.prefix+"default", value, facts.Constant, true, s)
}

// visit is called for every node in the current scope.
func (o *File) visit(n *tsgo.Node) bool {
	switch n.Kind {
	case tsgo.KindIdentifier, tsgo.KindStringLiteral, tsgo.KindNumericLiteral, tsgo.KindTypeParameter:
		return false
	}
	if n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return false
	}
	switch n.Kind {
	case tsgo.KindBlock:
		o.statements(n.Statements(), o.at)
	case tsgo.KindCaseClause, tsgo.KindDefaultClause:
		if n.Kind == tsgo.KindCaseClause {
			o.visit(n.Expression())
		}
		o.statements(n.Statements(), o.at)
	case tsgo.KindLabeledStatement:
		o.statements([]*tsgo.Node{n.AsLabeledStatement().Statement}, o.at)
	case tsgo.KindVariableDeclaration: // in the head of a loop
		o.binding(n, "", false, o.at)
	default:
		if !tsgo.IsTypeNode(n) || n.Kind == tsgo.KindExpressionWithTypeArguments {
			n.ForEachChild(o.step)
		}
	}
	return false
}
