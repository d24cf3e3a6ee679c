package tools

import (
	_ "embed"

	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

//go:embed schema/query.input.json
var queryInput []byte

//go:embed schema/query.output.json
var queryOutput []byte

// The default and the upper bound of max_depth and depth, in relations.
const (
	defaultDepth = 3
	maxDepth     = 10
)

// Query defines coderef_query.
func Query() Definition {
	return Definition{
		Name: "coderef_query",
		Description: "Finds the calls, imports and dependencies of an element or file. Use it to find the callers " +
			"of a function, the imports of a file or the implementations of an interface. The types calls, " +
			"imports and depends-on list what the target calls, imports or depends on; calls-me, imports-me and " +
			"depends-on-me list what calls, imports or depends on the target. With source, it returns the " +
			"shortest path from source to the target. Names are resolved by the type checkers of TypeScript, " +
			"JavaScript and Go, and in Python by scopes, imports, classes and inferred types. Other languages are " +
			"only parsed: their calls count as unresolved (\"precision\": \"syntactic\"). Aliases, re-exports and " +
			"tsconfig paths are followed. depends-on follows all relations: calls, imports, references (a value " +
			"or type is used in any other way), extends and implements; depends-on-me of an interface or base " +
			"class therefore lists its implementations and subclasses. imports-me of a file lists the files that " +
			"import it directly; imports-me of an element also lists imports through a barrel file. A Go import " +
			"leads to the declarations that the importing file uses; a blank or dot import leads to the package's " +
			"doc.go or, without one, to its first file. A call through an interface or base class leads to the " +
			"member declared there; members that override or implement it are also listed, with \"dispatch\": " +
			"\"possible\". Calls through callbacks, variables, untyped values or string keys cannot be resolved: " +
			"\"unresolved\" counts places that may be such calls, by reason, so an empty list with unresolved above 0 " +
			"does not mean \"none\"; the argument unresolved: true lists these places. Calls of built-in " +
			"functions are not listed. \"confidence\" states how certain a " +
			"relation is. \"warnings\" names broken configurations and syntax errors, which can hide results. The " +
			"first call for a project, and a call after many changes, takes longer.",
		CLIDescription: "Finds the relations of an element by running an installed coderef CLI, which matches " +
			"names: the elements that it calls, imports or depends on, or those that call, import or depend on it " +
			"(-me). Use it to find the callers of a function or the imports of a file. The CLI does not report " +
			"what it could not resolve, nor which of several elements with the same name it means: a short list " +
			"does not mean that there are few relations. \"relation\" is absent if the CLI does not report it. The " +
			"CLI finds no paths and no unresolved places: the arguments source and unresolved are errors.",
		Input: queryInput, Output: identified(queryOutput), Annotations: readOnly("Query calls, imports and dependencies"),
	}
}

// QueryRequest is the request of coderef_query.
type QueryRequest struct {
	Root, Type, Target string
	Source             string // empty if no path is requested; excludes Query.Unresolved
	Query              graph.Query
	Limit              int
	Cursor             string
}

// queryTypes maps each query_type to its meaning. Without -me, the target is the subject
// of the relation; with -me, it is the object.
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

// ReadQuery reads the arguments of coderef_query.
func ReadQuery(args arguments.Values) (r QueryRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	if r.Type, err = args.Text("query_type"); err != nil {
		return r, err
	}
	var known bool
	if r.Query, known = queryTypes()[r.Type]; !known {
		return r, toolerror.Invalid("query_type is one of calls, calls-me, imports, imports-me, depends-on, depends-on-me",
			"unknown query_type %q", r.Type)
	}
	if r.Target, err = args.RequiredText("target", toolerror.TargetHint); err != nil {
		return r, err
	}
	if r.Source, err = args.Text("source"); err != nil {
		return r, err
	}
	if r.Source != "" {
		if err = arguments.CheckText("source", r.Source, toolerror.TargetHint); err != nil {
			return r, err
		}
	}
	if err = args.Flag("unresolved", &r.Query.Unresolved); err != nil {
		return r, err
	}
	if r.Query.Unresolved && r.Source != "" {
		return r, toolerror.Invalid("omit source or unresolved", "unresolved lists places, and source requests a path")
	}
	if r.Query.MaxDepth, err = args.Integer("max_depth", defaultDepth, 1, maxDepth); err != nil {
		return r, err
	}
	if r.Limit, err = args.Integer("limit", paging.DefaultLimit, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	r.Cursor, err = args.Text("cursor")
	return r, err
}
