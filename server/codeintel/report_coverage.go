package codeintel

import (
	"context"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// coverageResult is the structured result of coderef_coverage.
type coverageResult struct {
	analysisResult

	Format        string                 `json:"format"`
	Mode          string                 `json:"mode"`
	Reports       []coverageReportResult `json:"reports"`
	Overall       *coverageFiguresResult `json:"overall"`
	Files         *[]coverageFileResult  `json:"files"`
	Total         int                    `json:"total"`
	NextCursor    string                 `json:"next_cursor"`
	UntestedFiles *int                   `json:"untested_files"`
}

type coverageReportResult struct {
	File     string `json:"file"`
	Format   string `json:"format"`
	Modified string `json:"modified"`
	Stale    bool   `json:"stale"`
}

type coverageFiguresResult struct {
	Lines     *coverageCountResult `json:"lines"`
	Functions *coverageCountResult `json:"functions"`
	Branches  *coverageCountResult `json:"branches"`
}

type coverageCountResult struct {
	Covered *int     `json:"covered"`
	Total   *int     `json:"total"`
	Ratio   *float64 `json:"ratio"`
}

type coverageFileResult struct {
	coverageFiguresResult

	File     string                  `json:"file"`
	Tested   *bool                   `json:"tested"`
	Callers  *int                    `json:"callers"`
	Elements []coverageElementResult `json:"elements"`
}

type coverageElementResult struct {
	ID      string   `json:"id"`
	Type    string   `json:"type"`
	Name    string   `json:"name"`
	Line    int      `json:"line"`
	EndLine int      `json:"end_line"`
	Covered bool     `json:"covered"`
	Ratio   *float64 `json:"ratio"`
	Hits    *int64   `json:"hits"`
}

// coverageArguments are the arguments of coderef_coverage. Unset ones are not sent.
type coverageArguments struct {
	ProjectPath      string `json:"project_path"`
	Format           string `json:"format,omitempty"`
	Limit            int32  `json:"limit,omitzero"`
	Cursor           string `json:"cursor,omitempty"`
	IncludeGenerated bool   `json:"include_generated,omitzero"`
}

// ReportCoverage reports the test coverage of a project.
func (s *Service) ReportCoverage(
	ctx context.Context, req *codeintelv1.ReportCoverageRequest,
) (*codeintelv1.ReportCoverageResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_ReportCoverage_FullMethodName, instead: smallerPage,
		arguments: coverageArguments{
			ProjectPath:      req.GetProjectPath(),
			Format:           wordOf(req.GetFormat(), "_"),
			Limit:            typedPageSize(req.GetPageSize()),
			Cursor:           req.GetPageToken(),
			IncludeGenerated: req.GetIncludeGenerated(),
		},
	}, (*coverageResult).response)
}

func (a *coverageResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.ReportCoverageResponse {
	overall := must(p, "overall", a.Overall)
	return &codeintelv1.ReportCoverageResponse{
		Format: enumOf[codeintelv1.CoverageFormat](a.Format),
		Mode:   enumOf[codeintelv1.CoverageMode](a.Mode),
		Reports: some(a.Reports, func(r *coverageReportResult) *codeintelv1.CoverageReport {
			return &codeintelv1.CoverageReport{
				File:       r.File,
				Format:     coverageFormat(r.Format),
				ModifyTime: p.time("reports.modified", r.Modified),
				Stale:      r.Stale,
			}
		}),
		Overall: &codeintelv1.CoverageTotals{
			Lines:     overall.Lines.message(p),
			Functions: overall.Functions.message(p),
			Branches:  overall.Branches.message(p),
		},
		Files: each(p, "files", a.Files, func(f *coverageFileResult) *codeintelv1.FileCoverage {
			return f.message(p)
		}),
		NextPageToken:     a.NextCursor,
		TotalSize:         toolcall.Count(a.Total),
		UntestedFileCount: optionalCount(a.UntestedFiles),
		Analysis:          a.analysis(),
		CallInfo:          call,
	}
}

// message returns nil if nothing is known.
func (a *coverageCountResult) message(p *contractCheck) *codeintelv1.CoverageCount {
	if a == nil {
		return nil
	}
	c := &codeintelv1.CoverageCount{CoveredCount: optionalCount(a.Covered), TotalCount: optionalCount(a.Total)}
	if a.Total == nil || *a.Total > 0 { // the share of an empty set is undefined
		c.Ratio = p.optionalUpTo(1, "ratio", a.Ratio)
	}
	return c
}

func (a *coverageFileResult) message(p *contractCheck) *codeintelv1.FileCoverage {
	return &codeintelv1.FileCoverage{
		File:        a.File,
		Lines:       a.Lines.message(p),
		Functions:   a.Functions.message(p),
		Branches:    a.Branches.message(p),
		Tested:      a.Tested,
		CallerCount: optionalCount(a.Callers),
		Elements: some(a.Elements, func(e *coverageElementResult) *codeintelv1.ElementCoverage {
			return &codeintelv1.ElementCoverage{
				Element: &codeintelv1.Element{
					Id:       e.ID,
					Type:     enumOf[codeintelv1.ElementType](e.Type),
					Name:     e.Name,
					Location: lines(a.File, e.Line, e.EndLine),
				},
				Covered:  e.Covered,
				Ratio:    p.optionalUpTo(1, "elements.ratio", e.Ratio),
				HitCount: e.Hits,
			}
		}),
	}
}

// coverageFormat returns the format of a report. The tool names the Cobertura format after the program that
// most often writes it.
func coverageFormat(word string) codeintelv1.CoverageReportFormat {
	if word == "coverage.py" {
		return codeintelv1.CoverageReportFormat_COVERAGE_REPORT_FORMAT_COBERTURA
	}
	return enumOf[codeintelv1.CoverageReportFormat](word)
}
