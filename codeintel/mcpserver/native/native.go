// Package native implements the tools with the engine of this module, one file per tool.
package native

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/projects"
)

// Tools has a method for each tool. It is safe for concurrent use.
type Tools struct {
	projects *projects.Projects
}

// New returns the tools for the given projects.
func New(p *projects.Projects) *Tools { return &Tools{projects: p} }

// examine returns the response that respond makes from a snapshot of a project. It calls
// respond again if files change meanwhile.
func examine[R any, P interface {
	*R
	identify(s *index.Snapshot)
}](
	ctx context.Context, t *Tools, root string, progress index.Progress,
	respond func(context.Context, *index.Snapshot) (*R, error),
) (any, error) {
	var response *R
	err := t.projects.Project(root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		var err error
		if response, err = respond(ctx, s); err == nil {
			P(response).identify(s)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return response, nil
}

// maxSkippedListed bounds the lists of skipped files in responses; the totals are the
// numbers without the bound.
const maxSkippedListed = 100

// omitted counts the nodes and edges that max_nodes excludes.
type omitted struct {
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
}
