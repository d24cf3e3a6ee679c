package gotruth

import "go/types"

// isInterface reports whether a type is an interface or a type parameter. The methods of both have
// no body: a type parameter has those of its constraint.
func isInterface(t types.Type) bool { return types.IsInterface(t) }

func typeKey(name *types.TypeName) string { return name.Pkg().Path() + "." + name.Name() }

// variants returns a type and the same type in the other variants of its package: a package is
// loaded with and without its tests. The type checker treats these as different types.
func (c *calls) variants(t types.Type) []types.Type {
	all := []types.Type{t}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.TypeArgs().Len() > 0 {
		return all
	}
	for _, other := range c.types[typeKey(named.Obj())] {
		if other != named {
			all = append(all, other)
		}
	}
	return all
}

// carried reports whether a type that has the method target implements an interface in the list
// `of`.
func (c *calls) carried(target place, of []types.Type) bool {
	for _, t := range c.carriers[target] {
		for _, i := range of {
			if implements(t, i) {
				return true
			}
		}
	}
	return false
}

// implements reports whether a pointer to a type implements an interface. A generic type implements
// it if one of its instances does; only the type arguments of the interface are tried as its type
// arguments.
func implements(t *types.Named, of types.Type) bool {
	i, ok := of.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	if types.Implements(types.NewPointer(t), i) {
		return true
	}
	named, ok := of.(*types.Named)
	if !ok || t.TypeParams().Len() == 0 || named.TypeArgs().Len() == 0 {
		return false
	}
	return someInstance(t, named.TypeArgs(), nil, i)
}

// someInstance tries all combinations of type arguments for the remaining parameters.
func someInstance(t *types.Named, choices *types.TypeList, chosen []types.Type, i *types.Interface) bool {
	if len(chosen) == t.TypeParams().Len() {
		instance, err := types.Instantiate(nil, t, chosen, false)
		return err == nil && types.Implements(types.NewPointer(instance), i)
	}
	for n := range choices.Len() {
		if someInstance(t, choices, append(chosen[:len(chosen):len(chosen)], choices.At(n)), i) {
			return true
		}
	}
	return false
}
