package index

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// Request is a query about a target, or about the path from a source to the target. Both have
// any form that [graph.Graph.Find] accepts.
type Request struct {
	graph.Query
	Target string
	Source string // empty unless a path is requested
}

// Response is the response to a [Request].
type Response struct {
	graph.Response
	Element       facts.Element   // the target
	Precision     facts.Precision // of the target's language
	FilesAnalyzed int
	Warnings      []string // see [Snapshot.Warnings]
	Digest        string   // of the project's contents
	Subject       *Subject // the state of the project; read only
}

// Query runs a query on the current state of the project. The error is a [graph.LookupError] if
// the target or source does not match exactly one element. It wraps [graph.ErrSyntax] if one of
// them is a malformed reference. progress may be nil.
func (p *Project) Query(ctx context.Context, q Request, progress Progress) (response *Response, err error) {
	err = p.Examine(ctx, progress, func(ctx context.Context, s *Snapshot) error {
		response, err = s.Query(ctx, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	return response, nil
}

// Query runs a query, see [Project.Query].
func (s *Snapshot) Query(ctx context.Context, q Request) (*Response, error) {
	target, err := s.Find(ctx, q.Target)
	if err != nil {
		return nil, err
	}
	source := target
	if q.Source != "" {
		if source, err = s.Find(ctx, q.Source); err != nil {
			return nil, err
		}
	}
	var found graph.Response
	err = s.ResolveMissing(ctx, q.Depth(), func(g *graph.Graph) (missing []string) {
		if q.Source != "" {
			found, missing = g.FindPath(source, target, q.Query)
		} else {
			found, missing = g.Run(target, q.Query)
		}
		return missing
	})
	if err != nil {
		return nil, err
	}
	g := s.project.graph
	return &Response{
		Response: found, Element: g.Element(target), Precision: PrecisionOf(g.Element(target).File),
		FilesAnalyzed: g.FileCount(), Warnings: s.Warnings(), Digest: s.Digest(),
		Subject: s.Subject(),
	}, nil
}
