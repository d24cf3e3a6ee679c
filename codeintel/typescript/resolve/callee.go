package resolve

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// A name says what is called only if it can hold nothing else: a type tells of
// which kind a function is, not which one a variable holds at the moment.

// anyOf resolves to all alternatives, or to none if one of them cannot be told.
func (v *Resolver) resolveAlternatives(alternatives []*tsgo.Node, call *tsgo.Node, hops int) resolution {
	out := resolution{kind: local}
	for _, n := range alternatives {
		r := v.resolveValue(n, call, hops+1)
		if len(r.targets) == 0 && r.kind == unknown {
			out.kind = unknown
		}
		out.varies = out.varies || r.varies
		out.targets, out.maybe = union(out.targets, r.targets), union(out.maybe, r.maybe)
	}
	if out.kind == unknown {
		return resolution{kind: unknown, varies: true, maybe: union(out.maybe, out.targets)}
	}
	return out
}

// denoted resolves an expression whose value is called later: what a constant is
// set to, or one of several alternatives.
func (v *Resolver) resolveValue(n, call *tsgo.Node, hops int) resolution {
	n = tsgo.SkipOuter(n)
	if hops > maxAliasHops {
		return resolution{kind: unknown}
	}
	switch n.Kind {
	case tsgo.KindIdentifier:
		if n.Text() == "undefined" {
			return resolution{kind: local}
		}
		return v.resolveCallee(n, call, hops)
	case tsgo.KindPropertyAccessExpression, tsgo.KindElementAccessExpression,
		tsgo.KindConditionalExpression, tsgo.KindBinaryExpression:
		return v.resolveCallee(n, call, hops)
	case tsgo.KindCallExpression: // f.bind(…)
		if f := v.functionMethod(tsgo.SkipOuter(n.Expression()), "bind"); f != nil {
			return v.resolveCallee(f, call, hops)
		}
	case tsgo.KindArrowFunction, tsgo.KindFunctionExpression, tsgo.KindClassExpression, tsgo.KindNullKeyword:
		return resolution{kind: local}
	}
	return resolution{kind: unknown}
}

// throughLocal follows a local name that always holds what it was set to, and a
// destructured name to the property it was taken from.
func (v *Resolver) resolveLocal(symbol *tsgo.Symbol, callee, call *tsgo.Node, hops int) resolution {
	d := symbol.ValueDeclaration
	if d == nil || len(symbol.Declarations) > 1 {
		return resolution{kind: unknown}
	}
	switch d.Kind {
	case tsgo.KindVariableDeclaration:
		if d.Initializer() != nil {
			return v.resolveValue(d.Initializer(), call, hops+1)
		}
	case tsgo.KindBindingElement:
		return v.resolveDestructured(d, call, hops)
	case tsgo.KindPropertyAssignment, tsgo.KindShorthandPropertyAssignment:
		if syntax.IsExportedObject(d.Parent) || callee.Kind == tsgo.KindPropertyAccessExpression && v.isObject(callee.Expression(), d.Parent) {
			return v.resolveProperty(d, call, hops)
		}
	case tsgo.KindBinaryExpression: // exports.f = g, Class.f = g, but not this.f = g
		if left, right, ok := syntax.Assignment(d); ok && (syntax.IsExportsTarget(left) ||
			left.Kind == tsgo.KindPropertyAccessExpression && left.Expression().Kind == tsgo.KindIdentifier) {
			return v.resolveValue(right, call, hops+1)
		}
	}
	return resolution{kind: unknown}
}

func (v *Resolver) resolveDestructured(d, call *tsgo.Node, hops int) resolution {
	pattern := d.Parent
	if pattern.Kind != tsgo.KindObjectBindingPattern || d.AsBindingElement().DotDotDotToken != nil {
		return resolution{kind: unknown}
	}
	text, ok := tsgo.PropertyNameText(d.PropertyNameOrName())
	if !ok {
		return resolution{kind: unknown}
	}
	property := v.checker.GetPropertyOfType(v.checker.GetTypeAtLocation(pattern), text)
	if property == nil {
		return resolution{kind: unknown}
	}
	if again, _ := v.reassigned(property); again {
		return v.resolveVarying(property, call, hops)
	}
	r := v.symbolTargets(property)
	if p := property.ValueDeclaration; len(r.targets) == 0 && r.kind == unknown && p != nil &&
		pattern.Parent.Initializer() != nil && v.isObject(pattern.Parent.Initializer(), p.Parent) {
		return v.resolveProperty(p, call, hops)
	}
	return r
}

