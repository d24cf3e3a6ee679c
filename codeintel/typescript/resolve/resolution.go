package resolve

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// resolution is what became of a name.
type resolution struct {
	targets []facts.Target
	kind    kind
	varies  bool           // it may also be something else, even if there are targets
	maybe   []facts.Target // what else it may be, as far as that can be told
	aliased []facts.Target // what the targets, constants that name something else, stand for
	name    string         // what is called, if it is written with another name
}

// kind tells why there are no targets.
type kind int

const (
	unknown kind = iota // the checker cannot say, or only at run time
	local               // settled, but nothing that is listed: a nested function, a built-in
)

// union returns a with what b has besides.
func union(a, b []facts.Target) []facts.Target {
	for _, t := range b {
		if !slices.Contains(a, t) {
			a = append(slices.Clip(a), t)
		}
	}
	return a
}
