package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// symbolTargets returns the listed declarations a symbol stands for. Where a
// name is both value and type, the value is what can be called.
func (v *Resolver) symbolTargets(symbol *tsgo.Symbol) resolution {
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
	return resolution{kind: unknown}
}

// isType reports a target that exists in the type system only, unless a member
// of it is meant: calls through an interface end at the interface.
func (v *Resolver) isType(t facts.Target) bool {
	if t.External != "" || t.Decl == facts.ModuleLevel || t.Member != "" {
		return false
	}
	d := v.Summary(t.File)
	return d != nil && (d.Decls[t.Decl].Type == "interface" || d.Decls[t.Decl].Type == "type")
}

// declared returns the distinct targets among a symbol's declarations. settled
// reports that what is left out needs no tracing.
func (v *Resolver) declared(symbol *tsgo.Symbol) (targets []facts.Target, settled bool) {
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
func (v *Resolver) exactTarget(n *tsgo.Node) (facts.Target, bool) {
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
func (v *Resolver) target(n *tsgo.Node, symbol *tsgo.Symbol) (facts.Target, kind, bool) {
	if n.Kind == tsgo.KindParameter && symbol.Flags&tsgo.SymbolFlagsProperty == 0 {
		return facts.Target{}, unknown, false // not the property that it declares, too
	}
	if t, ok := v.exactTarget(n); ok {
		return t, local, true
	}
	f := tsgo.SourceFileOf(n)
	if f == nil {
		return facts.Target{}, unknown, false
	}
	if v.Summaries[f] == nil {
		if v.Program.IsLibrary(f) {
			return facts.Target{}, local, false
		}
		if name := v.PackageOf(f, symbol); name != "" {
			return facts.Target{External: name, Output: v.IsBuildOutput(f)}, local, true
		}
		return facts.Target{}, unknown, false
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
	return unknown
}

// exportedValue returns what a property of module.exports = { … } is set to by name,
// unless it is listed itself, and any other symbol as it is.
func (v *Resolver) exportedValue(symbol *tsgo.Symbol) *tsgo.Symbol {
	d := symbol.ValueDeclaration
	if d == nil || !syntax.IsExportedObject(d.Parent) {
		return symbol
	}
	var value *tsgo.Symbol
	switch d.Kind {
	case tsgo.KindShorthandPropertyAssignment:
		value = v.skipAlias(v.checker.GetShorthandAssignmentValueSymbol(d))
	case tsgo.KindPropertyAssignment:
		if init := tsgo.SkipOuter(d.Initializer()); init.Kind == tsgo.KindIdentifier {
			value = v.symbolOf(init)
		}
	}
	if value == nil {
		return symbol
	}
	return value
}
