package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
)

//go:embed schema/query.input.json
var queryInput []byte

//go:embed schema/query.output.json
var queryOutput []byte

const (
	defaultDepth = 3
	maxDepth     = 10
)

const targetHint = "use an id from coderef_scan, a file's path, file#name, Class.method or a bare name"

func queryTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_query",
		Description: "Tells how an element or file of a project is related to the rest: what it calls, imports or depends on, and " +
			"who calls, imports or depends on it (-me); with source, the shortest path between two elements. Names are resolved by " +
			"the type checkers of TypeScript, JavaScript and Go, and in Python by scopes, imports, classes and inferred types; other " +
			"languages are only parsed, and their calls count as unresolved (\"precision\": \"syntactic\"). Follows aliases, " +
			"re-exports and tsconfig paths. " +
			"depends-on follows every relation: calls, imports, references (a value or type that is named otherwise), extends and " +
			"implements; so depends-on-me of an interface or base class lists what implements or extends it. imports-me of a file " +
			"lists who imports from that very file, not who reaches it through a barrel; of an element, those too. A Go import leads " +
			"to the declarations that the importing file names, a blank or dot import to the package's doc.go or else its first file. " +
			"A call through an interface or base class leads to the member declared there; whatever overrides or implements " +
			"that member is listed too, with \"dispatch\": \"possible\". " +
			"It cannot see calls made through callbacks, variables, untyped values or string keys: \"unresolved\" counts places " +
			"that may be such. Calls of built-ins are not listed. \"confidence\" tells how sure a relation is. \"warnings\" names broken configurations and syntax errors: " +
			"answers may lack what they hide. The first question about a project, and one after many changes, takes longer.",
		InputSchema:  json.RawMessage(queryInput),
		OutputSchema: json.RawMessage(queryOutput),
		Annotations:  readOnly("Query calls, imports and dependencies"),
	}
}

type queryAnswer struct {
	Success       bool                   `json:"success"`
	QueryType     string                 `json:"query_type"`
	Target        string                 `json:"target"`
	Element       facts.Element          `json:"element"`
	Results       []graph.Result         `json:"results"`
	Total         int                    `json:"total"`
	NextCursor    string                 `json:"next_cursor,omitempty"`
	Precision     string                 `json:"precision"`
	Unresolved    graph.UnresolvedCounts `json:"unresolved"`
	FilesAnalyzed int                    `json:"files_analyzed"`
	Warnings      []string               `json:"warnings,omitempty"`
}

type queryArguments struct {
	root, queryType, target, source string
	query                           graph.Query
	limit                           int
	cursor                          string
}

// queryTypes maps each query_type to its meaning: bare, the target is the
// subject; -me, it is the object.
func queryTypes() map[string]graph.Query {
	calls, imports := []graph.Relation{graph.Call}, []graph.Relation{graph.Import}
	return map[string]graph.Query{
		"calls":         {Relations: calls},
		"calls-me":      {Relations: calls, Inbound: true},
		"imports":       {Relations: imports},
		"imports-me":    {Relations: imports, Inbound: true},
		"depends-on":    {Relations: graph.Relations(), Closure: true},
		"depends-on-me": {Relations: graph.Relations(), Closure: true, Inbound: true},
	}
}

func readQueryArguments(args arguments) (a queryArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	if a.queryType, err = args.text("query_type"); err != nil {
		return a, err
	}
	var known bool
	if a.query, known = queryTypes()[a.queryType]; !known {
		return a, invalidInput("query_type is one of calls, calls-me, imports, imports-me, depends-on, depends-on-me",
			"unknown query_type %q", a.queryType)
	}
	if a.target, err = args.requiredText("target", targetHint); err != nil {
		return a, err
	}
	if a.source, err = args.text("source"); err != nil {
		return a, err
	}
	if a.source != "" {
		if err = checkText("source", a.source, targetHint); err != nil {
			return a, err
		}
	}
	if a.query.MaxDepth, err = args.integer("max_depth", defaultDepth, 1, maxDepth); err != nil {
		return a, err
	}
	if a.limit, err = args.integer("limit", defaultLimit, 1, maxLimit); err != nil {
		return a, err
	}
	a.cursor, err = args.text("cursor")
	return a, err
}

func (t *tools) query(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readQueryArguments(args)
	if err != nil {
		return nil, err
	}
	found, err := t.project(a.root).Query(ctx, index.Question{
		Query: a.query, Target: inProject(a.root, a.target), Source: inProject(a.root, a.source),
	}, progress)
	if err != nil {
		return nil, lookupError(err)
	}
	// Files outside the project, such as those of an installed package, can change the
	// results too, and the digest does not cover them.
	key := paging.Key{
		Request: paging.DigestOf("coderef_query", a.root, a.queryType, a.target, a.source, a.query.MaxDepth),
		State:   paging.DigestOf(found.Digest, places(found.Results)),
	}
	items, next, err := page(found.Results, key, a.cursor, a.limit)
	if err != nil {
		return nil, err
	}
	return queryAnswer{
		Success: true, QueryType: a.queryType, Target: a.target, Element: found.Element,
		Results: items, Total: len(found.Results), NextCursor: next, Precision: string(found.Precision),
		Unresolved: found.Unresolved, FilesAnalyzed: found.FilesAnalyzed, Warnings: found.Warnings,
	}, nil
}

// inProject makes an absolute path below the root relative to it.
func inProject(root, target string) string { return strings.TrimPrefix(target, root+"/") }

// lookupError turns a failed lookup of an element (target, source, element, focus)
// into a tool error.
func lookupError(err error) error {
	var lookup *graph.LookupError
	switch {
	case errors.As(err, &lookup):
		e := &toolError{
			Code: codeElementNotFound, Message: lookup.Error(), Hint: targetHint,
			Candidates: lookup.Candidates, CandidatesTotal: lookup.Total,
		}
		if lookup.Ambiguous {
			e.Code, e.Hint = codeElementAmbiguous, "give the id of one candidate instead"
		}
		return e
	case errors.Is(err, graph.ErrSyntax):
		return invalidInput(targetHint, "%v", err)
	default:
		return err
	}
}

// places returns what identifies each result: what it relates, and where.
func places(results []graph.Result) [][6]any {
	out := make([][6]any, len(results))
	for i, r := range results {
		out[i] = [6]any{r.From, r.To, r.Line, r.Column, r.Depth, r.Dispatch}
	}
	return out
}
