package mcpserver

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliCoverageSays = "Tells what an installed coderef CLI calls covered, for the project and, as far as it tells, for files and elements. " +
	"It does not tell whether tests were run or what its ratios count; they stand under \"functions\"."

// cliCounted is what answers about coverage have to say.
const cliCounted = "the coderef CLI does not tell what its ratios count, nor whether tests were run"

type cliCoverageAnswer struct {
	cliAnswer
	Format        string                 `json:"format"`
	Overall       cliOverall             `json:"overall"`
	Files         []corecli.FileCoverage `json:"files"`
	Total         int                    `json:"total"`
	UntestedFiles *int                   `json:"untested_files,omitempty"`
	NextCursor    string                 `json:"next_cursor,omitempty"`
}

type cliOverall struct {
	Functions corecli.Ratio `json:"functions"`
}

func (t *cliTools) coverage(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := readCoverageArguments(args)
	if err != nil {
		return nil, err
	}
	found, err := t.cli.Coverage(ctx, a.root)
	if err != nil {
		return nil, err
	}
	if a.format != "detailed" {
		for i := range found.Files {
			found.Files[i].Elements = nil
		}
	}
	shown, next, err := cliPage(found.Files, a.cursor, a.limit, cliRequest("coderef_coverage", a.root, a.format))
	if err != nil {
		return nil, err
	}
	return cliCoverageAnswer{
		cliAnswer: answered(append(found.Warnings, cliCounted)...), Format: a.format, Overall: cliOverall{found.Overall},
		Files: shown, Total: len(found.Files), UntestedFiles: found.Untested, NextCursor: next,
	}, nil
}
