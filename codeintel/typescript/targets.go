package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// resolution is what became of a name.
type resolution struct {
	targets []facts.Target
	kind    kind
	varies  bool           // it may also be something else, even if there are targets
	maybe   []facts.Target // what else it may be, as far as that can be told
	behind  []facts.Target // what the targets, constants that name something else, stand for
	name    string         // what is called, if it is written with another name
}

// kind tells why there are no targets.
type kind int

const (
	opaque kind = iota // the checker cannot say, or only at run time
	local              // settled, but nothing that is listed: a nested function, a built-in
)

// maxAliasHops bounds how far local constants that rename something are followed.
const maxAliasHops = 5

// resolveCallee resolves the expression a call names.
func (v *visitor) resolveCallee(callee, call *tsgo.Node, hops int) resolution {
	if all := syntax.Alternatives(callee); all != nil {
		return v.anyOf(all, call, hops)
	}
	if tsgo.IsRequireCall(callee) {
		module := v.checker.ResolveExternalModuleName(callee.Arguments()[0])
		return v.resolveSymbol(v.checker.ResolveExternalModuleSymbol(module), callee, call, hops)
	}
	name := syntax.CalleeName(callee)
	if syntax.IsComputedAccess(callee) || name.Kind != tsgo.KindIdentifier && name.Kind != tsgo.KindPrivateIdentifier && !tsgo.IsStringLiteralLike(name) {
		return resolution{kind: opaque, maybe: v.elements(callee, call, hops)}
	}
	symbol := v.checker.GetSymbolAtLocation(name)
	if symbol == nil {
		r := v.untyped(callee)
		r.maybe = v.elements(callee, call, hops)
		return r
	}
	return v.resolveSymbol(symbol, callee, call, hops)
}

// resolveSymbol resolves what a callee's name means to the checker.
func (v *visitor) resolveSymbol(symbol *tsgo.Symbol, callee, call *tsgo.Node, hops int) resolution {
	if symbol == nil {
		return resolution{kind: opaque}
	}
	if symbol.Flags&tsgo.SymbolFlagsAlias != 0 {
		aliased := v.checker.SkipAlias(symbol)
		if aliased == nil || aliased == v.checker.GetUnknownSymbol() {
			return v.unknownImport(symbol, syntax.CalleeName(callee).Text(), callee)
		}
		symbol = aliased
	}
	if symbol == v.checker.GetUnknownSymbol() {
		return v.untyped(callee)
	}
	if again, _ := v.assigned(symbol); again {
		return v.varying(symbol, call, hops)
	}
	r := v.symbolTargets(symbol)
	if len(r.targets) == 0 && r.kind == opaque && hops < maxAliasHops {
		return v.throughLocal(symbol, callee, call, hops)
	}
	r.behind = v.behind(symbol, call, hops)
	return r
}

// symbolTargets returns the listed declarations a symbol stands for. Where a
// name is both value and type, the value is what can be called.
func (v *visitor) symbolTargets(symbol *tsgo.Symbol) resolution {
	all, settled := v.declared(symbol)
	if values := slices.DeleteFunc(slices.Clone(all), v.isType); len(values) > 0 {
		all = values
	}
	if len(all) > 0 {
		return resolution{targets: all}
	}
	if settled {
		return resolution{kind: local}
	}
	return resolution{kind: opaque}
}

// isType reports a target that exists in the type system only, unless a member
// of it is meant: calls through an interface end at the interface.
func (v *visitor) isType(t facts.Target) bool {
	if t.External != "" || t.Decl == facts.ModuleLevel || t.Member != "" {
		return false
	}
	d := v.Summary(t.File)
	return d != nil && (d.Decls[t.Decl].Type == "interface" || d.Decls[t.Decl].Type == "type")
}

// declared returns the distinct targets among a symbol's declarations. settled
// reports that what is left out needs no tracing.
func (v *visitor) declared(symbol *tsgo.Symbol) (targets []facts.Target, settled bool) {
	for _, d := range symbol.Declarations {
		t, k, ok := v.target(d, symbol)
		if ok && !slices.Contains(targets, t) {
			targets = append(targets, t)
		}
		settled = settled || !ok && k == local
	}
	return targets, settled
}

// exactTarget returns the listed declaration that a node is.
func (v *visitor) exactTarget(n *tsgo.Node) (facts.Target, bool) {
	f := tsgo.SourceFileOf(n)
	if f == nil || v.Summaries[f] == nil {
		return facts.Target{}, false
	}
	d := v.Summaries[f]
	if n.Kind == tsgo.KindSourceFile {
		return facts.Target{File: d.Path, Decl: facts.ModuleLevel}, true
	}
	decl, ok := d.ByNode[n]
	return facts.Target{File: d.Path, Decl: decl}, ok
}

// target returns what a declaration node stands for: itself if it is listed;
// for members of types and objects the listed declaration they belong to.
func (v *visitor) target(n *tsgo.Node, symbol *tsgo.Symbol) (facts.Target, kind, bool) {
	if n.Kind == tsgo.KindParameter && symbol.Flags&tsgo.SymbolFlagsProperty == 0 {
		return facts.Target{}, opaque, false // not the property that it declares, too
	}
	if t, ok := v.exactTarget(n); ok {
		return t, local, true
	}
	f := tsgo.SourceFileOf(n)
	if f == nil {
		return facts.Target{}, opaque, false
	}
	if v.Summaries[f] == nil {
		if v.Program.IsLibrary(f) {
			return facts.Target{}, local, false
		}
		if name := v.PackageOf(f, symbol); name != "" {
			return facts.Target{External: name, Output: v.IsBuildOutput(f)}, local, true
		}
		return facts.Target{}, opaque, false
	}
	if syntax.IsMember(n) {
		for p := n.Parent; p != nil && !tsgo.IsFunctionLike(p) && p.Kind != tsgo.KindSourceFile; p = p.Parent {
			if t, ok := v.exactTarget(p); ok {
				t.Member = symbol.Name
				return t, local, true
			}
		}
	}
	return facts.Target{}, localKind(n), false
}

// localKind tells nested functions, which need no tracing, from values whose
// content only the running program knows.
func localKind(n *tsgo.Node) kind {
	switch n.Kind {
	case tsgo.KindFunctionDeclaration, tsgo.KindClassDeclaration, tsgo.KindMethodDeclaration,
		tsgo.KindFunctionExpression, tsgo.KindArrowFunction, tsgo.KindClassExpression:
		return local
	case tsgo.KindVariableDeclaration, tsgo.KindPropertyAssignment, tsgo.KindPropertyDeclaration:
		if init := n.Initializer(); init != nil {
			if init = tsgo.SkipOuter(init); tsgo.IsFunctionExpression(init) || tsgo.IsClassLike(init) {
				return local
			}
		}
	}
	return opaque
}
