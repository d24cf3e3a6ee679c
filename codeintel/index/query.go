package index

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// Question is a query about a target, or about the path to it from a source.
// Both are anything that [graph.Graph.Find] takes.
type Question struct {
	graph.Query
	Target string
	Source string // empty unless a path is asked for
}

// Answer is the result of a query.
type Answer struct {
	graph.Answer
	Element       facts.Element   // that the target means
	Precision     facts.Precision // of the language of the target
	FilesAnalyzed int
	Warnings      []string // at most [MaxWarnings], those of configurations first
	Digest        string   // of the project's contents
}

// Query runs a query on the project as it is now. A target or source
// that is not one element is a [graph.LookupError], or wraps [graph.ErrSyntax].
func (p *Project) Query(ctx context.Context, q Question, progress Progress) (answer *Answer, err error) {
	err = p.Examine(ctx, progress, func(ctx context.Context, s *Snapshot) error {
		answer, err = s.Query(ctx, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// Query runs a query, see [Project.Query].
func (s *Snapshot) Query(ctx context.Context, q Question) (*Answer, error) {
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
	var found graph.Answer
	err = s.Ask(ctx, q.Depth(), func(g *graph.Graph) (missing []string) {
		if q.Source != "" {
			found, missing = g.AskPath(source, target, q.Query)
		} else {
			found, missing = g.Ask(target, q.Query)
		}
		return missing
	})
	if err != nil {
		return nil, err
	}
	g := s.project.graph
	return &Answer{
		Answer: found, Element: g.Element(target), Precision: PrecisionOf(g.Element(target).File),
		FilesAnalyzed: g.FileCount(), Warnings: s.project.warnings(), Digest: s.Digest(),
	}, nil
}
