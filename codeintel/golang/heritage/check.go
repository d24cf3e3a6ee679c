package heritage

import (
	"context"
	"go/token"
	"go/types"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/load"
)

// Check determines the pairs of types and interfaces that match. The error is that of the
// context.
func (h *Relations) Check(ctx context.Context) error {
	for n, p := range h.pairs {
		if n%100 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		h.check(p)
	}
	return nil
}

func (h *Relations) check(p typePair) {
	defer func() {
		_ = recover() // after a panic of the type checker, the pair has no result
	}()
	concrete, iface := h.typeOf(p.concreteKey, p.concrete.name), h.typeOf(p.ifaceKey, p.iface.name)
	if concrete == nil || iface == nil || types.IsInterface(concrete) || !types.IsInterface(iface) ||
		!implements(concrete, iface) {
		return
	}
	if h.WithTypes {
		h.addReference(p, concrete)
	}
	declared := map[string]int{}
	for _, m := range p.iface.iface.Methods {
		declared[m.Name] = m.Decl
	}
	for m := range iface.Underlying().(*types.Interface).Methods() {
		of := facts.Target{File: p.iface.file.Path, Decl: p.iface.iface.Decl}
		if decl, ok := declared[m.Name()]; ok {
			of.Decl = decl
		} else if h.TreeAt(m.Origin().Pos()) == nil {
			continue // embedded from outside the project
		}
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(concrete), true, m.Pkg(), m.Name())
		if f, ok := obj.(*types.Func); ok && !types.IsInterface(f.Signature().Recv().Type()) {
			h.addLink(f.Origin().Pos(), of)
		}
	}
}

// addReference records that a type implements an interface.
func (h *Relations) addReference(p typePair, concrete types.Type) {
	named, ok := concrete.(*types.Named)
	if !ok {
		return
	}
	t := h.TreeAt(named.Obj().Pos())
	if t == nil || t.Path != p.concrete.file.Path {
		return
	}
	if decl, ok := t.DeclAt[named.Obj().Pos()]; ok {
		r := facts.Reference{
			From: decl, To: facts.Target{File: p.iface.file.Path, Decl: p.iface.iface.Decl}, Kind: facts.Implements,
			Line: t.Decls[decl].Line,
		}
		if !slices.Contains(h.references[t.Path], r) {
			h.references[t.Path] = append(h.references[t.Path], r)
		}
	}
}

// addLink records that the method at a position implements another method.
func (h *Relations) addLink(pos token.Pos, of facts.Target) {
	if t := h.TreeAt(pos); t != nil {
		if decl, ok := t.DeclAt[pos]; ok {
			h.links[t.Path] = append(h.links[t.Path], facts.Heritage{Decl: decl, Of: of})
		}
	}
}

// typeOf returns a named type of a package, or nil.
func (h *Relations) typeOf(key load.Key, name string) types.Type {
	p := h.Pkgs[key]
	if p == nil || p.Types == nil {
		return nil
	}
	obj, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	return types.Unalias(obj.Type())
}

// implements reports whether a type, or a pointer to it, implements an interface. If one of
// them is generic, it compares only the names of methods and the numbers of parameters and
// results.
func implements(concrete, iface types.Type) bool {
	i, ok := iface.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	if !isGeneric(concrete) && !isGeneric(iface) {
		return types.Implements(types.NewPointer(concrete), i) || types.Implements(concrete, i)
	}
	for want := range i.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(concrete), true, want.Pkg(), want.Name())
		have, ok := obj.(*types.Func)
		if !ok || have.Signature().Params().Len() != want.Signature().Params().Len() ||
			have.Signature().Results().Len() != want.Signature().Results().Len() {
			return false
		}
	}
	return true
}

func isGeneric(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.TypeParams().Len() > 0
}
