// Package native implements the tools with the engine of this module, one file per tool.
package native

import "github.com/coderef-system/coderefd/codeintel/mcpserver/projects"

// Tools has a method for each tool. It is safe for concurrent use.
type Tools struct {
	projects *projects.Projects
}

// New returns the tools for the given projects.
func New(p *projects.Projects) *Tools { return &Tools{projects: p} }

// maxSkippedListed bounds the lists of skipped files in responses; the totals are the
// numbers without the bound.
const maxSkippedListed = 100

// omitted counts the nodes and edges that max_nodes excludes.
type omitted struct {
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
}
