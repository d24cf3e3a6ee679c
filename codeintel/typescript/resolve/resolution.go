package resolve

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// resolution is the result of resolving a callee.
type resolution struct {
	targets []facts.Target
	outcome outcome
	varies  bool           // other callees are possible, even if there are targets
	maybe   []facts.Target // known possible callees that are not certain
	aliased []facts.Target // declarations in the values of the targets
	name    string         // name of the callee, if it differs from the source text
}

// outcome is the reason why a resolution has no targets.
type outcome int

const (
	unknown outcome = iota // not known to the checker, or known only at run time
	local                  // known, but not listed: a nested function, a built-in
)

// union appends the elements of b that a does not contain. It does not change a.
func union(a, b []facts.Target) []facts.Target {
	for _, t := range b {
		if !slices.Contains(a, t) {
			a = append(slices.Clip(a), t)
		}
	}
	return a
}
