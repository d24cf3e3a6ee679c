package resolve

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// resolveImport resolves an import and records its targets.
func (v *visitor) resolveImport(i *symtable.Import) {
	at := v.Locate(v.module, i)
	f := &importRecord{Import: i}
	v.imports[i.Node] = f
	module := at.File
	targets := v.ImportTargets(v.module, i)
	for _, t := range targets {
		imp := facts.Import{To: t, Module: module, TypeOnly: i.TypeOnly, ReExportsAll: i.Name == "*"}
		if t.External == "" && t.Decl == facts.ModuleLevel {
			imp.Module = t.File
		}
		_, imp.Dynamic = i.Node.(*syntax.Call)
		imp.ExportedAs = v.exportedAs(i)
		imp.Line, imp.Column = v.module.Syntax.Position(i.Node.Pos())
		f.imports = append(f.imports, imp)
	}
	f.direct = len(f.imports)
	if len(targets) == 0 && (at.Dir == "" || i.Name != "" && i.Name != "*") {
		u := facts.Unresolved{
			From: i.Decl, Name: i.Name, Reason: facts.MissingModule, Import: true, Module: moduleName(i),
		}
		if at.File != "" || at.Dir != "" {
			u.Reason = facts.MissingName
		}
		u.Line, u.Column = v.module.Syntax.Position(i.Node.Pos())
		v.out.Unresolved = append(v.out.Unresolved, u)
	}
}

// moduleName returns the last component of the module of an import.
func moduleName(i *symtable.Import) string { return i.Module[strings.LastIndexByte(i.Module, '.')+1:] }

// exportedAs returns the name by which a star import of this file provides an imported name.
func (v *visitor) exportedAs(i *symtable.Import) []string {
	name := i.Alias
	if name == "" {
		name = i.Name
	}
	if name == "" {
		name, _, _ = strings.Cut(i.Module, ".")
	}
	if name == "*" || i.Decl != facts.ModuleLevel || !v.module.Outline.Exports.InStarImport(name) {
		return nil
	}
	if _, dynamic := i.Node.(*syntax.Call); dynamic {
		return nil
	}
	return []string{name}
}

// markUsed records that the current declaration uses an import.
func (v *visitor) markUsed(i *symtable.Import) {
	f := v.imports[i.Node]
	if f == nil || v.decl == facts.ModuleLevel || slices.Contains(f.users, v.decl) {
		return
	}
	f.users = append(f.users, v.decl)
}

// markMemberUsed records that the current declaration uses a member of an imported module.
func (v *visitor) markMemberUsed(i *symtable.Import, t facts.Target) {
	f := v.imports[i.Node]
	if f == nil || t.External != "" || t.File == v.module.Path {
		return
	}
	at := slices.IndexFunc(f.imports, func(imp facts.Import) bool { return imp.To == t })
	if at < 0 {
		imp := facts.Import{To: t, Module: v.Locate(v.module, i).File, TypeOnly: i.TypeOnly}
		if f.direct > 0 && f.imports[0].To.Decl == facts.ModuleLevel {
			imp.Module = f.imports[0].To.File
		}
		imp.Line, imp.Column = v.module.Syntax.Position(i.Node.Pos())
		at = len(f.imports)
		f.imports = append(f.imports, imp)
	}
	if imp := &f.imports[at]; at >= f.direct && v.decl != facts.ModuleLevel && !slices.Contains(imp.Users, v.decl) {
		imp.Users = append(imp.Users, v.decl)
	}
}

// finishImports appends the imports in source order.
func (v *visitor) finishImports() {
	for _, list := range [][]*symtable.Import{v.module.Imports, v.module.DynamicImports} {
		for _, i := range list {
			f := v.imports[i.Node]
			for n, imp := range f.imports {
				if n < f.direct {
					imp.Users = append(imp.Users, f.users...)
				}
				v.out.Imports = append(v.out.Imports, imp)
			}
		}
	}
}
