package mcpserver

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliQuerySays = "Tells how an element is related to others as an installed coderef CLI finds it by names: what it calls, imports or " +
	"depends on, and who does so with it (-me). It does not tell what it could not resolve, nor which of several elements of " +
	"one name is meant: few results do not mean few relations. \"relation\" is left out where the CLI does not tell it. It " +
	"finds no paths: source is refused."

// cliUnresolved is what answers about relations have to say.
const cliUnresolved = "the coderef CLI goes by names and does not tell what it could not resolve: an empty or short list does not mean none"

type cliQueryAnswer struct {
	cliAnswer
	QueryType  string             `json:"query_type"`
	Target     string             `json:"target"`
	Element    corecli.Element    `json:"element"`
	Results    []corecli.Relation `json:"results"`
	Total      int                `json:"total"`
	NextCursor string             `json:"next_cursor,omitempty"`
}

func (t *cliTools) query(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := readQueryArguments(args)
	if err != nil {
		return nil, err
	}
	if a.source != "" {
		return nil, invalidInput("leave source out", "the coderef CLI finds no paths between two elements")
	}
	found, err := t.cli.Query(ctx, corecli.QueryRequest{
		Root: a.root, Type: a.queryType, Target: inProject(a.root, a.target), MaxDepth: a.query.MaxDepth,
	})
	if err != nil {
		return nil, err
	}
	request := cliRequest("coderef_query", a.root, a.queryType, a.target, a.query.MaxDepth)
	shown, next, err := cliPage(found.Results, a.cursor, a.limit, request)
	if err != nil {
		return nil, err
	}
	return cliQueryAnswer{
		cliAnswer: answered(append(found.Warnings, cliUnresolved)...), QueryType: a.queryType, Target: a.target,
		Element: found.Element, Results: shown, Total: len(found.Results), NextCursor: next,
	}, nil
}
