package summary

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// called records the names in a callee.
func (s *collector) called(n *tsgo.Node) {
	if n != nil {
		s.callee(n, func(n Name) { s.addRole(n, facts.Called) })
	}
}

// passed records the name of a value that is passed on.
func (s *collector) passed(n, name *tsgo.Node) {
	if syntax.IsPassed(n) {
		s.addRole(Plain(name.Text()), facts.Passed)
	}
}

// callExpression records the callee of a call expression, or the module that it requires
// or imports.
func (s *collector) callExpression(n *tsgo.Node) {
	switch {
	case tsgo.IsImportCall(n), tsgo.IsRequireCall(n):
		if args := n.Arguments(); len(args) > 0 && tsgo.IsStringLiteralLike(args[0]) {
			m := s.specifier(args[0])
			s.addRole(Name{Text: exportEquals, Module: m}, facts.Imported)
			if syntax.IsPassed(n) { // lazy(() => import("…"))
				s.addRole(Name{Text: syntax.DefaultExport, Module: m}, facts.Passed)
			}
		} else {
			s.Computed = true
		}
	case n.Expression().Kind == tsgo.KindSuperKeyword:
		if base := syntax.BaseClass(n); base != nil {
			s.called(base)
		}
	default:
		s.called(n.Expression())
	}
}

// callee calls add with the names of the functions that a callee can be: the names of its
// value, of f in `f.call(…)`, and of the key or the table in `table[key]()`.
func (s *collector) callee(n *tsgo.Node, add func(Name)) {
	n = tsgo.SkipOuter(n)
	switch n.Kind {
	case tsgo.KindPropertyAccessExpression:
		if text := n.Name().Text(); text == "call" || text == "apply" || text == "bind" {
			s.callee(n.Expression(), add)
		}
	case tsgo.KindElementAccessExpression:
		if key := syntax.CalleeName(n); syntax.IsComputedAccess(n) {
			if key = syntax.CalleeName(key); key.Kind == tsgo.KindIdentifier {
				add(Name{Text: key.Text(), Key: true})
			}
		}
	}
	s.valueNames(n, add)
}

// maxValueDepth bounds how deep valueNames follows an expression. It exceeds the depth
// of the resolver. Without it, long chains of .bind() would take quadratic time.
const maxValueDepth = 20

// valueNames calls add with the names of the functions that an expression can evaluate
// to.
func (s *collector) valueNames(n *tsgo.Node, add func(Name)) {
	if s.depth > maxValueDepth {
		return
	}
	s.depth++
	defer func() { s.depth-- }()
	n = tsgo.SkipOuter(n)
	switch n.Kind {
	case tsgo.KindIdentifier:
		if n.Text() != "undefined" {
			add(Plain(n.Text()))
		}
	case tsgo.KindPropertyAccessExpression:
		add(Plain(n.Name().Text()))
	case tsgo.KindElementAccessExpression:
		switch key := syntax.CalleeName(n); {
		case !syntax.IsComputedAccess(n):
			add(Plain(key.Text()))
		case n.Expression().Kind == tsgo.KindIdentifier:
			add(Plain(n.Expression().Text()))
		}
	case tsgo.KindConditionalExpression:
		c := n.AsConditionalExpression()
		s.valueNames(c.WhenTrue, add)
		s.valueNames(c.WhenFalse, add)
	case tsgo.KindBinaryExpression:
		if targets, value := syntax.AssignmentChain(n); len(targets) > 0 {
			s.valueNames(value, add)
		}
		for _, a := range syntax.Alternatives(n) {
			s.valueNames(a, add)
		}
	case tsgo.KindCallExpression:
		if tsgo.IsRequireCall(n) {
			m := s.specifier(n.Arguments()[0])
			add(Name{Text: exportEquals, Module: m})
			add(Name{Text: WholeModule, Module: m})
			return
		}
		f := tsgo.SkipOuter(n.Expression())
		if f.Kind == tsgo.KindPropertyAccessExpression && f.Name().Text() == "bind" {
			s.valueNames(f.Expression(), add)
		}
	}
}

