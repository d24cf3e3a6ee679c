package native

import (
	"context"
	"time"

	"github.com/coderef-system/coderefd/codeintel/coverage"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type coverageResponse struct {
	Success bool `json:"success"`
	identified
	Format        string                  `json:"format"`
	Mode          coverage.Mode           `json:"mode"`
	Overall       coverageRatios          `json:"overall"`
	UntestedFiles int                     `json:"untested_files"`
	Total         int                     `json:"total"`
	Reports       []coverageReport        `json:"reports"`
	Files         []coverageFile          `json:"files"`
	NextCursor    string                  `json:"next_cursor,omitempty"`
	Unresolved    *graph.UnresolvedCounts `json:"unresolved,omitempty"`
	Precision     facts.Precision         `json:"precision"`
	FilesAnalyzed int                     `json:"files_analyzed"`
	Generated     *generatedFiles         `json:"generated,omitempty"`
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
	Callers  *int              `json:"callers,omitempty"`
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

// Coverage runs coderef_coverage.
func (t *Tools) Coverage(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadCoverage(args)
	if err != nil {
		return nil, err
	}
	return examine(ctx, t, r.Root, progress, func(ctx context.Context, s *index.Snapshot) (*coverageResponse, error) {
		found, err := coverage.Measure(ctx, s, r.IncludeGenerated)
		if err != nil {
			return nil, err
		}
		return newCoverageResponse(&r, s, found)
	})
}

func newCoverageResponse(
	r *tools.CoverageRequest, s *index.Snapshot, found *coverage.Result,
) (*coverageResponse, error) {
	warnings := append(found.Warnings, s.Warnings()...)
	response := &coverageResponse{
		Success: true, Format: r.Format, Mode: found.Mode, Reports: []coverageReport{}, Files: []coverageFile{},
		Overall: ratios(found.Lines, found.Functions, found.Branches), Total: len(found.Files),
		UntestedFiles: found.Untested, Unresolved: found.Unresolved,
		Precision: s.Precision(), FilesAnalyzed: len(s.Files()),
		Generated: newGeneratedFiles(found.Generated, r.IncludeGenerated),
		Warnings:  warnings[:min(len(warnings), index.MaxWarnings)],
	}
	for _, p := range found.Reports {
		modified := p.Modified.UTC().Format(time.RFC3339)
		response.Reports = append(response.Reports, coverageReport{p.File, p.Format, modified, p.Stale})
	}
	// The digest of the snapshot covers source files only, and a report that is written
	// twice within a second has the same time. So the state includes the results.
	key := paging.Key{
		Request: paging.DigestOf("coderef_coverage", r.Root, r.Format, r.IncludeGenerated),
		State:   paging.DigestOf(s.Digest(), response.Reports, found.Files),
	}
	shown, next, err := paging.Page(found.Files, key, r.Cursor, r.Limit)
	if err != nil {
		return nil, err
	}
	response.NextCursor = next
	for i := range shown {
		response.Files = append(response.Files, newCoverageFile(r, &shown[i], found.Mode))
	}
	return response, nil
}

func newCoverageFile(r *tools.CoverageRequest, f *coverage.File, mode coverage.Mode) coverageFile {
	out := coverageFile{File: f.Path, coverageRatios: ratios(f.Lines, f.Functions, f.Branches), Tested: f.Tested}
	if mode == coverage.Static {
		out.Callers = &f.Callers
	}
	if !r.Detailed() {
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
