package python

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// importFacts is what an import became.
type importFacts struct {
	*importName
	list []facts.Import // what it leads to, then members that are used through it
	own  int            // how many of them it leads to
	user []int
}

// importStatement resolves an import.
func (v *visitor) importStatement(i *importName) {
	at := v.locate(v.module, i)
	f := &importFacts{importName: i}
	v.imports[i.node] = f
	module := at.file
	targets := v.importTargets(v.module, i)
	for _, t := range targets {
		imp := facts.Import{To: t, Module: module, TypeOnly: i.typeOnly, ReExportsAll: i.name == "*"}
		if t.External == "" && t.Decl == facts.ModuleLevel {
			imp.Module = t.File
		}
		_, imp.Dynamic = i.node.(*syntax.Call)
		imp.ExportedAs = v.exportedAs(i)
		imp.Line, imp.Column = v.module.syntax.Position(i.node.Pos())
		f.list = append(f.list, imp)
	}
	f.own = len(f.list)
	if len(targets) == 0 && at.dir == "" {
		v.out.Unresolved = append(v.out.Unresolved, facts.Unresolved{From: i.decl, Name: i.name, Import: true, Module: moduleName(i)})
	}
}

// moduleName returns the last part of the name of the module that an import is from.
func moduleName(i *importName) string { return i.module[strings.LastIndexByte(i.module, '.')+1:] }

// exportedAs returns the name by which an import * of this file gets what an import
// brings.
func (v *visitor) exportedAs(i *importName) []string {
	name := i.as
	if name == "" {
		name = i.name
	}
	if name == "" {
		name, _, _ = strings.Cut(i.module, ".")
	}
	if name == "*" || i.decl != facts.ModuleLevel || !v.module.outline.exports.byStar(name) {
		return nil
	}
	if _, dynamic := i.node.(*syntax.Call); dynamic {
		return nil
	}
	return []string{name}
}

// used notes that the current declaration uses an import.
func (v *visitor) used(i *importName) {
	f := v.imports[i.node]
	if f == nil || v.decl == facts.ModuleLevel || slices.Contains(f.user, v.decl) {
		return
	}
	f.user = append(f.user, v.decl)
}

// usedMember notes that the current declaration names by an import what a module
// declares, or imports itself.
func (v *visitor) usedMember(i *importName, t facts.Target) {
	f := v.imports[i.node]
	if f == nil || t.External != "" || t.File == v.module.path {
		return
	}
	at := slices.IndexFunc(f.list, func(imp facts.Import) bool { return imp.To == t })
	if at < 0 {
		imp := facts.Import{To: t, Module: v.locate(v.module, i).file, TypeOnly: i.typeOnly}
		if f.own > 0 && f.list[0].To.Decl == facts.ModuleLevel {
			imp.Module = f.list[0].To.File
		}
		imp.Line, imp.Column = v.module.syntax.Position(i.node.Pos())
		at = len(f.list)
		f.list = append(f.list, imp)
	}
	if imp := &f.list[at]; at >= f.own && v.decl != facts.ModuleLevel && !slices.Contains(imp.Users, v.decl) {
		imp.Users = append(imp.Users, v.decl)
	}
}

// finishImports puts the imports in order.
func (v *visitor) finishImports() {
	for _, list := range [][]*importName{v.module.imports, v.module.dynamic} {
		for _, i := range list {
			f := v.imports[i.node]
			for n, imp := range f.list {
				if n < f.own {
					imp.Users = append(imp.Users, f.user...)
				}
				v.out.Imports = append(v.out.Imports, imp)
			}
		}
	}
}
