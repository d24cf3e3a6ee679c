package tools

import (
	_ "embed"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/patterns"
)

//go:embed schema/patterns.input.json
var patternsInput []byte

//go:embed schema/patterns.output.json
var patternsOutput []byte

const (
	// defaultPatterns is the default number of places on a page.
	defaultPatterns = 10
	// MaxPatternSummary bounds summary; summary_total is the number without the bound.
	MaxPatternSummary = 200
)

// Patterns defines coderef_patterns.
func Patterns() Definition {
	return Definition{
		Name: "coderef_patterns",
		Description: "Finds known code patterns. Use it to locate routes, handlers, error handling, duplicated " +
			"code or functions without tests. pattern_type is route (HTTP routes with their paths), handler " +
			"(functions that handle requests and events), dependency_injection, decorator (decorators, " +
			"annotations, attributes, directives), react (components, hooks, context, memo), async, " +
			"error_handling, guard_clause, test (test cases, fixtures, mocks), duplicate (functions whose bodies " +
			"have 40 tokens or more and differ only in local names and literals; duplicates of each other " +
			"have the same \"group\"), test_gap (functions that no test reaches, the most complex and most called " +
			"first; followed by possibly_reached: those that an interface of the standard library, a framework or a " +
			"stored callback may call in a test, with the reason) or all. \"kinds\" has for each type the count and the " +
			"most important place. \"summary\" counts the patterns, the most frequent first; \"patterns\" lists the " +
			"places. Patterns are recognized by syntax and by the names and imports of well-known libraries: " +
			"in-house frameworks, and code that is generated at run time, are not recognized. Generated files are left " +
			"out unless include_generated is set; \"generated\" counts them. test_gap is static: in " +
			"languages that are only parsed, all calls are \"unresolved\", so every function is a test gap; " +
			"coderef_coverage reports what tests executed.",
		CLIDescription: "Lists the patterns that an installed coderef CLI reports for a project, by file and " +
			"without lines. Use it to find how tests are written and which files have none: the CLI usually " +
			"reports only these patterns (pattern_type test, test_gap or all). A type that the CLI does not report " +
			"is an error.",
		Input: patternsInput, Output: identified(patternsOutput), Annotations: readOnly("Find code patterns"),
	}
}

// PatternsRequest is the request of coderef_patterns.
type PatternsRequest struct {
	Root, Kind       string
	Limit            int
	Cursor           string
	IncludeGenerated bool
}

// ReadPatterns reads the arguments of coderef_patterns.
func ReadPatterns(args arguments.Values) (r PatternsRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	word, err := args.Text("pattern_type")
	if err != nil {
		return r, err
	}
	var known bool
	if r.Kind, known = patterns.Kind(word); !known {
		return r, toolerror.Invalid("pattern_type is all or one of "+strings.Join(patterns.Kinds(), ", "),
			"unknown pattern_type %q", word)
	}
	if r.Limit, err = args.Integer("limit", defaultPatterns, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	if err := args.Flag("include_generated", &r.IncludeGenerated); err != nil {
		return r, err
	}
	r.Cursor, err = args.Text("cursor")
	return r, err
}
