package graph

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// export is a name that a file exports.
type export struct {
	file *file
	name name
}

// starExports returns the export * statements that pass an element on: from the
// file that declares it, and from those that re-export it by name, which are
// in named, the imports that lead to it.
func (a *asking) starExports(target Node, named []step) []step {
	var exports []export
	for _, name := range a.nodes[target].exports {
		exports = append(exports, export{a.nodes[target].file, name})
	}
	for _, s := range named {
		for _, name := range s.edge.exportedAs {
			exports = append(exports, export{s.file, name})
		}
	}
	var steps []step
	seen := map[export]bool{}
	passed := map[*edge]bool{}
	for ; len(exports) > 0; exports = exports[1:] {
		from := exports[0]
		if seen[from] || a.names.texts[from.name] == "default" { // export * leaves that out
			continue
		}
		seen[from] = true
		for _, s := range a.through(from.file.node, a.importersWithStar(from.file)) {
			if !s.edge.reExportsAll || a.exportsByName(s.file, from.name) {
				continue
			}
			if !passed[s.edge] {
				passed[s.edge] = true
				steps = append(steps, s)
			}
			exports = append(exports, export{s.file, from.name})
		}
	}
	return steps
}

// importersWithStar returns the files with a module specifier that leads to a
// file and an export *.
func (a *asking) importersWithStar(f *file) []*file {
	return slices.DeleteFunc(slices.Clone(a.importersOfModule(f.node)), func(f *file) bool {
		return !a.exhaustive && !a.mentionsAs(f, "*", facts.Imported)
	})
}

// exportsByName reports a file that exports a name of its own: that hides the one
// an export * would pass on.
func (a *asking) exportsByName(f *file, name name) bool {
	if slices.ContainsFunc(f.elements, func(n Node) bool { return slices.Contains(a.nodes[n].exports, name) }) {
		return true
	}
	return slices.ContainsFunc(a.look(f).edges, func(e edge) bool { return slices.Contains(e.exportedAs, name) })
}
