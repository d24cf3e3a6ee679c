package cli

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// ratioWarning is a warning of every response about coverage.
const ratioWarning = "the coderef CLI reports neither the unit of its ratios nor whether tests were run"

type coverageResponse struct {
	response
	Format        string                 `json:"format"`
	Overall       overall                `json:"overall"`
	Files         []corecli.FileCoverage `json:"files"`
	Total         int                    `json:"total"`
	UntestedFiles *int                   `json:"untested_files,omitempty"`
	NextCursor    string                 `json:"next_cursor,omitempty"`
}

type overall struct {
	Functions corecli.Ratio `json:"functions"`
}

// Coverage runs coderef_coverage.
func (t *Tools) Coverage(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadCoverage(args)
	if err != nil {
		return nil, err
	}
	found, err := t.program.Coverage(ctx, r.Root)
	if err != nil {
		return nil, err
	}
	if !r.Detailed() {
		for i := range found.Files {
			found.Files[i].Elements = nil
		}
	}
	shown, next, err := page(found.Files, r.Cursor, r.Limit, requestDigest("coderef_coverage", r.Root, r.Format))
	if err != nil {
		return nil, err
	}
	warnings := append(generatedWarnings(r.IncludeGenerated), found.Warnings...)
	return coverageResponse{
		response: t.newResponse(ctx, r.Root, append(warnings, ratioWarning)...),
		Format:   r.Format, Overall: overall{found.Overall},
		Files: shown, Total: len(found.Files), UntestedFiles: found.Untested, NextCursor: next,
	}, nil
}
