package tools

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brief"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

//go:embed schema/context.input.json
var contextInput []byte

//go:embed schema/context.output.json
var contextOutput []byte

// The bounds of token_budget.
const (
	defaultTokenBudget = 4000
	minTokenBudget     = 200
	maxTokenBudget     = 100_000
)

// folderHint is the hint of errors about focus, which can also be a folder.
const folderHint = toolerror.TargetHint + ", or a folder"

// Context defines coderef_context.
func Context() Definition {
	return Definition{
		Name: "coderef_context",
		Description: "Describes a project in one compact brief. Use it first for a project that you do not know. " +
			"It returns what the project is, its packages, entry points, files to read first, commands that build " +
			"and test it, size and languages, folders and their purpose, the most called elements, " +
			"the most complex functions, the packages that the project uses, its tests, import cycles and other " +
			"notable facts. output_format is json, markdown or both. token_budget limits the size (4 bytes count " +
			"as one token): the least important items are dropped first, and \"truncated\" is true if any were. " +
			"focus limits the brief to an element, file or folder and its direct neighbours. Descriptions are the " +
			"first sentences of comments: the brief shows what the code contains, not why. The first brief of a " +
			"large project takes as long as resolving all of it.",
		CLIDescription: "Describes a project in one brief. Use it first for a project that you do not know. The " +
			"brief contains the parts that an installed coderef CLI reports: summary, elements, dependencies, " +
			"hotspots and notes. output_format is json, markdown or both. token_budget limits the size (4 bytes " +
			"count as one token); \"truncated\" is true if anything was dropped. focus limits elements and " +
			"hotspots to that element, file or folder; the rest of the brief is about the whole project.",
		Input: contextInput, Output: identified(contextOutput), Annotations: readOnly("Describe a project"),
	}
}

// ContextRequest is the request of coderef_context.
type ContextRequest struct {
	Root, Format string
	TokenBudget  int
	Options      brief.Options
}

// JSON reports whether the brief is requested as JSON.
func (r *ContextRequest) JSON() bool { return r.Format != "markdown" }

// Markdown reports whether the brief is requested as Markdown.
func (r *ContextRequest) Markdown() bool { return r.Format != "json" }

// ReadContext reads the arguments of coderef_context.
func ReadContext(args arguments.Values) (r ContextRequest, err error) {
	scan, err := ReadScan(args) // reads the root and the languages
	if err != nil {
		return r, err
	}
	r.Root = scan.Root
	if extensions := scan.Extensions(); !scan.AllLanguages {
		r.Options.Wanted = func(file string) bool {
			return slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(file, e) })
		}
	}
	if r.Format, err = args.OneOf("output_format", "json", "markdown", "both"); err != nil {
		return r, err
	}
	if r.TokenBudget, err = args.Integer("token_budget", defaultTokenBudget, minTokenBudget, maxTokenBudget); err != nil {
		return r, err
	}
	r.Options.Focus, err = readFocus(args, r.Root)
	return r, err
}

// readFocus reads focus relative to the root. Empty means the whole project.
func readFocus(args arguments.Values, root string) (string, error) {
	focus, err := args.Text("focus")
	if err != nil || focus == "" {
		return "", err
	}
	return arguments.InProject(root, focus), arguments.CheckText("focus", focus, folderHint)
}