// variable records the names that a variable can be an alias of.
func (s *collector) variable(n *tsgo.Node) {
	s.inherited(n)
	s.typeQuery(n)
	init := n.Initializer()
	if init == nil || n.Name().Kind != tsgo.KindIdentifier {
		return
	}
	if literal := tsgo.SkipOuter(init); tsgo.IsStringLiteralLike(literal) && tsgo.IsVarConst(n.Parent) {
		s.constantKey(n, literal.Text())
		return
	}
	variable, addAlias := Plain(n.Name().Text()), s.addLocal
	if s.isReachable(n) {
		addAlias = s.addGlobal
	}
	add := func(of Name) { addAlias(variable, of) }
	s.valueNames(init, add)
	switch init = tsgo.SkipOuter(init); init.Kind { // table[key]() calls the elements
	case tsgo.KindArrayLiteralExpression:
		for _, e := range init.Elements() {
			s.valueNames(e, add)
		}
	case tsgo.KindObjectLiteralExpression:
		for _, p := range init.Properties() {
			if text, ok := propertyText(p); ok {
				add(Plain(text))
			}
		}
	}
}

// constantKey records a constant that holds a string. As a computed key, [name] is an
// alias of that string.
func (s *collector) constantKey(n *tsgo.Node, text string) {
	s.constants[n.Name().Text()] = text
	if s.isReachable(n) {
		s.addGlobal(Plain(text), Name{Text: n.Name().Text(), Key: true})
	}
}

// typeQuery records `x: typeof f`. A call of x can call f.
func (s *collector) typeQuery(n *tsgo.Node) {
	if n.Type() == nil || n.Type().Kind != tsgo.KindTypeQuery || n.Name() == nil {
		return
	}
	text, ok := tsgo.PropertyNameText(n.Name())
	if !ok {
		return
	}
	of := n.Type().AsTypeQueryNode().ExprName
	if of.Kind == tsgo.KindQualifiedName {
		of = of.AsQualifiedName().Right
	}
	if of.Kind != tsgo.KindIdentifier {
		return
	}
	s.addGlobal(Plain(text), Plain(of.Text()))
	s.addLocal(Plain(text), Plain(of.Text()))
}

// bindingElement records the property or export that a destructured name is an alias of.
func (s *collector) bindingElement(n *tsgo.Node) {
	if n.Name() == nil || n.Name().Kind != tsgo.KindIdentifier {
		return
	}
	text, ok := tsgo.PropertyNameText(n.PropertyNameOrName())
	if !ok {
		return
	}
	of := []Name{Plain(text)}
	if from := n.Parent.Parent.Initializer(); from != nil && tsgo.IsRequireCall(from) {
		of = s.takeFromModule(text, s.specifier(from.Arguments()[0]))
	}
	addAlias := s.addLocal
	if s.isReachable(n) {
		addAlias = s.addGlobal
	}
	for _, of := range of {
		if of.Text != n.Name().Text() {
			addAlias(Plain(n.Name().Text()), of)
		}
	}
}

// property records the names that a property of an object or class can be an alias of.
func (s *collector) property(n *tsgo.Node) {
	s.computedMember(n)
	s.typeQuery(n)
	text, ok := propertyText(n)
	if ok && n.Initializer() != nil {
		s.valueNames(n.Initializer(), func(of Name) { s.addGlobal(Plain(text), of) })
	}
}

// computedMember records `[key]() { }`, which can be called as `o[alias.key]()`.
func (s *collector) computedMember(n *tsgo.Node) {
	if n.Name() == nil || n.Name().Kind != tsgo.KindComputedPropertyName {
		return
	}
	listed := syntax.LastSegment(tsgo.SourceText(n.Name(), s.file))
	key := syntax.CalleeName(n.Name().Expression())
	if key.Kind != tsgo.KindIdentifier {
		return
	}
	s.addGlobal(Name{Text: key.Text(), Key: true}, Plain(listed))
	s.keyed = append(s.keyed, keyedMember{key.Text(), listed, s.parent})
}

// keyedMembers records members with a computed name whose key is a string constant of
// the file. They can be called by that string.
func (s *collector) keyedMembers() {
	for _, k := range s.keyed {
		text, ok := s.constants[k.key]
		if !ok {
			continue
		}
		s.addGlobal(Plain(text), Plain(k.listed))
		if k.owner != facts.ModuleLevel {
			s.addMember(k.owner, text)
		}
	}
}

