package cli

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// unresolvedWarning is a warning of every response about relations.
const unresolvedWarning = "the coderef CLI matches names and does not report what it could not resolve: " +
	"an empty or short list does not mean that there are no more relations"

type queryResponse struct {
	response
	QueryType  string             `json:"query_type"`
	Target     string             `json:"target"`
	Element    corecli.Element    `json:"element"`
	Results    []corecli.Relation `json:"results"`
	Total      int                `json:"total"`
	NextCursor string             `json:"next_cursor,omitempty"`
}

// Query runs coderef_query.
func (t *Tools) Query(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadQuery(args)
	if err != nil {
		return nil, err
	}
	if r.Source != "" {
		return nil, toolerror.Invalid("omit source", "the coderef CLI finds no paths between two elements")
	}
	if r.Query.Unresolved {
		return nil, toolerror.Invalid("omit unresolved", "the coderef CLI does not list what it could not resolve")
	}
	found, err := t.program.Query(ctx, corecli.QueryRequest{
		Root: r.Root, Type: r.Type, Target: arguments.InProject(r.Root, r.Target), MaxDepth: r.Query.MaxDepth,
	})
	if err != nil {
		return nil, err
	}
	request := requestDigest("coderef_query", r.Root, r.Type, r.Target, r.Query.MaxDepth)
	shown, next, err := page(found.Results, r.Cursor, r.Limit, request)
	if err != nil {
		return nil, err
	}
	return queryResponse{
		response:  t.newResponse(ctx, r.Root, append(found.Warnings, unresolvedWarning)...),
		QueryType: r.Type, Target: r.Target,
		Element: found.Element, Results: shown, Total: len(found.Results), NextCursor: next,
	}, nil
}
