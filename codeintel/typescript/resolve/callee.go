package resolve

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// A name determines the callee only if the name has a single value. The type of the name does
// not determine the callee, because several functions can have the same type.

// resolveAlternatives resolves to the targets of all alternatives. If one of them is
// unknown, the result is unknown and the targets are only possible ones.
func (v *Resolver) resolveAlternatives(alternatives []*tsgo.Node, call *tsgo.Node, hops int) resolution {
	out := resolution{outcome: local}
	for _, n := range alternatives {
		r := v.resolveValue(n, call, hops+1)
		if len(r.targets) == 0 && r.outcome == unknown {
			out.outcome = unknown
		}
		out.varies = out.varies || r.varies
		out.targets, out.maybe = union(out.targets, r.targets), union(out.maybe, r.maybe)
	}
	if out.outcome == unknown {
		return resolution{outcome: unknown, varies: true, maybe: union(out.maybe, out.targets)}
	}
	return out
}

// resolveValue resolves an expression whose value is called later, such as the
// initialiser of a constant or one of several alternatives.
func (v *Resolver) resolveValue(n, call *tsgo.Node, hops int) resolution {
	n = tsgo.SkipOuter(n)
	if hops > maxAliasHops {
		return resolution{outcome: unknown}
	}
	switch n.Kind {
	case tsgo.KindIdentifier:
		if n.Text() == "undefined" {
			return resolution{outcome: local}
		}
		return v.resolveCallee(n, call, hops)
	case tsgo.KindPropertyAccessExpression, tsgo.KindElementAccessExpression,
		tsgo.KindConditionalExpression, tsgo.KindBinaryExpression:
		return v.resolveCallee(n, call, hops)
	case tsgo.KindCallExpression: // f.bind(…)
		if tsgo.IsRequireCall(n) {
			return v.resolveCallee(n, call, hops)
		}
		if f := v.functionMethod(tsgo.SkipOuter(n.Expression()), "bind"); f != nil {
			return v.resolveCallee(f, call, hops)
		}
	case tsgo.KindArrowFunction, tsgo.KindFunctionExpression, tsgo.KindClassExpression, tsgo.KindNullKeyword:
		return resolution{outcome: local}
	}
	return resolution{outcome: unknown}
}

// resolveLocal follows a local name with a single value to that value, and a
// destructured name to its property.
func (v *Resolver) resolveLocal(symbol *tsgo.Symbol, callee, call *tsgo.Node, hops int) resolution {
	d := symbol.ValueDeclaration
	if d == nil || len(symbol.Declarations) > 1 {
		return resolution{outcome: unknown}
	}
	switch d.Kind {
	case tsgo.KindVariableDeclaration:
		if d.Initializer() != nil {
			return v.resolveValue(d.Initializer(), call, hops+1)
		}
	case tsgo.KindBindingElement:
		return v.resolveDestructured(d, call, hops)
	case tsgo.KindPropertyAssignment, tsgo.KindShorthandPropertyAssignment:
		if syntax.IsExportedObject(d.Parent) ||
			callee.Kind == tsgo.KindPropertyAccessExpression && v.isObject(callee.Expression(), d.Parent) {
			return v.resolveProperty(d, call, hops)
		}
	case tsgo.KindBinaryExpression: // exports.f = g, Class.f = g, but not this.f = g
		if left, right, ok := syntax.Assignment(d); ok && (syntax.IsExportsTarget(left) ||
			left.Kind == tsgo.KindPropertyAccessExpression && left.Expression().Kind == tsgo.KindIdentifier) {
			return v.resolveValue(right, call, hops+1)
		}
	}
	return resolution{outcome: unknown}
}

