package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// symbolTargets returns the listed declarations of a symbol. If a name is both a value
// and a type, only the value can be called.
func (v *Resolver) symbolTargets(symbol *tsgo.Symbol) resolution {
	all, settled := v.declared(symbol)
	if values := slices.DeleteFunc(slices.Clone(all), v.isType); len(values) > 0 {
		all = values
	}
	if len(all) > 0 {
		return resolution{targets: all}
	}
	if settled {
		return resolution{outcome: local}
	}
	return resolution{outcome: unknown}
}

// isType reports whether a target exists in the type system only. A member of a type is
// not a type: calls through an interface end at the interface.
func (v *Resolver) isType(t facts.Target) bool {
	if t.External != "" || t.Decl == facts.ModuleLevel || t.Member != "" {
		return false
	}
	d := v.Summary(t.File)
	return d != nil && (d.Decls[t.Decl].Type == "interface" || d.Decls[t.Decl].Type == "type")
}

// declared returns the distinct targets among the declarations of a symbol. settled
// reports that a declaration without a target is local, so that its value need not be traced.
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

// exactTarget returns the listed declaration of a node. ok is false if the node itself
// is not listed.
func (v *Resolver) exactTarget(n *tsgo.Node) (t facts.Target, ok bool) {
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

// target returns the listed declaration of a node: the node itself, or the declaration
// that contains it if it is a member of a type or object.
func (v *Resolver) target(n *tsgo.Node, symbol *tsgo.Symbol) (facts.Target, outcome, bool) {
	if n.Kind == tsgo.KindParameter && symbol.Flags&tsgo.SymbolFlagsProperty == 0 {
		return facts.Target{}, unknown, false // the parameter, not the property that it also declares
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
	return facts.Target{}, outcomeOf(n), false
}

// outcomeOf distinguishes nested functions, which need no tracing, from values that are
// known only at run time.
func outcomeOf(n *tsgo.Node) outcome {
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

// exportedValue returns the symbol that a property of
// module.exports = { f, g: h } names as its value, here f or h. It returns other symbols unchanged.
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
