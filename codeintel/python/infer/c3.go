package infer

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// linearization is the order in which a class and those it inherits from are looked through.
type linearization struct {
	classes  []Value  // aClass, with type arguments
	external []string // classes from elsewhere it inherits from
	unknown  bool     // so does it from what is not known
}

// merge is the merge of C3.
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
