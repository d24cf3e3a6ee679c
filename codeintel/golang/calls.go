package golang

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// resolution is what became of the expression that a call names.
type resolution struct {
	targets []facts.Target
	settled bool           // no targets, and none to be listed: a built-in, a local function
	varies  bool           // it may also be something else, even if there are targets
	exact   bool           // a method that no other stands in for
	through *facts.Target  // the interface it is called by way of, if that only embeds the method's
	maybe   []facts.Target // what else it may be, as far as that can be told
	behind  string         // a method of an interface from outside: whoever implements it
	name    string         // what is called, if it is written with another name
}

// call records what a call expression calls.
func (v *visitor) call(n *ast.CallExpr) {
	callee := ast.Unparen(n.Fun)
	if isTypeSyntax(callee) {
		return // a conversion
	}
	v.followed = 0
	r := v.resolve(callee, 0)
	name := calleeName(callee)
	at := callee.Pos()
	if name != nil {
		at = name.Pos()
	}
	if name != nil && v.references {
		v.callees[name] = true
	}
	line, column := v.tree.position(at)
	for _, t := range r.targets {
		v.out.Calls = append(v.out.Calls, facts.Call{
			From: v.current, To: t, Line: line, Column: column, Exact: r.exact, Through: r.through,
		})
	}
	u := facts.Unresolved{Name: r.name, Maybe: r.maybe}
	if u.Name == "" && name != nil {
		u.Name = name.Name
	}
	switch {
	case r.varies, len(r.targets) == 0 && !r.settled:
		v.unresolved(u)
	case r.behind != "":
		v.unresolved(facts.Unresolved{Name: r.behind, Inbound: true})
	}
}

// Names that are set to others are followed so far, and through so many expressions
// for each call: where many are set to many, the ways multiply with every hop.
const (
	maxHops     = 5
	maxFollowed = 10_000
)

// resolve resolves an expression whose value is called.
func (v *visitor) resolve(e ast.Expr, hops int) resolution {
	if hops > maxHops || v.followed >= maxFollowed {
		return resolution{}
	}
	v.followed++
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return v.object(v.info.ObjectOf(e), hops)
	case *ast.SelectorExpr:
		return v.selector(e, hops)
	case *ast.IndexExpr:
		if v.isInstance(e.X) {
			return v.resolve(e.X, hops)
		}
		return resolution{maybe: v.elements(e.X, hops)}
	case *ast.IndexListExpr:
		return v.resolve(e.X, hops)
	case *ast.StarExpr: // a conversion to *T, or a call of what a pointer leads to
		if name := calleeName(e.X); name != nil {
			if _, ok := v.info.Uses[name].(*types.TypeName); ok {
				return resolution{settled: true}
			}
		}
	case *ast.FuncLit:
		return resolution{settled: true}
	}
	return resolution{}
}

// isInstance reports that f[T] is a function or type with type arguments, and not
// an element of something: only declared ones have any.
func (v *visitor) isInstance(f ast.Expr) bool {
	name := calleeName(f)
	if name == nil {
		return false
	}
	switch v.info.Uses[name].(type) {
	case *types.Func, *types.TypeName:
		return true
	}
	return false
}

// isTypeSyntax reports an expression that can only be a type; those that are named
// show it by what their names mean.
func isTypeSyntax(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		return true
	case *ast.StarExpr: // (*T)(x); what a pointer leads to is called only through a variable
		return isTypeSyntax(e.X)
	}
	return false
}

// selector resolves x.f: a method, a field, or a name of a package.
func (v *visitor) selector(e *ast.SelectorExpr, hops int) resolution {
	if s := v.info.Selections[e]; s != nil {
		if f, ok := s.Obj().(*types.Func); ok {
			r := v.method(f)
			if len(r.targets) > 0 && r.targets[0].External == "" {
				r.through = v.through(s, f.Origin())
			}
			return r
		}
		return resolution{} // a field holds what was put there
	}
	if obj := v.info.Uses[e.Sel]; obj != nil {
		return v.object(obj, hops)
	}
	if name := v.packageName(e.X); name != nil {
		if found := v.job.found[name.Imported().Path()]; found.project == "" && !found.missing {
			return resolution{targets: []facts.Target{{External: name.Imported().Path() + "#" + e.Sel.Name}}}
		}
	}
	return resolution{}
}

