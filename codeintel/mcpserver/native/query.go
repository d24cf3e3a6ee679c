package native

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type queryResponse struct {
	Success bool `json:"success"`
	identified
	QueryType     string         `json:"query_type"`
	Target        string         `json:"target"`
	Element       facts.Element  `json:"element"`
	Results       []graph.Result `json:"results"`
	Total         int            `json:"total"`
	NextCursor    string         `json:"next_cursor,omitempty"`
	Precision     string         `json:"precision"`
	Unresolved    byReason       `json:"unresolved"`
	FilesAnalyzed int            `json:"files_analyzed"`
	Warnings      []string       `json:"warnings,omitempty"`
}

// byReason counts unresolved places by kind, and by reason.
type byReason struct {
	graph.UnresolvedCounts
	Reasons map[string]int `json:"reasons,omitempty"`
}

// Query runs coderef_query.
func (t *Tools) Query(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadQuery(args)
	if err != nil {
		return nil, err
	}
	found, err := t.projects.Project(r.Root).Query(ctx, index.Request{
		Query: r.Query, Target: arguments.InProject(r.Root, r.Target), Source: arguments.InProject(r.Root, r.Source),
	}, progress)
	if err != nil {
		return nil, toolerror.FromLookup(err)
	}
	// Files outside the project, such as those of an installed package, can change the
	// results, and the digest of the project does not cover them, so the state includes the
	// results.
	key := paging.Key{
		Request: paging.DigestOf("coderef_query", r.Root, r.Type, r.Target, r.Source, r.Query.MaxDepth, r.Query.Unresolved),
		State:   paging.DigestOf(found.Digest, places(found.Results)),
	}
	items, next, err := paging.Page(found.Results, key, r.Cursor, r.Limit)
	if err != nil {
		return nil, err
	}
	return queryResponse{
		Success: true, identified: identified{found.Subject}, QueryType: r.Type, Target: r.Target, Element: found.Element,
		Results: items, Total: len(found.Results), NextCursor: next, Precision: string(found.Precision),
		Unresolved: byReason{found.Unresolved, found.Reasons}, FilesAnalyzed: found.FilesAnalyzed, Warnings: found.Warnings,
	}, nil
}

// places returns the properties that identify each result.
func places(results []graph.Result) [][6]any {
	out := make([][6]any, len(results))
	for i, r := range results {
		out[i] = [6]any{r.From, r.To, r.Line, r.Column, r.Depth, r.Dispatch}
	}
	return out
}
