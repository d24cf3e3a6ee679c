package resolve

import (
	"go/ast"
	"go/types"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// Bounds for following assignments, per call. Without them, many assignments between many
// variables take exponential time.
const (
	maxHops  = 5
	maxSteps = 10_000
)

// callee resolves an expression that is called.
func (v *visitor) callee(e ast.Expr, hops int) resolution {
	if hops > maxHops || v.steps >= maxSteps {
		return resolution{}
	}
	v.steps++
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return v.object(v.info.ObjectOf(e), hops)
	case *ast.SelectorExpr:
		return v.selector(e, hops)
	case *ast.IndexExpr:
		if v.isInstance(e.X) {
			return v.callee(e.X, hops)
		}
		return resolution{candidates: v.elementTargets(e.X, hops)}
	case *ast.IndexListExpr:
		return v.callee(e.X, hops)
	case *ast.StarExpr: // a conversion to *T, or a call through a pointer
		if name := syntax.CalleeName(e.X); name != nil {
			if _, ok := v.info.Uses[name].(*types.TypeName); ok {
				return resolution{known: true}
			}
		}
	case *ast.FuncLit:
		return resolution{known: true}
	}
	return resolution{}
}

// isInstance reports whether f[T] instantiates a generic function or type, and is not an index
// expression.
func (v *visitor) isInstance(f ast.Expr) bool {
	name := syntax.CalleeName(f)
	if name == nil {
		return false
	}
	switch v.info.Uses[name].(type) {
	case *types.Func, *types.TypeName:
		return true
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
		return resolution{} // the value of a field is unknown
	}
	if obj := v.info.Uses[e.Sel]; obj != nil {
		return v.object(obj, hops)
	}
	if name := v.packageName(e.X); name != nil {
		if found := v.job.found[name.Imported().Path()]; found.ProjectDir == "" && !found.Missing {
			return resolution{targets: []facts.Target{{External: name.Imported().Path() + "#" + e.Sel.Name}}}
		}
	}
	return resolution{}
}

// through returns the interface through which a method is called, if that interface only
// embeds the method. It returns nil if the interface declares the method itself or has no
// name.
func (v *visitor) through(s *types.Selection, f *types.Func) *facts.Target {
	if !types.IsInterface(f.Signature().Recv().Type()) {
		return nil
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] { // the embedded fields on the path
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

// object resolves an object.
func (v *visitor) object(obj types.Object, hops int) resolution {
	switch obj := obj.(type) {
	case *types.Func:
		return v.method(obj)
	case *types.Builtin, *types.Nil, *types.TypeName:
		return resolution{known: true}
	case *types.Var:
		return v.variable(obj, hops)
	}
	return resolution{}
}

// method resolves a function or method. A call through an interface resolves to the method
// that the interface declares.
func (v *visitor) method(f *types.Func) resolution {
	f = f.Origin()
	receiver := f.Signature().Recv()
	dynamic := receiver != nil && types.IsInterface(receiver.Type())
	if f.Pkg() == nil { // error.Error
		return resolution{known: true, interfaceMethod: f.Name()}
	}
	targets, own := v.declared(f)
	switch {
	case own && len(targets) == 0: // method of an unnamed interface
		return resolution{name: f.Name()}
	case own:
		return resolution{targets: targets, exact: receiver != nil && !dynamic}
	}
	r := resolution{targets: []facts.Target{{External: f.Pkg().Path() + "#" + qualifiedName(f)}}}
	if dynamic {
		r.interfaceMethod = f.Name()
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
