package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// resolution is what became of a name.
type resolution struct {
	targets []Target
	kind    kind
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
	name := nameOf(callee)
	if name.Kind != tsgo.KindIdentifier && name.Kind != tsgo.KindPrivateIdentifier && !tsgo.IsStringLiteralLike(name) {
		return resolution{kind: opaque}
	}
	symbol := v.checker.GetSymbolAtLocation(name)
	if symbol == nil {
		return v.untyped(callee)
	}
	if symbol.Flags&tsgo.SymbolFlagsAlias != 0 {
		aliased := v.checker.SkipAlias(symbol)
		if aliased == nil || aliased == v.checker.GetUnknownSymbol() {
			return v.unknownImport(symbol, name.Text(), callee)
		}
		symbol = aliased
	}
	if symbol == v.checker.GetUnknownSymbol() {
		return v.untyped(callee)
	}
	r := v.symbolTargets(symbol)
	if len(r.targets) == 0 && r.kind == opaque && hops < maxAliasHops {
		return v.throughLocal(symbol, call, hops)
	}
	return r
}

// throughLocal follows a local constant to what it was set to, and a
// destructured name to the property it was taken from.
func (v *visitor) throughLocal(symbol *tsgo.Symbol, call *tsgo.Node, hops int) resolution {
	d := symbol.ValueDeclaration
	if d == nil {
		return resolution{kind: opaque}
	}
	switch d.Kind {
	case tsgo.KindVariableDeclaration:
		if init := d.Initializer(); init != nil && tsgo.IsVarConst(d.Parent) {
			switch init = tsgo.SkipOuter(init); init.Kind {
			case tsgo.KindIdentifier, tsgo.KindPropertyAccessExpression:
				return v.resolveCallee(init, call, hops+1)
			case tsgo.KindCallExpression: // const g = f.bind(…)
				if f := v.functionMethod(tsgo.SkipOuter(init.Expression()), "bind"); f != nil {
					return v.resolveCallee(f, call, hops+1)
				}
			}
		}
	case tsgo.KindBindingElement:
		pattern := d.Parent
		if pattern.Kind != tsgo.KindObjectBindingPattern || d.AsBindingElement().DotDotDotToken != nil {
			break
		}
		text, ok := tsgo.PropertyNameText(d.PropertyNameOrName())
		if !ok {
			break
		}
		if property := v.checker.GetPropertyOfType(v.checker.GetTypeAtLocation(pattern), text); property != nil {
			return v.symbolTargets(property)
		}
	}
	return resolution{kind: opaque}
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
func (v *visitor) isType(t Target) bool {
	if t.External != "" || t.Decl == ModuleLevel || t.Member != "" {
		return false
	}
	d := v.declarationsAt(t.File)
	return d != nil && (d.decls[t.Decl].Type == "interface" || d.decls[t.Decl].Type == "type")
}

// declared returns the distinct targets among a symbol's declarations. settled
// reports that what is left out needs no tracing.
func (v *visitor) declared(symbol *tsgo.Symbol) (targets []Target, settled bool) {
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
func (v *visitor) exactTarget(n *tsgo.Node) (Target, bool) {
	f := tsgo.SourceFileOf(n)
	if f == nil || v.outlines[f] == nil {
		return Target{}, false
	}
	d := v.outlines[f]
	if n.Kind == tsgo.KindSourceFile {
		return Target{File: d.path, Decl: ModuleLevel}, true
	}
	decl, ok := d.byNode[n]
	return Target{File: d.path, Decl: decl}, ok
}

// target returns what a declaration node stands for: itself if it is listed;
// for members of types and objects the listed declaration they belong to.
func (v *visitor) target(n *tsgo.Node, symbol *tsgo.Symbol) (Target, kind, bool) {
	if t, ok := v.exactTarget(n); ok {
		return t, local, true
	}
	f := tsgo.SourceFileOf(n)
	if f == nil {
		return Target{}, opaque, false
	}
	if v.outlines[f] == nil {
		if v.program.IsLibrary(f) {
			return Target{}, local, false
		}
		if name := v.packageOf(f, symbol); name != "" {
			return Target{External: name, Output: v.inOutput(f)}, local, true
		}
		return Target{}, opaque, false
	}
	if isMember(n) {
		for p := n.Parent; p != nil && !tsgo.IsFunctionLike(p) && p.Kind != tsgo.KindSourceFile; p = p.Parent {
			if t, ok := v.exactTarget(p); ok {
				t.Member = symbol.Name
				return t, local, true
			}
		}
	}
	return Target{}, localKind(n), false
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

func isMember(n *tsgo.Node) bool {
	switch n.Kind {
	case tsgo.KindPropertySignature, tsgo.KindMethodSignature, tsgo.KindPropertyDeclaration, tsgo.KindMethodDeclaration,
		tsgo.KindPropertyAssignment, tsgo.KindShorthandPropertyAssignment, tsgo.KindGetAccessor, tsgo.KindSetAccessor,
		tsgo.KindEnumMember:
		return true
	}
	return false
}
