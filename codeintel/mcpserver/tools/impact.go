package tools

import (
	_ "embed"

	"github.com/coderef-system/coderefd/codeintel/impact"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

//go:embed schema/impact.input.json
var impactInput []byte

//go:embed schema/impact.output.json
var impactOutput []byte

// Impact defines coderef_impact.
func Impact() Definition {
	return Definition{
		Name: "coderef_impact",
		Description: "Estimates the impact of changing an element or file. Use it before a change to find what " +
			"depends on the target, directly and transitively. It returns the affected files, the most severe " +
			"first, the tests that reach the target, and a risk level with its rule and numbers. operation " +
			"determines the severity of each dependent. modify (the behaviour changes): major for callers, " +
			"subclasses and users of the value, minor for others. refactor (the name or signature changes): major " +
			"for every reference and override, because it must be updated. delete: breaking for every reference, " +
			"including imports and re-exports. The analysis follows up to max_depth steps of calls, imports, " +
			"references, extends and implements. It includes calls of a member that the target overrides or " +
			"implements (\"dispatch\": \"possible\"). The risk depends on the dependents, not on the content of " +
			"the change. Calls through callbacks, untyped values or string keys are not found: \"unresolved\" " +
			"counts places that may be such calls. If it is above 0, a short list of dependents does not mean " +
			"that the change is safe, especially in languages that are only parsed (\"precision\": " +
			"\"syntactic\"). The listed tests reach the target in the code; coderef_coverage reports whether " +
			"tests execute it.",
		CLIDescription: "Estimates the impact of changing an element by running an installed coderef CLI, which " +
			"matches names. Use it before a change to find the dependents. It returns the affected files and a " +
			"risk level with its rule. The CLI does not know operations: coderef-mcp derives the severity of each " +
			"dependent from the operation and the distance. The CLI lists no tests and does not report what it " +
			"could not resolve.",
		Input: impactInput, Output: identified(impactOutput), Annotations: readOnly("Estimate the impact of a change"),
	}
}

// ImpactRequest is the request of coderef_impact.
type ImpactRequest struct {
	Root, Element string
	Operation     impact.Operation
	MaxDepth      int
	Limit         int
	Cursor        string
}

// ReadImpact reads the arguments of coderef_impact.
func ReadImpact(args arguments.Values) (r ImpactRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	if r.Element, err = args.RequiredText("element", toolerror.TargetHint); err != nil {
		return r, err
	}
	operation, err := args.OneOf("operation", string(impact.Modify), string(impact.Delete), string(impact.Refactor))
	if err != nil {
		return r, err
	}
	r.Operation = impact.Operation(operation)
	if r.MaxDepth, err = args.Integer("max_depth", defaultDepth, 1, maxDepth); err != nil {
		return r, err
	}
	if r.Limit, err = args.Integer("limit", paging.DefaultLimit, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	r.Cursor, err = args.Text("cursor")
	return r, err
}
