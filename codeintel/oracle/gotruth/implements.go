package gotruth

import "go/types"

// isInterface reports a type whose methods have no body: an interface, or a type
// parameter, whose methods are those of its constraint.
func isInterface(t types.Type) bool { return types.IsInterface(t) }

// implements reports that a pointer to a type implements an interface; of a
// generic type, that some instance of it does that has no other arguments than
// the interface has.
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

// someInstance tries all ways to fill the remaining type parameters.
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
