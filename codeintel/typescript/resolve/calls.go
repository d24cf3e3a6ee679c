package resolve

import (
	"cmp"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// call records the targets of a call, a construction, a decorator, a tagged template or
// a JSX element.
func (v *Resolver) call(n *tsgo.Node) {
	callee := v.callee(n)
	if v.referrer != nil {
		v.skipCall(n, callee)
	}
	if callee == nil {
		return
	}
	r := v.resolveCallee(callee, n, 0)
	if len(r.targets) == 0 && r.outcome == unknown {
		s := v.resolveSignature(n)
		if len(s.targets) > 0 && s.targets[0].External == "" || !r.varies && v.isSettledByType(callee) {
			r.targets, r.outcome = s.targets, s.outcome
		}
		r.maybe = union(r.maybe, s.maybe)
	}
	at := syntax.CalleeName(callee)
	if syntax.IsSuperCall(n) {
		at = n // not the position of the callee's name in the extends clause
	}
	line, column := v.position(at)
	exact := len(r.targets) > 0 && v.isExact(callee)
	open := r.varies || len(r.targets) == 0 && r.outcome == unknown
	for _, t := range r.targets {
		open = open || t.Output
		v.part.Calls = append(v.part.Calls, facts.Call{
			From: v.decl, To: v.constructed(n, t), Line: line, Column: column,
			Exact: exact,
		})
	}
	u := facts.Unresolved{Name: cmp.Or(r.name, syntax.CalleeText(callee))}
	for _, t := range union(r.maybe, r.aliased) {
		u.Maybe = append(u.Maybe, v.constructed(n, t))
	}
	switch {
	case len(u.Maybe) > 0 || len(r.targets) > 0:
		u.Reason = facts.SeveralValues
	case syntax.IsComputedAccess(callee):
		u.Reason = facts.ComputedName
	}
	switch {
	case open:
		v.unresolved(at, u)
	case len(r.aliased) > 0: // a target can be an alias (const f = g): the call then also calls g
		u.Name, u.Inbound = "", true
		v.unresolved(at, u)
	}
}

// isExact reports whether a call reaches the named member and never an override of it:
// super.m, Class.staticMember, a private member, or a member of an object literal
// inside a declaration.
func (v *Resolver) isExact(callee *tsgo.Node) bool {
	if all := syntax.Alternatives(callee); all != nil {
		return !slices.ContainsFunc(all, func(n *tsgo.Node) bool {
			n = tsgo.SkipOuter(n)
			return n.Kind != tsgo.KindIdentifier && !v.isExact(n)
		})
	}
	if callee.Kind != tsgo.KindPropertyAccessExpression && callee.Kind != tsgo.KindElementAccessExpression {
		return false
	}
	object := tsgo.SkipOuter(callee.Expression())
	if syntax.CalleeName(callee).Kind == tsgo.KindPrivateIdentifier || object.Kind == tsgo.KindSuperKeyword {
		return true
	}
	member := v.symbolOf(syntax.CalleeName(callee))
	if member == nil || member.ValueDeclaration == nil {
		return false
	}
	d := member.ValueDeclaration
	switch flags := d.ModifierFlags(); {
	case flags&tsgo.ModifierFlagsPrivate != 0:
		return true
	case flags&tsgo.ModifierFlagsStatic == 0:
		return v.isNested(d)
	case object.Kind != tsgo.KindIdentifier && object.Kind != tsgo.KindPropertyAccessExpression:
		return false
	}
	class := v.symbolOf(syntax.CalleeName(object))
	return class != nil && class.Flags&tsgo.SymbolFlagsClass != 0
}

// isNested reports whether d is a member of a type or object inside a declaration, but
// not a member of that declaration.
func (v *Resolver) isNested(d *tsgo.Node) bool {
	if _, listed := v.exactTarget(d); listed || !syntax.IsMember(d) {
		return false
	}
	p := d.Parent
	if _, own := v.exactTarget(p); own {
		return false
	}
	for p = p.Parent; p != nil && !syntax.IsMember(p) && !tsgo.IsFunctionLike(p); p = p.Parent {
		if _, own := v.exactTarget(p); own {
			return false
		}
	}
	return true
}

// callee returns the expression that a node calls, or nil if the node cannot call a
// listed declaration, such as an HTML tag or an immediately invoked function.
func (v *Resolver) callee(n *tsgo.Node) *tsgo.Node {
	callee := tsgo.InvokedExpression(n)
	if callee == nil {
		return nil
	}
	callee = v.applied(tsgo.SkipOuter(callee))
	switch n.Kind {
	case tsgo.KindDecorator:
		if callee.Kind == tsgo.KindCallExpression {
			return nil // @decorator(…): the call expression is recorded instead
		}
	case tsgo.KindJsxOpeningElement, tsgo.KindJsxSelfClosingElement:
		if callee.Kind == tsgo.KindJsxNamespacedName || syntax.IsIntrinsicTag(callee) {
			return nil
		}
	}
	switch {
	case callee.Kind == tsgo.KindSuperKeyword:
		return syntax.BaseClass(callee)
	case tsgo.IsFunctionExpression(callee), tsgo.IsClassLike(callee):
		return nil
	}
	return callee
}

// applied returns f for f.call and f.apply, otherwise the callee itself.
func (v *Resolver) applied(callee *tsgo.Node) *tsgo.Node {
	if f := v.functionMethod(callee, "call", "apply"); f != nil {
		return f
	}
	return callee
}

// constructed replaces a constructed class by its constructor, if it declares one.
func (v *Resolver) constructed(n *tsgo.Node, t facts.Target) facts.Target {
	if t.External != "" || t.Member != "" || t.Decl == facts.ModuleLevel ||
		n.Kind != tsgo.KindNewExpression && !syntax.IsSuperCall(n) {
		return t
	}
	if d := v.Summary(t.File); d != nil {
		if constructor, ok := d.Constructors[t.Decl]; ok {
			t.Decl = constructor
		}
	}
	return t
}

// resolveSignature resolves a call to the declaration of its signature. The declaration
// determines the type of the callee: it can be the target, but so can any other
// function of that type.
func (v *Resolver) resolveSignature(n *tsgo.Node) resolution {
	switch n.Kind {
	case tsgo.KindDecorator, tsgo.KindJsxOpeningElement, tsgo.KindJsxSelfClosingElement:
		return resolution{outcome: unknown}
	}
	signature := tsgo.OnlySignature(v.checker, n)
	if signature == nil {
		signature = v.checker.GetResolvedSignature(n)
	}
	if signature == nil || signature.Declaration() == nil {
		return resolution{outcome: unknown}
	}
	// A function value resolves to the name it was given, but a returned function
	// does not resolve to the function that returns it.
	d := signature.Declaration()
	if t, ok := v.exactTarget(d); ok {
		if v.namedByKey(n, d) {
			return resolution{targets: []facts.Target{t}}
		}
		return resolution{outcome: unknown, maybe: []facts.Target{t}}
	}
	if tsgo.IsFunctionExpression(d) {
		for d = d.Parent; d.Kind == tsgo.KindParenthesizedExpression; {
			d = d.Parent
		}
		if t, ok := v.exactTarget(d); ok {
			return resolution{outcome: unknown, maybe: []facts.Target{t}}
		}
	}
	return v.resolveUnlisted(signature.Declaration())
}

// namedByKey reports whether a call of x[key] uses the same constant, such as a unique
// symbol, that names the method d.
func (v *Resolver) namedByKey(call, d *tsgo.Node) bool {
	callee := tsgo.SkipOuter(tsgo.InvokedExpression(call))
	if callee.Kind != tsgo.KindElementAccessExpression || d.Name() == nil ||
		d.Name().Kind != tsgo.KindComputedPropertyName {
		return false
	}
	key := v.symbolOf(syntax.CalleeName(syntax.CalleeName(callee)))
	return key != nil && key == v.symbolOf(syntax.CalleeName(d.Name().Expression()))
}

// isSettledByType reports whether the callee gets its value from outside the project, such
// as the resolve function of a promise or a function that a package's function returned. A
// name to which the project gave a type or a default value can hold anything.
func (v *Resolver) isSettledByType(callee *tsgo.Node) bool {
	if callee.Kind == tsgo.KindElementAccessExpression {
		return false
	}
	symbol := v.symbolOf(syntax.CalleeName(callee))
	if symbol == nil || symbol.ValueDeclaration == nil {
		return true
	}
	d := symbol.ValueDeclaration
	if root := syntax.DestructuringRoot(d); root.Kind == tsgo.KindParameter {
		return root.Type() == nil && root.Initializer() == nil && d.Initializer() == nil
	}
	switch d.Kind {
	case tsgo.KindVariableDeclaration, tsgo.KindPropertyDeclaration, tsgo.KindPropertySignature:
		return d.Type() == nil
	}
	return true
}

// resolveUnlisted resolves a signature that belongs to no listed declaration. A library
// signature is settled; one in the project belongs to a value that cannot be traced.
func (v *Resolver) resolveUnlisted(declaration *tsgo.Node) resolution {
	f := tsgo.SourceFileOf(declaration)
	if f == nil || v.Summaries[f] != nil {
		return resolution{outcome: unknown}
	}
	if v.Program.IsLibrary(f) {
		return resolution{outcome: local}
	}
	if name := v.PackageOf(f, nil); name != "" {
		return resolution{targets: []facts.Target{{External: name, Output: v.IsBuildOutput(f)}}}
	}
	return resolution{outcome: unknown}
}