// resolveDestructured resolves a name in an object pattern to the property it is taken
// from.
func (v *Resolver) resolveDestructured(d, call *tsgo.Node, hops int) resolution {
	pattern := d.Parent
	if pattern.Kind != tsgo.KindObjectBindingPattern || d.AsBindingElement().DotDotDotToken != nil {
		return resolution{outcome: unknown}
	}
	text, ok := tsgo.PropertyNameText(d.PropertyNameOrName())
	if !ok {
		return resolution{outcome: unknown}
	}
	property := v.skipAlias(v.checker.GetPropertyOfType(v.checker.GetTypeAtLocation(pattern), text))
	if property == nil {
		return resolution{outcome: unknown}
	}
	if again, _ := v.reassigned(property); again {
		return v.resolveVarying(property, call, hops)
	}
	r := v.symbolTargets(property)
	if p := property.ValueDeclaration; len(r.targets) == 0 && r.outcome == unknown && p != nil &&
		pattern.Parent.Initializer() != nil && v.isObject(pattern.Parent.Initializer(), p.Parent) {
		return v.resolveProperty(p, call, hops)
	}
	return r
}

// resolveProperty resolves the value of a property of an object literal.
func (v *Resolver) resolveProperty(d, call *tsgo.Node, hops int) resolution {
	switch d.Kind {
	case tsgo.KindPropertyAssignment:
		return v.resolveValue(d.Initializer(), call, hops+1)
	case tsgo.KindShorthandPropertyAssignment:
		if hops < maxAliasHops {
			return v.resolveSymbol(v.checker.GetShorthandAssignmentValueSymbol(d), d.Name(), call, hops+1)
		}
	}
	return resolution{outcome: unknown}
}

// isObject reports whether an expression always evaluates to the given object literal.
func (v *Resolver) isObject(n, object *tsgo.Node) bool {
	n = tsgo.SkipOuter(n)
	if n == object {
		return true
	}
	if n.Kind != tsgo.KindIdentifier && n.Kind != tsgo.KindPropertyAccessExpression {
		return false
	}
	symbol := v.symbolOf(syntax.CalleeName(n))
	if symbol == nil || symbol.ValueDeclaration == nil || len(symbol.Declarations) > 1 {
		return false
	}
	if again, _ := v.reassigned(symbol); again {
		return false
	}
	switch d := symbol.ValueDeclaration; d.Kind {
	case tsgo.KindVariableDeclaration:
		return d.Initializer() != nil && tsgo.SkipOuter(d.Initializer()) == object
	case tsgo.KindPropertyAssignment:
		return tsgo.SkipOuter(d.Initializer()) == object && n.Kind == tsgo.KindPropertyAccessExpression &&
			v.isObject(n.Expression(), d.Parent)
	}
	return false
}

// resolveVarying resolves a name that is assigned several values, so that its value is
// known only at run time. If the name is a listed variable, the variable itself is a
// target.
func (v *Resolver) resolveVarying(symbol *tsgo.Symbol, call *tsgo.Node, hops int) resolution {
	r := resolution{outcome: unknown, varies: true}
	_, values := v.reassigned(symbol)
	for _, d := range symbol.Declarations {
		if t, ok := v.exactTarget(d); ok {
			r.maybe = union(r.maybe, []facts.Target{t})
			if d.Kind == tsgo.KindVariableDeclaration ||
				d.Kind == tsgo.KindPropertyDeclaration && syntax.MemberFunction(d) == nil {
				r.targets = union(r.targets, []facts.Target{t})
			}
		}
		switch d.Kind {
		case tsgo.KindShorthandPropertyAssignment:
			r.maybe = union(r.maybe, v.resolveProperty(d, call, hops).targets)
		case tsgo.KindVariableDeclaration, tsgo.KindPropertyAssignment, tsgo.KindPropertyDeclaration:
			values = append(values, d.Initializer())
		}
	}
	for _, value := range values {
		if value != nil {
			possible := v.resolveValue(value, call, hops+1)
			r.maybe = union(union(r.maybe, possible.targets), possible.maybe)
		}
	}
	return r
}

// aliasedTargets returns the listed declarations in the value of a listed constant or member. A
// call of the constant or member is also a call of these declarations.
func (v *Resolver) aliasedTargets(symbol *tsgo.Symbol, call *tsgo.Node, hops int) []facts.Target {
	d := symbol.ValueDeclaration
	if d == nil || hops >= maxAliasHops {
		return nil
	}
	var r resolution
	switch d.Kind {
	case tsgo.KindVariableDeclaration, tsgo.KindPropertyDeclaration, tsgo.KindPropertyAssignment:
		if v.Summaries[tsgo.SourceFileOf(d)] == nil || d.Initializer() == nil {
			return nil
		}
		r = v.resolveValue(d.Initializer(), call, hops+1)
	case tsgo.KindShorthandPropertyAssignment:
		r = v.resolveProperty(d, call, hops)
	}
	return union(union(r.targets, r.maybe), r.aliased)
}

