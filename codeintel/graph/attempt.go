package graph

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// attempt is the state of one run of a query. It collects the files that must be resolved
// before a run can return a complete response.
type attempt struct {
	*Graph
	depth   facts.Depth
	missing map[*file]bool
}

// look returns the references of a file. If the file is not resolved to the depth of the
// query, it returns none and records the file as missing.
func (a *attempt) look(f *file) *references {
	if !f.resolved(a.depth) {
		a.missing[f] = true
		return &references{}
	}
	return f.references
}

// newAttempt begins a run of a query that needs files resolved to a depth.
func (g *Graph) newAttempt(depth facts.Depth) *attempt {
	return &attempt{Graph: g, depth: depth, missing: map[*file]bool{}}
}

func (a *attempt) missingPaths() []string {
	paths := make([]string, 0, len(a.missing))
	for f := range a.missing {
		paths = append(paths, f.path)
	}
	slices.Sort(paths)
	return paths
}
