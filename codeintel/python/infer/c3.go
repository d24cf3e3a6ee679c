package infer

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// linearization is the method resolution order of a class.
type linearization struct {
	classes  []Value  // ClassValue, with type arguments
	external []string // base classes outside the project
	unknown  bool     // a base class is unknown
}

// merge merges linearizations with the C3 algorithm.
func merge(sequences [][]Value) []Value {
	var out []Value
	for {
		var rest [][]Value
		for _, s := range sequences {
			if len(s) > 0 {
				rest = append(rest, s)
			}
		}
		if len(rest) == 0 {
			return out
		}
		next := rest[0][0]
		for _, s := range rest {
			if !slices.ContainsFunc(rest, func(other []Value) bool { return inTail(other, s[0].Class) }) {
				next = s[0]
				break
			}
		}
		out = append(out, next)
		for i, s := range rest {
			sequences[i] = slices.DeleteFunc(slices.Clone(s), func(v Value) bool { return v.Class == next.Class })
		}
		sequences = sequences[:len(rest)]
	}
}

func inTail(s []Value, c *symtable.Class) bool {
	return slices.ContainsFunc(s[1:], func(v Value) bool { return v.Class == c })
}
