package resolve

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// assignmentsOf returns the values of a local variable, or nil for parameters and similar
// variables.
func (v *visitor) assignmentsOf(obj types.Object) *assignments {
	if v.values == nil {
		v.values = v.collectAssignments()
	}
	return v.values[obj]
}

// collectAssignments returns the values assigned to each local variable of the file.
func (v *visitor) collectAssignments() map[types.Object]*assignments {
	all := map[types.Object]*assignments{}
	set := func(name ast.Expr, value ast.Expr) {
		id, ok := ast.Unparen(name).(*ast.Ident)
		if !ok {
			return
		}
		obj := v.info.ObjectOf(id)
		if obj == nil {
			return
		}
		h := all[obj]
		if h == nil {
			h = &assignments{}
			all[obj] = h
		}
		if value == nil {
			h.unknown = true
		} else {
			h.values = append(h.values, value)
		}
	}
	ast.Inspect(v.tree.AST, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
					set(left, n.Rhs[i])
				} else {
					set(left, nil)
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				switch {
				case len(n.Values) == len(n.Names):
					set(name, n.Values[i])
				case len(n.Values) > 0:
					set(name, nil)
				case v.info.Defs[name] != nil && all[v.info.Defs[name]] == nil:
					all[v.info.Defs[name]] = &assignments{} // nil until it is assigned
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if e != nil {
					set(e, nil)
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				set(n.X, nil)
			}
		}
		return true
	})
	return all
}

// variable resolves a call of a variable.
func (v *visitor) variable(obj *types.Var, hops int) resolution {
	if obj.IsField() {
		return resolution{}
	}
	if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
		return v.packageVariable(obj, hops)
	}
	h := v.assignmentsOf(obj)
	if i, ok := v.tree.DeclAt[obj.Pos()]; ok { // a declared local function
		varies := h == nil || h.unknown || len(h.values) > 1
		return resolution{targets: []facts.Target{{File: v.tree.Path, Decl: i}}, uncertain: varies}
	}
	switch {
	case h == nil: // a parameter
		return resolution{}
	case len(h.values) == 0 && !h.unknown:
		return resolution{known: true}
	case len(h.values) == 1 && !h.unknown:
		return v.callee(h.values[0], hops+1)
	}
	out := resolution{uncertain: true}
	for _, value := range h.values {
		r := v.callee(value, hops+1)
		out.candidates = union(union(out.candidates, r.targets), r.candidates)
	}
	return out
}

// packageVariable resolves a call of a package variable. The target is the variable, because
// its value may change.
func (v *visitor) packageVariable(obj *types.Var, hops int) resolution {
	targets, own := v.declared(obj)
	if !own {
		return resolution{targets: []facts.Target{{External: obj.Pkg().Path() + "#" + obj.Name()}}}
	}
	r := resolution{targets: targets, uncertain: true}
	if value := v.initializer(obj); value != nil && hops < maxHops {
		r.candidates = v.initialFunctions(obj, value, hops+1)
	}
	return r
}

// initializer returns the initial value of a package variable, or nil.
func (v *visitor) initializer(obj types.Object) ast.Expr {
	t := v.treeOf(obj.Pos())
	if t == nil {
		return nil
	}
	for _, d := range t.AST.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR || g.Pos() > obj.Pos() || g.End() < obj.Pos() {
			continue
		}
		for _, s := range g.Specs {
			spec, ok := s.(*ast.ValueSpec)
			if !ok || len(spec.Names) != len(spec.Values) {
				continue
			}
			for i, name := range spec.Names {
				if name.Pos() == obj.Pos() {
					return spec.Values[i]
				}
			}
		}
	}
	return nil
}

// initialFunctions returns the functions that are the initial value of a package variable.
func (v *visitor) initialFunctions(obj types.Object, value ast.Expr, hops int) []facts.Target {
	if obj.Pkg() == v.pkg {
		r := v.callee(value, hops)
		targets := union(r.targets, r.candidates)
		return slices.DeleteFunc(slices.Clone(targets), func(t facts.Target) bool { return t.External != "" })
	}
	// The expressions of other packages have no recorded types.
	if id, ok := ast.Unparen(value).(*ast.Ident); ok {
		if f, ok := obj.Pkg().Scope().Lookup(id.Name).(*types.Func); ok {
			targets, _ := v.declared(f)
			return targets
		}
	}
	return nil
}

// elementTargets returns the functions in a list or map literal if code calls an element of it.
func (v *visitor) elementTargets(list ast.Expr, hops int) []facts.Target {
	id, ok := ast.Unparen(list).(*ast.Ident)
	if !ok {
		return nil
	}
	obj := v.info.ObjectOf(id)
	if obj == nil {
		return nil
	}
	values := []ast.Expr{}
	if h := v.assignmentsOf(obj); h != nil {
		values = h.values
	} else if value := v.initializer(obj); value != nil && obj.Pkg() == v.pkg {
		values = append(values, value)
	}
	var targets []facts.Target
	for _, value := range values {
		for _, e := range syntax.ElementsOf(value) {
			targets = union(targets, v.callee(e, hops+1).targets)
		}
	}
	return slices.DeleteFunc(targets, func(t facts.Target) bool { return t.External != "" })
}

// union returns the union of a and b.
func union(a, b []facts.Target) []facts.Target {
	for _, t := range b {
		if !slices.Contains(a, t) {
			a = append(slices.Clip(a), t)
		}
	}
	return a
}
