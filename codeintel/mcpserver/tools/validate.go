package tools

import (
	_ "embed"
	"math"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

//go:embed schema/validate.input.json
var validateInput []byte

//go:embed schema/validate.output.json
var validateOutput []byte

// defaultPattern is the default of pattern.
const defaultPattern = "**/*.ts"

// Validate defines coderef_validate.
func Validate() Definition {
	return Definition{
		Name: "coderef_validate",
		Description: "Checks the CodeRef2 references in comments, such as @Fn/src/a.ts#f:3 and " +
			"@coderef{src/a.ts:f}. Use it to find references that do not match the code. It checks that each " +
			"reference is well formed, that its type and metadata are known, and that its file and element exist. " +
			"It reads the files that pattern matches, by default " + defaultPattern + " only; in files of an unknown " +
			"language, such as Markdown, it searches the whole text. All published forms are accepted, including paths " +
			"without extension and older metadata. A reference with an error is invalid; with warnings only, such as an " +
			"outdated line number, it is valid. \"suggestions\" are complete references, the closest first; \"fixable\" " +
			"means that the first one can replace the reference without review. For endpoints, members of enums and of " +
			"object literals, and elements of files of an unknown language, only the file is checked. It changes nothing " +
			"(see coderef_tag).",
		CLIDescription: "Checks the CodeRef2 references in the files that pattern matches, by default " +
			defaultPattern + " only, by running an installed coderef CLI. Use it to find references that do not " +
			"match the code. It returns the number of valid references and the errors of the others. It changes " +
			"nothing.",
		Input: validateInput, Output: identified(validateOutput), Annotations: readOnly("Check the references in comments"),
	}
}

// ValidateRequest is the request of coderef_validate.
type ValidateRequest struct {
	Root, Pattern string
	Limit         int
	Cursor        string
}

// ReadValidate reads the arguments of coderef_validate.
func ReadValidate(args arguments.Values) (r ValidateRequest, err error) {
	const hint = "give a glob of files below the project, such as **/*.{ts,md}"
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	r.Pattern = defaultPattern
	if err = args.Value("pattern", "a string", &r.Pattern); err != nil {
		return r, err
	}
	if err = arguments.CheckText("pattern", r.Pattern, hint); err != nil {
		return r, err
	}
	r.Pattern = strings.TrimPrefix(arguments.InProject(r.Root, r.Pattern), "./")
	switch {
	case !doublestar.ValidatePattern(r.Pattern):
		return r, toolerror.Invalid(hint, "pattern is not a valid glob: %q", r.Pattern)
	case strings.HasPrefix(r.Pattern, "/"), slices.Contains(strings.Split(r.Pattern, "/"), ".."):
		return r, toolerror.Invalid(hint, "pattern leads out of the project: %q", r.Pattern)
	}
	if r.Limit, err = args.Integer("limit", paging.DefaultLimit, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	r.Cursor, err = args.Text("cursor")
	return r, err
}

// ValidPercentage returns the share of valid references with one decimal, rounded down so
// that only "all of them" is 100. It is 100 if there are none.
func ValidPercentage(valid, total int) float64 {
	if total == 0 {
		return 100
	}
	return math.Floor(1000*float64(valid)/float64(total)) / 10
}