// through returns the interface whose method a selection is, when that has it from
// another it embeds; nil when it declares the method itself or has no name.
func (v *visitor) through(s *types.Selection, f *types.Func) *facts.Target {
	if !types.IsInterface(f.Signature().Recv().Type()) {
		return nil
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] { // the fields on the way to it
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		structure, ok := t.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		t = structure.Field(i).Type()
	}
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		t = p.Constraint()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	if declarer, ok := types.Unalias(f.Signature().Recv().Type()).(*types.Named); ok && declarer.Obj() == named.Obj() {
		return nil
	}
	if targets, _ := v.declared(named.Obj()); len(targets) > 0 {
		return &targets[0]
	}
	return nil
}

// packageName returns the import that an expression names.
func (v *visitor) packageName(e ast.Expr) *types.PkgName {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	name, _ := v.info.Uses[id].(*types.PkgName)
	return name
}

// object resolves what a name means.
func (v *visitor) object(obj types.Object, hops int) resolution {
	switch obj := obj.(type) {
	case *types.Func:
		return v.method(obj)
	case *types.Builtin, *types.Nil, *types.TypeName:
		return resolution{settled: true}
	case *types.Var:
		return v.variable(obj, hops)
	}
	return resolution{}
}

// method resolves a function or method. A call through an interface leads to the
// method that the interface declares.
func (v *visitor) method(f *types.Func) resolution {
	f = f.Origin()
	receiver := f.Signature().Recv()
	dynamic := receiver != nil && types.IsInterface(receiver.Type())
	if f.Pkg() == nil { // error.Error
		return resolution{settled: true, behind: f.Name()}
	}
	targets, own := v.declared(f)
	switch {
	case own && len(targets) == 0: // of an interface without a name
		return resolution{name: f.Name()}
	case own:
		return resolution{targets: targets, exact: receiver != nil && !dynamic}
	}
	r := resolution{targets: []facts.Target{{External: f.Pkg().Path() + "#" + qualifiedName(f)}}}
	if dynamic {
		r.behind = f.Name()
	}
	return r
}

// qualifiedName returns F for a function, T.M for a method.
func qualifiedName(f *types.Func) string {
	if receiver := f.Signature().Recv(); receiver != nil {
		t := types.Unalias(receiver.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if named, ok := t.(*types.Named); ok {
			return named.Obj().Name() + "." + f.Name()
		}
	}
	return f.Name()
}

// declared returns the project's declarations that an object stands for: its own
// and, where a package has others of that name for other platforms, those. own
// tells an object of the project, listed or not.
func (v *visitor) declared(obj types.Object) (targets []facts.Target, own bool) {
	t := v.treeOf(obj.Pos())
	if t == nil {
		return nil, false
	}
	i, ok := t.at[obj.Pos()]
	if !ok {
		return nil, true
	}
	targets = []facts.Target{{File: t.path, Decl: i}}
	return append(targets, v.onOtherPlatforms(t.path, &t.decls[i])...), true
}

// onOtherPlatforms returns the declarations of the same name and kind in files of
// the same package that the build at hand leaves out: in builds that have both
// them and the file we are in, they are what is meant.
func (v *visitor) onOtherPlatforms(path string, d *facts.Decl) []facts.Target {
	f := v.files[path]
	if f == nil || f.alone || !d.TopLevel && d.Type == facts.Function || d.Name == "init" || d.Name == "main" {
		return nil
	}
	var targets []facts.Target
	for _, g := range v.folders[f.dir].files {
		if g == f || g.alone || g.broken || g.name != f.name || g.test != f.test ||
			g.condition.holds(v.job.world.platform) || !v.file.condition.holds(g.platform) {
			continue
		}
		if i := slices.IndexFunc(g.decls, func(o facts.Decl) bool { return o.Name == d.Name && o.Type == d.Type }); i >= 0 {
			targets = append(targets, facts.Target{File: g.path, Decl: i})
		}
	}
	return targets
}
