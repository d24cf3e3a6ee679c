package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// bind records an imported name.
func (v *Resolver) bind(m module, name *tsgo.Node, typeOnly bool) {
	b := &binding{
		symbol: v.checker.GetSymbolAtLocation(name), module: m, external: m.external, typeOnly: typeOnly,
		at: name,
	}
	b.line, b.column = v.position(name)
	v.bindings[name.Text()] = b
	if m.file == "" {
		b.imports = []int{v.externalImport(m, name, typeOnly)}
		return
	}
	for _, t := range v.importTargets(m, b.symbol, name) {
		b.imports = append(b.imports, v.addImport(facts.Import{
			To: t, Module: m.file, TypeOnly: typeOnly,
			ExportedAs: v.exportedAs[name.Text()],
		}, name))
		if t.Decl == facts.ModuleLevel {
			b.members = map[string][]facts.Target{}
		}
	}
}

// externalImport records one import per statement for names from outside of the
// project, whose declarations are not listed.
func (v *Resolver) externalImport(m module, name *tsgo.Node, typeOnly bool) int {
	statement := name
	for statement.Parent != nil && statement.Parent.Kind != tsgo.KindSourceFile {
		statement = statement.Parent
	}
	if i, ok := v.externals[statement]; ok {
		v.head.imports[i].TypeOnly = v.head.imports[i].TypeOnly && typeOnly
		return i
	}
	i := v.addImport(facts.Import{To: m.target(), TypeOnly: typeOnly}, statement)
	v.externals[statement] = i
	return i
}

// importTargets follows an imported or re-exported name through all re-exports to its
// declarations. The result is the module if no listed declaration is found.
func (v *Resolver) importTargets(m module, symbol *tsgo.Symbol, name *tsgo.Node) []facts.Target {
	whole := []facts.Target{m.target()}
	if symbol == nil || symbol.Flags&tsgo.SymbolFlagsAlias == 0 {
		return whole
	}
	resolved := v.checker.SkipAlias(symbol)
	if resolved == nil || resolved == v.checker.GetUnknownSymbol() {
		v.unresolved(name, facts.Unresolved{
			Name: texts([]*tsgo.Node{name})[0], Reason: facts.MissingName, Import: true,
			Module: syntax.ModuleName(m.specifier),
		})
		return whole
	}
	all, _ := v.declared(v.exportedValue(resolved))
	inside := slices.DeleteFunc(all, func(t facts.Target) bool { return t.External != "" })
	if len(inside) == 0 {
		return whole
	}
	return inside
}

// identifier records that the current declaration uses an imported name.
func (v *Resolver) identifier(n *tsgo.Node) {
	b := v.bindings[n.Text()]
	if b == nil || b.at == n || !isReference(n) {
		return
	}
	if b.members != nil {
		if member := syntax.AccessedMember(n); member != nil {
			v.useMember(b, n, member)
			return
		}
	}
	u := use{local: n.Text(), from: v.decl}
	if v.decl == facts.ModuleLevel || v.used[u] || !v.refersTo(n, b) {
		return
	}
	v.used[u] = true
	v.part.uses = append(v.part.uses, usage{use: u})
}

// useMember records the use of one member of a namespace: ns.member, or ns.inner.member
// where ns re-exports the namespace inner.
func (v *Resolver) useMember(b *binding, n, member *tsgo.Node) {
	path := member.Text()
	for at := member.Parent; ; at, path = at.Parent, path+"."+member.Text() { // follow nested namespaces
		next := syntax.AccessedMember(at)
		if next == nil || !v.isModule(member) {
			break
		}
		member = next
	}
	u := use{local: n.Text(), path: path, from: v.decl}
	if v.used[u] || !v.refersTo(n, b) {
		return // recorded before, or a local name shadows the import
	}
	targets, known := b.members[path]
	if !known {
		targets = v.namespaceMember(v.checker.GetSymbolAtLocation(member))
		b.members[path] = targets
	}
	v.used[u] = true
	v.part.uses = append(v.part.uses, usage{use: u, targets: targets})
}

// isModule reports whether a name refers to a whole file of the project.
func (v *Resolver) isModule(name *tsgo.Node) bool {
	symbol := v.symbolOf(name)
	if symbol == nil || symbol.Flags&tsgo.SymbolFlagsModule == 0 {
		return false
	}
	all, _ := v.declared(symbol)
	return slices.ContainsFunc(all, func(t facts.Target) bool {
		return t.External == "" && t.Decl == facts.ModuleLevel
	})
}

// namespaceMember returns the declarations that a member of a namespace resolves to.
func (v *Resolver) namespaceMember(symbol *tsgo.Symbol) []facts.Target {
	if symbol != nil && symbol.Flags&tsgo.SymbolFlagsAlias != 0 {
		symbol = v.checker.SkipAlias(symbol)
	}
	if symbol == nil {
		return nil
	}
	all, _ := v.declared(symbol)
	return slices.DeleteFunc(all, func(t facts.Target) bool { return t.External != "" || t.Decl == facts.ModuleLevel })
}

// isReference reports whether an identifier refers to a declaration instead of
// declaring a name or a label.
func isReference(n *tsgo.Node) bool {
	p := n.Parent
	switch p.Kind {
	case tsgo.KindPropertyAccessExpression:
		return p.Expression() == n
	case tsgo.KindQualifiedName:
		return p.AsQualifiedName().Left == n
	case tsgo.KindImportSpecifier, tsgo.KindImportClause, tsgo.KindNamespaceImport, tsgo.KindExportSpecifier,
		tsgo.KindImportEqualsDeclaration:
		return false
	case tsgo.KindShorthandPropertyAssignment:
		return true
	case tsgo.KindBindingElement:
		return p.Initializer() == n
	case tsgo.KindPropertyAssignment:
		return p.Initializer() == n
	}
	return !tsgo.IsDeclarationName(n)
}
