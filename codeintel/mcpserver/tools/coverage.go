package tools

import (
	_ "embed"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
)

//go:embed schema/coverage.input.json
var coverageInput []byte

//go:embed schema/coverage.output.json
var coverageOutput []byte

// Coverage defines coderef_coverage.
func Coverage() Definition {
	return Definition{
		Name: "coderef_coverage",
		Description: "Reports the test coverage of a project: lines, functions and branches, for the project and " +
			"each source file; with format detailed, also for each function. Use it to find code without tests. It " +
			"does not run tests. \"mode\" states where the data comes from. execution: from the reports of a test " +
			"run that are in the project, listed under \"reports\" (lcov.info, coverage-final.json, coverage.out, " +
			"coverage.xml and similar, in the root, in packages and in their coverage folders); a report is stale " +
			"if a file that it covers is newer. static: there is no report, and functions that tests reach through " +
			"calls and imports count as covered. That is more than a test run would cover; \"unresolved\" counts " +
			"the calls and imports that could not be followed, such as all calls in languages that are only " +
			"parsed. The files with the most " +
			"important uncovered code come first. Test files are not counted, nor are generated files unless " +
			"include_generated is set; \"generated\" counts the latter. If there are reports, a file that none of " +
			"them mentions counts as " +
			"not covered.",
		CLIDescription: "Reports the coverage that an installed coderef CLI computes for the project and, if it " +
			"lists them, for files and elements. Use it to find code without tests. The CLI reports neither " +
			"whether tests were run nor the unit of its ratios, which are returned under \"functions\".",
		Input: coverageInput, Output: identified(coverageOutput), Annotations: readOnly("Report test coverage"),
	}
}

// CoverageRequest is the request of coderef_coverage.
type CoverageRequest struct {
	Root, Format     string
	Limit            int
	Cursor           string
	IncludeGenerated bool
}

// Detailed reports whether the functions of each file are requested.
func (r *CoverageRequest) Detailed() bool { return r.Format == "detailed" }

// ReadCoverage reads the arguments of coderef_coverage.
func ReadCoverage(args arguments.Values) (r CoverageRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	if r.Format, err = args.OneOf("format", "summary", "detailed"); err != nil {
		return r, err
	}
	if r.Limit, err = args.Integer("limit", paging.DefaultLimit, 1, paging.MaxLimit); err != nil {
		return r, err
	}
	if err := args.Flag("include_generated", &r.IncludeGenerated); err != nil {
		return r, err
	}
	r.Cursor, err = args.Text("cursor")
	return r, err
}
