package resolve

import (
	"cmp"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// call records what a call-like node calls.
func (v *Resolver) call(n *tsgo.Node) {
	callee := v.callee(n)
	if v.referrer != nil {
		v.skipCall(n, callee)
	}
	if callee == nil {
		return
	}
	r := v.resolveCallee(callee, n, 0)
	if len(r.targets) == 0 && r.kind == unknown {
		s := v.resolveSignature(n)
		if len(s.targets) > 0 && s.targets[0].External == "" || !r.varies && v.isSettledByType(callee) {
			r.targets, r.kind = s.targets, s.kind
		}
		r.maybe = union(r.maybe, s.maybe)
	}
	at := syntax.CalleeName(callee)
	if syntax.IsSuperCall(n) {
		at = n // not the extends clause, where the callee is named
	}
	line, column := v.position(at)
	exact := len(r.targets) > 0 && v.isExact(callee)
	open := r.varies || len(r.targets) == 0 && r.kind == unknown
	for _, t := range r.targets {
		open = open || t.Output
		v.part.Calls = append(v.part.Calls, facts.Call{From: v.decl, To: v.constructed(n, t), Line: line, Column: column, Exact: exact})
	}
	u := facts.Unresolved{From: v.decl, Name: cmp.Or(r.name, syntax.CalleeText(callee))}
	for _, t := range union(r.maybe, r.aliased) {
		u.Maybe = append(u.Maybe, v.constructed(n, t))
	}
	switch {
	case open:
		v.part.Unresolved = append(v.part.Unresolved, u)
	case len(r.aliased) > 0: // the caller's side is settled
		u.Name, u.Inbound = "", true
		v.part.Unresolved = append(v.part.Unresolved, u)
	}
}

// isExact reports a callee that reaches the member it names and nothing that
// overrides it: super.m, Class.staticMember, a private one, or one of an object
// that is itself only part of what is declared.
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

// isNested reports a member of a type or object within a declaration, which is
// none of the declaration's own.
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

// callee returns the expression a node calls, or nil when that is no call of
// anything that could be listed: an HTML tag, a function called on the spot.
func (v *Resolver) callee(n *tsgo.Node) *tsgo.Node {
	callee := tsgo.InvokedExpression(n)
	if callee == nil {
		return nil
	}
	callee = v.applied(tsgo.SkipOuter(callee))
	switch n.Kind {
	case tsgo.KindDecorator:
		if callee.Kind == tsgo.KindCallExpression {
			return nil // @decorator(…): the call speaks for itself
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

// applied returns f for f.call and f.apply, which call it all the same.
func (v *Resolver) applied(callee *tsgo.Node) *tsgo.Node {
	if f := v.functionMethod(callee, "call", "apply"); f != nil {
		return f
	}
	return callee
}

// constructed turns a class that is constructed into its constructor, if it
// declares one.
func (v *Resolver) constructed(n *tsgo.Node, t facts.Target) facts.Target {
	if t.External != "" || t.Member != "" || t.Decl == facts.ModuleLevel || n.Kind != tsgo.KindNewExpression && !syntax.IsSuperCall(n) {
		return t
	}
	if d := v.Summary(t.File); d != nil {
		if constructor, ok := d.Constructors[t.Decl]; ok {
			t.Decl = constructor
		}
	}
	return t
}

// bySignature asks the checker which declaration's signature a call has. That
// is where the type of the callee comes from: a function of the project may be
// what is called, or something else of that type.
func (v *Resolver) resolveSignature(n *tsgo.Node) resolution {
	if n.Kind == tsgo.KindDecorator || n.Kind == tsgo.KindJsxOpeningElement || n.Kind == tsgo.KindJsxSelfClosingElement {
		return resolution{kind: unknown}
	}
	signature := tsgo.OnlySignature(v.checker, n)
	if signature == nil {
		signature = v.checker.GetResolvedSignature(n)
	}
	if signature == nil || signature.Declaration() == nil {
		return resolution{kind: unknown}
	}
	// From a function value to the name it was given, but not from a function that
	// is returned to the one that returns it.
	d := signature.Declaration()
	if t, ok := v.exactTarget(d); ok {
		if v.namedByKey(n, d) {
			return resolution{targets: []facts.Target{t}}
		}
		return resolution{kind: unknown, maybe: []facts.Target{t}}
	}
	if tsgo.IsFunctionExpression(d) {
		for d = d.Parent; d.Kind == tsgo.KindParenthesizedExpression; {
			d = d.Parent
		}
		if t, ok := v.exactTarget(d); ok {
			return resolution{kind: unknown, maybe: []facts.Target{t}}
		}
	}
	return v.resolveUnlisted(signature.Declaration())
}

// namedByKey reports a call of x[key] where key is the very constant, such as a
// unique symbol, that the method d is declared with.
func (v *Resolver) namedByKey(call, d *tsgo.Node) bool {
	callee := tsgo.SkipOuter(tsgo.InvokedExpression(call))
	if callee.Kind != tsgo.KindElementAccessExpression || d.Name() == nil || d.Name().Kind != tsgo.KindComputedPropertyName {
		return false
	}
	key := v.symbolOf(syntax.CalleeName(syntax.CalleeName(callee)))
	return key != nil && key == v.symbolOf(syntax.CalleeName(d.Name().Expression()))
}

// settledByType reports a callee that a type from outside the project says
// enough of: the resolve of a promise, what a package's function returned. A
// name that the project itself gave a type or a default may hold what it likes.
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

// elsewhere judges a signature that belongs to no listed declaration: one of
// a library is settled, one in the project is a value that cannot be traced.
func (v *Resolver) resolveUnlisted(declaration *tsgo.Node) resolution {
	f := tsgo.SourceFileOf(declaration)
	if f == nil || v.Summaries[f] != nil {
		return resolution{kind: unknown}
	}
	if v.Program.IsLibrary(f) {
		return resolution{kind: local}
	}
	if name := v.PackageOf(f, nil); name != "" {
		return resolution{targets: []facts.Target{{External: name, Output: v.IsBuildOutput(f)}}}
	}
	return resolution{kind: unknown}
}
