package resolve

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// importStatements records the imports and re-exports of all top-level statements,
// before the walk reaches the imported names.
func (v *Resolver) importStatements() {
	v.exported = syntax.ReexportedLocals(v.source)
	for _, n := range v.source.Statements.Nodes {
		if n.Flags&tsgo.NodeFlagsReparsed != 0 {
			continue
		}
		switch n.Kind {
		case tsgo.KindImportDeclaration, tsgo.KindJSImportDeclaration:
			v.importDeclaration(n)
		case tsgo.KindExportDeclaration:
			if n.ModuleSpecifier() != nil {
				v.exportFrom(n)
			}
		case tsgo.KindImportEqualsDeclaration:
			if ref := n.AsImportEqualsDeclaration().ModuleReference; ref.Kind == tsgo.KindExternalModuleReference {
				if m, ok := v.module(ref.Expression(), n.Name().Text()); ok {
					v.bind(m, n.Name(), n.IsTypeOnly())
				}
			}
		case tsgo.KindVariableStatement:
			v.requireStatement(n)
		}
	}
}

// importDeclaration records an import declaration.
func (v *Resolver) importDeclaration(n *tsgo.Node) {
	clause := n.ImportClause()
	names, typeOnly := syntax.ImportedNames(clause), clause != nil && clause.IsTypeOnly()
	m, ok := v.module(n.ModuleSpecifier(), texts(names)...)
	if !ok {
		return
	}
	if len(names) == 0 {
		v.addImport(facts.Import{To: m.target(), Module: m.file, TypeOnly: typeOnly}, n)
		return
	}
	for _, name := range names {
		v.bind(m, name, typeOnly || tsgo.IsTypeOnlyImportOrExport(name.Parent))
	}
}

// exportFrom records `export … from "…"`.
func (v *Resolver) exportFrom(n *tsgo.Node) {
	clause, typeOnly := n.AsExportDeclaration().ExportClause, n.IsTypeOnly()
	var names []*tsgo.Node
	if clause != nil && clause.Kind == tsgo.KindNamedExports {
		for _, e := range clause.Elements() {
			names = append(names, e.Name())
		}
	}
	m, ok := v.module(n.ModuleSpecifier(), texts(names)...)
	switch {
	case !ok:
	case len(names) == 0 || m.file == "":
		i := facts.Import{To: m.target(), Module: m.file, TypeOnly: typeOnly, ReExportsAll: clause == nil}
		if clause != nil && clause.Kind == tsgo.KindNamespaceExport {
			i.ExportedAs = []string{clause.Name().Text()}
		}
		v.addImport(i, n)
	default:
		for _, name := range names {
			only := typeOnly || name.Parent.IsTypeOnly()
			for _, t := range v.importTargets(m, v.checker.GetSymbolAtLocation(name), name) {
				v.addImport(facts.Import{
					To: t, Module: m.file, TypeOnly: only, ExportedAs: []string{name.Text()},
				}, name)
			}
		}
	}
}

// requireStatement records `const a = require("…")` and `const { b } = require("…")`.
func (v *Resolver) requireStatement(n *tsgo.Node) {
	for _, d := range n.AsVariableStatement().DeclarationList.AsVariableDeclarationList().Declarations.Nodes {
		if d.Initializer() == nil || !tsgo.IsRequireCall(d.Initializer()) {
			continue
		}
		names := syntax.BoundNames(d.Name())
		m, ok := v.module(d.Initializer().Arguments()[0], texts(names)...)
		if ok {
			for _, name := range names {
				v.bind(m, name, false)
			}
			if len(names) == 0 {
				v.addImport(facts.Import{To: m.target(), Module: m.file}, d)
			}
		}
		v.requires[d.Initializer()] = true
	}
}

// importCall records `import("…")` and `require("…")` in expressions.
func (v *Resolver) importCall(n *tsgo.Node) {
	if v.requires[n] {
		return
	}
	args := n.Arguments()
	if len(args) == 0 || !tsgo.IsStringLiteralLike(args[0]) {
		// import(expression) can resolve to any module.
		v.unresolved(n, facts.Unresolved{Name: "*", Reason: facts.ComputedName, Import: true})
		return
	}
	m, ok := v.module(args[0])
	if !ok {
		return
	}
	if tsgo.IsImportCall(n) && m.file != "" && syntax.IsPassed(n) { // lazy(() => import("…"))
		if symbol := v.checker.ResolveExternalModuleName(args[0]); symbol != nil {
			v.passedOn(n, v.skipAlias(symbol.Exports[syntax.DefaultExport]))
		}
	}
	for _, t := range v.requiredTargets(m, n) {
		v.importInside(facts.Import{To: t, Module: m.file, Dynamic: true}, n)
	}
}

// requiredTargets returns the targets of require("…"): the declaration assigned to the
// module's exports, otherwise the module.
func (v *Resolver) requiredTargets(m module, n *tsgo.Node) []facts.Target {
	if m.file != "" && tsgo.IsRequireCall(n) {
		if symbol := v.checker.ResolveExternalModuleName(n.Arguments()[0]); symbol != nil {
			if targets := v.namespaceMember(v.checker.ResolveExternalModuleSymbol(symbol)); len(targets) > 0 {
				return targets
			}
		}
	}
	return []facts.Target{m.target()}
}

// importType records `import("…").Name` in a type.
func (v *Resolver) importType(n *tsgo.Node) {
	t := n.AsImportTypeNode()
	if t.Argument == nil || t.Argument.Kind != tsgo.KindLiteralType {
		return
	}
	literal := t.Argument.AsLiteralTypeNode().Literal
	if !tsgo.IsStringLiteralLike(literal) {
		return
	}
	m, ok := v.module(literal)
	if !ok {
		return
	}
	targets := []facts.Target{m.target()}
	if name := t.Qualifier; name != nil && m.file != "" {
		for name.Kind == tsgo.KindQualifiedName {
			name = name.AsQualifiedName().Left
		}
		if symbol := v.checker.GetSymbolAtLocation(name); symbol != nil {
			if members := v.namespaceMember(symbol); len(members) > 0 {
				targets = members
			}
		}
	}
	for _, to := range targets {
		v.importInside(facts.Import{To: to, Module: m.file, TypeOnly: true}, n)
	}
}

// importInside records an import in an expression or type, which the current
// declaration uses.
func (v *Resolver) importInside(i facts.Import, at *tsgo.Node) {
	i.Line, i.Column = v.position(at)
	if v.decl != facts.ModuleLevel {
		i.Users = []int{v.decl}
	}
	v.part.uses = append(v.part.uses, usage{inside: &i})
}

// module resolves a specifier. If that fails, ok is false and the imported names are
// recorded as unresolved.
func (v *Resolver) module(specifier *tsgo.Node, names ...string) (module, bool) {
	if specifier == nil || !tsgo.IsStringLiteralLike(specifier) {
		return module{}, false
	}
	m := module{specifier: specifier.Text()}
	if abs, ok := v.Program.ResolvedModule(v.source, specifier); ok {
		if rel, inside := v.FS.Relative(abs); inside && v.Project.Analysed[rel] {
			m.file = rel
		} else {
			m.external = m.specifier
			if inside && program.IsOutput(rel) {
				v.unresolvedImports(specifier, names)
			}
		}
		return m, true
	}
	if v.isExternal(m.specifier) || v.isAsset(m.specifier) {
		m.external = m.specifier
		return m, true
	}
	v.unresolvedImports(specifier, names)
	return m, false
}
