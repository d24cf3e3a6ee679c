package resolve

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// packageName returns the package name that an expression consists of, or nil.
func (v *visitor) packageName(e ast.Expr) *types.PkgName {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	name, _ := v.info.Uses[id].(*types.PkgName)
	return name
}

// declared returns the declarations of an object in the project, including those of the same
// name for other platforms. own reports whether the object belongs to the project.
func (v *visitor) declared(obj types.Object) (targets []facts.Target, own bool) {
	t := v.treeOf(obj.Pos())
	if t == nil {
		return nil, false
	}
	i, ok := t.DeclAt[obj.Pos()]
	if !ok {
		return nil, true
	}
	targets = []facts.Target{{File: t.Path, Decl: i}}
	return append(targets, v.onOtherPlatforms(t.Path, &t.Decls[i])...), true
}

// onOtherPlatforms returns the declarations of the same name and element type in other files of
// the package: files that the current build excludes, but that are built for another platform
// together with the file of the visitor.
func (v *visitor) onOtherPlatforms(path string, d *facts.Decl) []facts.Target {
	f := v.Files[path]
	if f == nil || f.Standalone || !d.TopLevel && d.Type == facts.Function || d.Name == "init" || d.Name == "main" {
		return nil
	}
	var targets []facts.Target
	for _, g := range v.Folders[f.Dir].Files {
		if g == f || g.Standalone || g.Broken || g.Name != f.Name || g.IsTest != f.IsTest ||
			g.Condition.Matches(v.job.View.Platform) || !v.file.Condition.Matches(g.Platform) {
			continue
		}
		same := func(o facts.Decl) bool { return o.Name == d.Name && o.Type == d.Type }
		if i := slices.IndexFunc(g.Decls, same); i >= 0 {
			targets = append(targets, facts.Target{File: g.Path, Decl: i})
		}
	}
	return targets
}
