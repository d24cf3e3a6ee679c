package tools

import (
	_ "embed"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

//go:embed schema/complexity.input.json
var complexityInput []byte

//go:embed schema/complexity.output.json
var complexityOutput []byte

// defaultHotspots is the default number of functions on a page.
const defaultHotspots = 50

// Complexity defines coderef_complexity.
func Complexity() Definition {
	return Definition{
		Name: "coderef_complexity",
		Description: "Measures the complexity of an element, a file, a folder or the whole project (\".\"). Use it to " +
			"find the functions that are hardest to understand or change. It returns lines, cyclomatic complexity (McCabe: " +
			"1 + decisions), cognitive complexity (Campbell), nesting, parameters, fan-in, fan-out, and a score from 0 to " +
			"10 with its level and rule. \"complexity\" describes the target; if the target contains functions, it has " +
			"their sums and maxima. \"elements\" lists the functions and methods in the target, the most complex first. A " +
			"nested function counts separately if it has a name, else as part of the enclosing function. fan_in counts the " +
			"distinct callers outside the target. fan_out counts the distinct functions outside the target that it calls, " +
			"including those of packages. Both include possible calls through an interface or base class. Neither is " +
			"counted for the whole project. \"unresolved\" counts the calls and imports that could not be resolved and may " +
			"belong to fan_in or fan_out. It measures the text of the code, including tests. The " +
			"generated files of a folder are left out unless include_generated is set; \"generated\" counts them. It does not " +
			"show whether the code is correct or tested.",
		CLIDescription: "Measures the complexity of a project (\".\"), or of a file, folder or element in it, by " +
			"running an installed coderef CLI. Use it to find the functions that are hardest to understand or " +
			"change. It returns lines, cyclomatic complexity and other metrics of the CLI, without a score or a " +
			"level. Each call measures the whole project. An element that the CLI does not measure is an error.",
		Input: complexityInput, Output: identified(complexityOutput), Annotations: readOnly("Measure complexity"),
	}
}

// ComplexityRequest is the request of coderef_complexity.
type ComplexityRequest struct {
	Root, Element    string
	Limit            int
	Cursor           string
	IncludeGenerated bool
}

// ReadComplexity reads the arguments of coderef_complexity.
func ReadComplexity(args arguments.Values) (r ComplexityRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	r.Element, err = args.RequiredText("element", toolerror.TargetHint+", or a folder; . is the project")
	if err != nil {
		return r, err
	}
	if r.Limit, err = args.Integer("limit", defaultHotspots, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	if err := args.Flag("include_generated", &r.IncludeGenerated); err != nil {
		return r, err
	}
	r.Cursor, err = args.Text("cursor")
	return r, err
}

// Target returns the element as the engine expects it: relative to the root.
func (r *ComplexityRequest) Target() string {
	if r.Element == r.Root {
		return "."
	}
	return arguments.InProject(r.Root, r.Element)
}
