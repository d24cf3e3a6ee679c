package graph

import (
	"iter"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// ModuleNames returns the modules that a file loads, in the form of [facts.Mentions].Modules. The
// file need not be resolved.
func (g *Graph) ModuleNames(file Node) []string {
	modules := g.nodes[file].file.modules
	texts := make([]string, len(modules))
	for i, m := range modules {
		texts[i] = g.names.texts[m]
	}
	return texts
}

// ImportersOf returns the files with a specifier of a module, in the form of
// [facts.Mentions].Modules, sorted by path.
func (g *Graph) ImportersOf(module string) []Node { return nodesOf(g.importing(module)) }

// Mentioning returns the files that mention a name or an alias of it, sorted by path. Files with
// unknown content are among them.
func (g *Graph) Mentioning(text string) []Node {
	n, ok := g.names.ids[text]
	if !ok {
		return nil
	}
	return nodesOf(g.mentioning([]name{n}, anyRole, false))
}

func nodesOf(files []*file) []Node {
	nodes := make([]Node, len(files))
	for i, f := range files {
		nodes[i] = f.node
	}
	return nodes
}

// Unknown is a call or import whose target is unknown.
type Unknown struct {
	From   Node   // element or file that contains it
	Name   string // that it uses
	Module string // of an import, see [facts.Unresolved]
	Import bool
}

// UnknownIn returns the calls and imports in a resolved file whose targets are unknown.
func (g *Graph) UnknownIn(file Node) iter.Seq[Unknown] {
	return func(yield func(Unknown) bool) {
		refs := g.nodes[file].file.references
		if refs == nil {
			return
		}
		for i := range refs.unresolved {
			u := &refs.unresolved[i]
			if u.from == none {
				continue
			}
			found := Unknown{
				From: u.from, Name: g.names.texts[u.name], Module: g.names.texts[u.module], Import: u.relation == Import,
			}
			if !yield(found) {
				return
			}
		}
	}
}

// MissingAt returns those of the files that are not resolved to a depth.
func (g *Graph) MissingAt(files []Node, depth facts.Depth) []string {
	var missing []string
	for _, n := range files {
		if f := g.nodes[n].file; !f.resolved(depth) {
			missing = append(missing, f.path)
		}
	}
	return missing
}