// assignment records `a = b` and `o.a = b`. A chain of assignments is listed under its first
// name.
func (s *collector) assignment(n *tsgo.Node) {
	outer := n.Parent
	for outer.Kind == tsgo.KindParenthesizedExpression {
		outer = outer.Parent
	}
	if _, _, inner := syntax.Assignment(outer); inner {
		return
	}
	targets, value := syntax.AssignmentChain(n)
	var first []Name
	if outer.Kind == tsgo.KindVariableDeclaration && outer.Name().Kind == tsgo.KindIdentifier {
		first = append(first, Plain(outer.Name().Text()))
	}
	for _, target := range targets {
		s.assigned(target, value, first)
		if first == nil {
			s.valueNames(target, func(n Name) { first = append(first, n) })
		}
	}
}

// assigned records `target = value`. first holds the names under which the chain is listed.
func (s *collector) assigned(target, value *tsgo.Node, first []Name) {
	var add func(of Name)
	switch {
	case tsgo.IsModuleExportsAccess(target):
		s.exportValue(exportEquals, value)
		s.addGlobal(Name{Text: exportEquals, Module: OwnModule}, Name{Text: WholeModule, Module: OwnModule})
		add = func(of Name) {
			s.addGlobal(Name{Text: exportEquals, Module: OwnModule}, of)
			s.addGlobal(Plain(exportEquals), of)
		}
	case target.Kind == tsgo.KindIdentifier && (s.script || s.exported[target.Text()]),
		target.Kind == tsgo.KindPropertyAccessExpression:
		text := syntax.CalleeName(target).Text()
		add = func(of Name) {
			s.addGlobal(Plain(text), of)
			if text == syntax.DefaultExport {
				s.addGlobal(Name{Text: syntax.DefaultExport, Module: OwnModule}, of)
			}
		}
		s.valueNames(value, add)
	case target.Kind == tsgo.KindIdentifier:
		add = func(of Name) { s.addLocal(Plain(target.Text()), of) }
		s.valueNames(value, add)
	default:
		return
	}
	for _, of := range first {
		add(of)
	}
}

// isReachable reports whether other files can refer to a variable by its name.
func (s *collector) isReachable(n *tsgo.Node) bool {
	root := syntax.DestructuringRoot(n)
	if root.Kind != tsgo.KindVariableDeclaration || root.Parent.Kind != tsgo.KindVariableDeclarationList {
		return false
	}
	statement := root.Parent.Parent
	if statement.Kind != tsgo.KindVariableStatement {
		return false
	}
	return statement.Parent.Kind == tsgo.KindModuleBlock ||
		statement.Parent.Kind == tsgo.KindSourceFile &&
			(s.script || s.exported[n.Name().Text()] || statement.ModifierFlags()&tsgo.ModifierFlagsExport != 0)
}

// propertyText returns the name of a property. ok is false if it is computed.
func propertyText(n *tsgo.Node) (string, bool) {
	if n.Name() == nil {
		return "", false
	}
	return tsgo.PropertyNameText(n.Name())
}

// inherited records the supertypes of a declaration.
func (s *collector) inherited(n *tsgo.Node) {
	syntax.Supertypes(n, func(a *tsgo.Node) {
		if a.Kind == tsgo.KindQualifiedName {
			a = a.AsQualifiedName().Right
		}
		s.valueNames(a, func(n Name) { s.addRole(n, facts.Inherited) })
	})
}

// exportValue records `export default value`, `export = value` and `module.exports = value`. A
// value without a name is listed as "default".
func (s *collector) exportValue(as string, value *tsgo.Node) {
	named := false
	add := func(of Name) {
		named = true
		s.addGlobal(Name{Text: as, Module: OwnModule}, of)
		s.addGlobal(Plain(as), of)
	}
	s.valueNames(value, add)
	value = tsgo.SkipOuter(value)
	if (tsgo.IsClassLike(value) || value.Kind == tsgo.KindFunctionExpression) && value.Name() != nil {
		add(Plain(value.Name().Text()))
	}
	if !named {
		add(Plain(syntax.DefaultExport))
	}
}
