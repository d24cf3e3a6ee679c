package tools

import (
	_ "embed"
	"strings"

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
		Description: "Estimates the impact of a change: of an element or file (element), of a diff (diff: the " +
			"output of git diff), or of the difference between two revisions (base and head; without head, between " +
			"base and the work tree). Use it before a change to find what depends on the target, and after a change " +
			"to review it: what it breaks and which tests to run. summary and the counts come first; the lists are " +
			"pages. The response has the affected files, the most severe first, the tests, the closest first, and a " +
			"risk level with its rule and numbers. For an element, operation determines the severity of each " +
			"dependent. modify (the behaviour changes): major for callers, subclasses and users of the value, minor " +
			"for others. refactor (the name or signature changes): major for every reference and override, because " +
			"it must be updated. delete: breaking for every reference, including imports and re-exports. For a diff " +
			"or revisions, change has the elements that differ, the places that it should have updated but did not (breaks), " +
			"and the files that could not be analysed; the tests have a reason: changed, calls (they reach a changed " +
			"element), data (they read a changed file), loads (they load a changed file), config. All tests " +
			"together are meant to include every test whose result changes; run those with the reason \"changed\" or " +
			"\"calls\" first. The project must be on one side of the diff. The analysis follows up to " +
			"max_depth steps of calls, imports, references, extends and implements; for the tests of a change there " +
			"is no limit. It includes calls of a member that the target overrides or implements " +
			"(\"dispatch\": \"possible\"). Calls through callbacks, untyped values or string keys are not found: " +
			"\"unresolved\" counts places that may be such calls. If it is above 0, a short list of dependents " +
			"does not mean that the change is safe, especially in languages that are only parsed (\"precision\": " +
			"\"syntactic\"). coderef_coverage reports whether tests execute an element.",
		CLIDescription: "Estimates the impact of changing an element by running an installed coderef CLI, which " +
			"matches names. Use it before a change to find the dependents. It returns the affected files and a " +
			"risk level with its rule. The CLI does not know operations: coderef-mcp derives the severity of each " +
			"dependent from the operation and the distance. The CLI lists no tests and does not report what it " +
			"could not resolve.",
		Input: impactInput, Output: identified(impactOutput), Annotations: readOnly("Estimate the impact of a change"),
	}
}

// impactLimit is the default number of items on a page. A file has a list of elements, so a page
// is longer than that of other tools.
const impactLimit = 50

// ImpactRequest is the request of coderef_impact.
type ImpactRequest struct {
	Root       string
	Element    string // empty for a change of files
	Diff       string // empty unless the change is a diff
	Base, Head string // Base is empty unless the change is between two revisions; an empty Head is the work tree
	Operation  impact.Operation
	MaxDepth   int
	Limit      int
	Cursor     string
}

// ReadImpact reads the arguments of coderef_impact.
func ReadImpact(args arguments.Values) (r ImpactRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	if err = r.readSubject(args); err != nil {
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
	if r.Limit, err = args.Integer("limit", impactLimit, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	r.Cursor, err = args.Text("cursor")
	return r, err
}

// readSubject reads what changes: an element, a diff or two revisions.
func (r *ImpactRequest) readSubject(args arguments.Values) (err error) {
	const hint = "give one of element, diff, and base (with or without head)"
	given := 0
	for _, name := range []string{"element", "diff", "base"} {
		if args.Has(name) {
			given++
		}
	}
	switch {
	case args.Has("head") && !args.Has("base"):
		return toolerror.Invalid(hint, "head requires base")
	case given == 0:
		return toolerror.Invalid(hint, "element is required, or diff, or base")
	case given > 1:
		return toolerror.Invalid(hint, "element, diff and base exclude each other")
	case args.Has("operation") && !args.Has("element"):
		return toolerror.Invalid("omit operation: the change determines it", "operation applies to element only")
	case args.Has("element"):
		r.Element, err = args.RequiredText("element", toolerror.TargetHint)
		return err
	case args.Has("diff"):
		if r.Diff, err = args.Text("diff"); err == nil && strings.TrimSpace(r.Diff) == "" {
			err = toolerror.Invalid("without changes there is nothing to analyse", "diff is empty")
		}
		return err
	}
	if r.Base, err = args.RequiredText("base", RevisionHint); err == nil && args.Has("head") {
		r.Head, err = args.RequiredText("head", RevisionHint)
	}
	return err
}

// RevisionHint is the hint of errors about revisions.
const RevisionHint = "give a branch, tag or commit, such as main, v1.2 or HEAD~1"
