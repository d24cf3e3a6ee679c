package graph

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// asking is a question on its way: it collects the files that must be resolved
// before it can be answered.
type asking struct {
	*Graph
	depth   facts.Depth
	missing map[*file]bool
}

// look returns what a file refers to; of a file that is not resolved as far as
// the question needs it, nothing.
func (a *asking) look(f *file) *references {
	if !f.resolved(a.depth) {
		a.missing[f] = true
		return &references{}
	}
	return f.references
}

// asking begins a question that needs files resolved to a depth.
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