// elementTargets returns the listed declarations in the array or object literal whose
// element is called.
func (v *Resolver) elementTargets(callee, call *tsgo.Node, hops int) []facts.Target {
	if callee.Kind != tsgo.KindElementAccessExpression || callee.Expression().Kind != tsgo.KindIdentifier {
		return nil
	}
	symbol := v.symbolOf(callee.Expression())
	if symbol == nil || symbol.ValueDeclaration == nil {
		return nil
	}
	d := symbol.ValueDeclaration
	if d.Kind != tsgo.KindVariableDeclaration || d.Initializer() == nil {
		return nil
	}
	var targets []facts.Target
	switch value := tsgo.SkipOuter(d.Initializer()); value.Kind {
	case tsgo.KindArrayLiteralExpression:
		for _, e := range value.Elements() {
			targets = union(targets, v.resolveValue(e, call, hops+1).targets)
		}
	case tsgo.KindObjectLiteralExpression:
		for _, p := range value.Properties() {
			if t, ok := v.exactTarget(p); ok {
				targets = union(targets, []facts.Target{t})
			}
			targets = union(targets, v.resolveProperty(p, call, hops).targets)
		}
	}
	return targets
}

// maxAliasHops bounds how many aliases are followed.
const maxAliasHops = 5

// resolveCallee resolves the expression that a call names.
func (v *Resolver) resolveCallee(callee, call *tsgo.Node, hops int) resolution {
	if all := syntax.Alternatives(callee); all != nil {
		return v.resolveAlternatives(all, call, hops)
	}
	if tsgo.IsRequireCall(callee) {
		module := v.checker.ResolveExternalModuleName(callee.Arguments()[0])
		return v.resolveSymbol(v.checker.ResolveExternalModuleSymbol(module), callee, call, hops)
	}
	name := syntax.CalleeName(callee)
	if syntax.IsComputedAccess(callee) ||
		name.Kind != tsgo.KindIdentifier && name.Kind != tsgo.KindPrivateIdentifier && !tsgo.IsStringLiteralLike(name) {
		return resolution{outcome: unknown, maybe: v.elementTargets(callee, call, hops)}
	}
	symbol := v.checker.GetSymbolAtLocation(name)
	if symbol == nil {
		r := v.resolveUntyped(callee)
		r.maybe = v.elementTargets(callee, call, hops)
		return r
	}
	return v.resolveSymbol(symbol, callee, call, hops)
}

// resolveSymbol resolves the symbol of a callee. symbol can be nil.
func (v *Resolver) resolveSymbol(symbol *tsgo.Symbol, callee, call *tsgo.Node, hops int) resolution {
	if symbol == nil {
		return resolution{outcome: unknown}
	}
	if symbol.Flags&tsgo.SymbolFlagsAlias != 0 {
		aliased := v.checker.SkipAlias(symbol)
		if aliased == nil || aliased == v.checker.GetUnknownSymbol() {
			return v.resolveUnknownImport(symbol, syntax.CalleeName(callee).Text(), callee)
		}
		symbol = aliased
	}
	if symbol == v.checker.GetUnknownSymbol() {
		return v.resolveUntyped(callee)
	}
	if again, _ := v.reassigned(symbol); again {
		return v.resolveVarying(symbol, call, hops)
	}
	r := v.symbolTargets(symbol)
	if len(r.targets) == 0 && r.outcome == unknown && hops < maxAliasHops {
		return v.resolveLocal(symbol, callee, call, hops)
	}
	if d := symbol.ValueDeclaration; d != nil && d.Kind == tsgo.KindBindingElement && len(r.targets) > 0 {
		r.targets = union(r.targets, v.resolveDestructured(d, call, hops).targets)
	}
	r.aliased = v.aliasedTargets(symbol, call, hops)
	return r
}
