package graph

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// asking is the state of one query: it collects the files that must be resolved before the
// result is complete.
type asking struct {
	*Graph
	depth   facts.Depth
	missing map[*file]bool
}

// look returns the references of a file. If the file is not resolved to the depth of the
// query, it returns none and records the file as missing.
func (a *asking) look(f *file) *references {
	if !f.resolved(a.depth) {
		a.missing[f] = true
		return &references{}
	}
	return f.references
}

// asking begins a query that needs files resolved to a depth.
func (g *Graph) asking(depth facts.Depth) *asking {
	return &asking{Graph: g, depth: depth, missing: map[*file]bool{}}
}

func (a *asking) missingPaths() []string {
	paths := make([]string, 0, len(a.missing))
	for f := range a.missing {
		paths = append(paths, f.path)
	}
	slices.Sort(paths)
	return paths
}
