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

// starExports returns the statements `export *` that re-export an element: those from the file
// that declares it and those from files that re-export it by name. named contains the imports
// that lead to the element.
func (a *attempt) starExports(target Node, named []step) []step {
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
		if seen[from] || a.names.texts[from.name] == "default" { // which export * does not re-export
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

// importersWithStar returns the files that have a statement `export *` and a module specifier
// that leads to f.
func (a *attempt) importersWithStar(f *file) []*file {
	return slices.DeleteFunc(slices.Clone(a.importersOfModule(f.node)), func(f *file) bool {
		return !a.exhaustive && !a.mentionsAs(f, "*", facts.Imported)
	})
}

// exportsByName reports whether a file exports a name explicitly. Such an export hides a name
// that `export *` re-exports.
func (a *attempt) exportsByName(f *file, name name) bool {
	if slices.ContainsFunc(f.elements, func(n Node) bool { return slices.Contains(a.nodes[n].exports, name) }) {
		return true
	}
	return slices.ContainsFunc(a.look(f).edges, func(e edge) bool { return slices.Contains(e.exportedAs, name) })
}
