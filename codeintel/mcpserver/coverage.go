package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/coverage"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
)

//go:embed schema/coverage.input.json
var coverageInput []byte

//go:embed schema/coverage.output.json
var coverageOutput []byte

func coverageTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_coverage",
		Description: "Tells what of a project's code tests run: lines, functions and branches, for the project and each source file; " +
			"with format detailed, for each function. mode says how that is known. execution: from the reports of a test run that " +
			"lie in the project, named under \"reports\" (lcov.info, coverage-final.json, coverage.out, coverage.xml and the like, in " +
			"the root, in packages and in their coverage folders); a report is stale when a file it tells of is newer. static: there " +
			"is no report, and functions count as covered that tests reach by calls and imports, whether they really run them or not: " +
			"more than a test run would cover; \"unresolved\" counts what could not be followed, such as all calls in languages that are " +
			"only parsed. It runs no tests. Test files are not counted; a file that no report tells of counts as not run.",
		InputSchema:  json.RawMessage(coverageInput),
		OutputSchema: json.RawMessage(coverageOutput),
		Annotations:  readOnly("Tell what tests cover"),
	}
}

type coverageAnswer struct {
	Success       bool                    `json:"success"`
	Format        string                  `json:"format"`
	Mode          coverage.Mode           `json:"mode"`
	Reports       []coverageReport        `json:"reports"`
	Overall       coverageRatios          `json:"overall"`
	Files         []coverageFile          `json:"files"`
	Total         int                     `json:"total"`
	UntestedFiles int                     `json:"untested_files"`
	NextCursor    string                  `json:"next_cursor,omitempty"`
	Unresolved    *graph.UnresolvedCounts `json:"unresolved,omitempty"`
	Precision     facts.Precision         `json:"precision"`
	FilesAnalyzed int                     `json:"files_analyzed"`
	Warnings      []string                `json:"warnings,omitempty"`
}

type coverageReport struct {
	File     string          `json:"file"`
	Format   coverage.Format `json:"format"`
	Modified string          `json:"modified"`
	Stale    bool            `json:"stale"`
}

type coverageRatios struct {
	Lines     *coverageRatio `json:"lines,omitempty"`
	Functions coverageRatio  `json:"functions"`
	Branches  *coverageRatio `json:"branches,omitempty"`
}

type coverageRatio struct {
	Covered int     `json:"covered"`
	Total   int     `json:"total"`
	Ratio   float64 `json:"ratio"`
}

type coverageFile struct {
	File string `json:"file"`
	coverageRatios
	Tested   bool              `json:"tested"`
	Elements []coverageElement `json:"elements,omitempty"`
}

type coverageElement struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Line    int      `json:"line"`
	EndLine int      `json:"end_line"`
	Covered bool     `json:"covered"`
	Ratio   *float64 `json:"ratio,omitempty"`
	Hits    *int     `json:"hits,omitempty"`
}

type coverageArguments struct {
	root, format string
	limit        int
	cursor       string
}

func readCoverageArguments(args arguments) (a coverageArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	a.format = "summary"
	if err = args.value("format", "a string", &a.format); err != nil {
		return a, err
	}
	if a.format != "summary" && a.format != "detailed" {
		return a, invalidInput("format is summary or detailed", "unknown format %q", a.format)
	}
	if a.limit, err = args.integer("limit", defaultLimit, 1, maxLimit); err != nil {
		return a, err
	}
	a.cursor, err = args.text("cursor")
	return a, err
}

func (t *tools) coverage(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readCoverageArguments(args)
	if err != nil {
		return nil, err
	}
	var answer *coverageAnswer
	err = t.project(a.root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		found, err := coverage.Measure(ctx, s)
		if err != nil {
			return err
		}
		answer, err = a.answer(s, found)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func (a *coverageArguments) answer(s *index.Snapshot, found *coverage.Result) (*coverageAnswer, error) {
	warnings := append(found.Warnings, s.Warnings()...)
	answer := &coverageAnswer{
		Success: true, Format: a.format, Mode: found.Mode, Reports: []coverageReport{}, Files: []coverageFile{},
		Overall: ratios(found.Lines, found.Functions, found.Branches), Total: len(found.Files), UntestedFiles: found.Untested, Unresolved: found.Unresolved,
		Precision: s.Precision(), FilesAnalyzed: len(s.Files()), Warnings: warnings[:min(len(warnings), index.MaxWarnings)],
	}
	for _, r := range found.Reports {
		answer.Reports = append(answer.Reports, coverageReport{r.File, r.Format, r.Modified.UTC().Format(time.RFC3339), r.Stale})
	}
	// The digest covers source files only, not the reports, and a report that is written
	// twice within a second has the same time. So the results count too.
	key := paging.Key{
		Request: paging.DigestOf("coderef_coverage", a.root, a.format),
		State:   paging.DigestOf(s.Digest(), answer.Reports, found.Files),
	}
	shown, next, err := page(found.Files, key, a.cursor, a.limit)
	if err != nil {
		return nil, err
	}
	answer.NextCursor = next
	for i := range shown {
		answer.Files = append(answer.Files, a.file(&shown[i], found.Mode))
	}
	return answer, nil
}

func (a *coverageArguments) file(f *coverage.File, mode coverage.Mode) coverageFile {
	out := coverageFile{File: f.Path, coverageRatios: ratios(f.Lines, f.Functions, f.Branches), Tested: f.Tested}
	if a.format != "detailed" {
		return out
	}
	for i := range f.Elements {
		e := &f.Elements[i]
		element := coverageElement{ID: e.ID, Name: e.Name, Type: e.Type, Line: e.Line, EndLine: e.EndLine, Covered: e.Covered}
		if mode == coverage.Execution {
			element.Hits = &e.Hits
			if ratio := e.Lines.Of(); e.Lines.Total > 0 {
				element.Ratio = &ratio
			}
		}
		out.Elements = append(out.Elements, element)
	}
	return out
}

func ratios(lines, functions, branches coverage.Ratio) coverageRatios {
	return coverageRatios{Lines: optionalRatio(lines), Functions: ratio(functions), Branches: optionalRatio(branches)}
}

func optionalRatio(r coverage.Ratio) *coverageRatio {
	if r.Total == 0 {
		return nil
	}
	out := ratio(r)
	return &out
}

func ratio(r coverage.Ratio) coverageRatio { return coverageRatio{r.Covered, r.Total, r.Of()} }