// property resolves what a property of an object literal is set to.
func (v *Resolver) resolveProperty(d, call *tsgo.Node, hops int) resolution {
	switch d.Kind {
	case tsgo.KindPropertyAssignment:
		return v.resolveValue(d.Initializer(), call, hops+1)
	case tsgo.KindShorthandPropertyAssignment:
		if hops < maxAliasHops {
			return v.resolveSymbol(v.checker.GetShorthandAssignmentValueSymbol(d), d.Name(), call, hops+1)
		}
	}
	return resolution{kind: unknown}
}

// holds reports that an expression is always this very object literal.
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

// varying judges a name that is set to several values: which one it holds, only
// the running program knows. A listed variable is what is called all the same.
func (v *Resolver) resolveVarying(symbol *tsgo.Symbol, call *tsgo.Node, hops int) resolution {
	r := resolution{kind: unknown, varies: true}
	_, values := v.reassigned(symbol)
	for _, d := range symbol.Declarations {
		if t, ok := v.exactTarget(d); ok {
			r.maybe = union(r.maybe, []facts.Target{t})
			if d.Kind == tsgo.KindVariableDeclaration || d.Kind == tsgo.KindPropertyDeclaration && syntax.MemberFunction(d) == nil {
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

// behind returns what a listed constant or member was set to, if that is listed
// too: who calls the one calls the other.
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

// elements returns what a list or table that is called into holds, as far as it
// is written down where it is declared.
func (v *Resolver) elementTargets(callee, call *tsgo.Node, hops int) []facts.Target {
	if callee.Kind != tsgo.KindElementAccessExpression || callee.Expression().Kind != tsgo.KindIdentifier {
		return nil
	}
	symbol := v.symbolOf(callee.Expression())
	if symbol == nil || symbol.ValueDeclaration == nil || symbol.ValueDeclaration.Kind != tsgo.KindVariableDeclaration ||
		symbol.ValueDeclaration.Initializer() == nil {
		return nil
	}
	var targets []facts.Target
	switch value := tsgo.SkipOuter(symbol.ValueDeclaration.Initializer()); value.Kind {
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

// maxAliasHops bounds how far local constants that rename something are followed.
const maxAliasHops = 5

// resolveCallee resolves the expression a call names.
func (v *Resolver) resolveCallee(callee, call *tsgo.Node, hops int) resolution {
	if all := syntax.Alternatives(callee); all != nil {
		return v.resolveAlternatives(all, call, hops)
	}
	if tsgo.IsRequireCall(callee) {
		module := v.checker.ResolveExternalModuleName(callee.Arguments()[0])
		return v.resolveSymbol(v.checker.ResolveExternalModuleSymbol(module), callee, call, hops)
	}
	name := syntax.CalleeName(callee)
	if syntax.IsComputedAccess(callee) || name.Kind != tsgo.KindIdentifier && name.Kind != tsgo.KindPrivateIdentifier && !tsgo.IsStringLiteralLike(name) {
		return resolution{kind: unknown, maybe: v.elementTargets(callee, call, hops)}
	}
	symbol := v.checker.GetSymbolAtLocation(name)
	if symbol == nil {
		r := v.resolveUntyped(callee)
		r.maybe = v.elementTargets(callee, call, hops)
		return r
	}
	return v.resolveSymbol(symbol, callee, call, hops)
}

// resolveSymbol resolves what a callee's name means to the checker.
func (v *Resolver) resolveSymbol(symbol *tsgo.Symbol, callee, call *tsgo.Node, hops int) resolution {
	if symbol == nil {
		return resolution{kind: unknown}
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
	if len(r.targets) == 0 && r.kind == unknown && hops < maxAliasHops {
		return v.resolveLocal(symbol, callee, call, hops)
	}
	r.aliased = v.aliasedTargets(symbol, call, hops)
	return r
}
