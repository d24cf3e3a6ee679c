package codeintel

import (
	"cmp"
	"slices"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// briefResult is a brief in the form of coderef_context.
type briefResult struct {
	ProjectSummary    string             `json:"project_summary"`
	Stats             *statsResult       `json:"stats"`
	Modules           []moduleResult     `json:"modules"`
	EntryPoints       []entryPointResult `json:"entry_points"`
	KeyElements       []keyElementResult `json:"key_elements"`
	Hotspots          []hotspotResult    `json:"hotspots"`
	Dependencies      []packageUseResult `json:"dependencies"`
	Tests             *testSummaryResult `json:"tests"`
	ArchitectureNotes []string           `json:"architecture_notes"`
	Purpose           string             `json:"purpose"`
	Packages          []packageResult    `json:"packages"`
	ReadFirst         []readingResult    `json:"read_first"`
	Commands          []commandResult    `json:"commands"`
}

type packageResult struct {
	Name        string `json:"name"`
	Path        string `json:"path"`
	Kind        string `json:"kind"`
	Description string `json:"description"`
	Private     bool   `json:"private"`
}

type readingResult struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

type commandResult struct {
	Purpose    string `json:"purpose"`
	Command    string `json:"command"`
	DeclaredIn string `json:"declared_in"`
}

type statsResult struct {
	Files     *int           `json:"files"`
	Elements  *int           `json:"elements"`
	Lines     *int           `json:"lines"`
	Languages map[string]int `json:"languages"`
}

type moduleResult struct {
	Path        string `json:"path"`
	Files       *int   `json:"files"`
	Elements    *int   `json:"elements"`
	Lines       *int   `json:"lines"`
	Description string `json:"description"`
}

type entryPointResult struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

type keyElementResult struct {
	Element     *elementResult `json:"element"`
	FanIn       *int           `json:"fan_in"`
	FanOut      *int           `json:"fan_out"`
	Description string         `json:"description"`
}

type hotspotResult struct {
	Element    *elementResult `json:"element"`
	Score      *float64       `json:"score"`
	Level      string         `json:"level"`
	Cyclomatic *int           `json:"cyclomatic"`
	Lines      *int           `json:"lines"`
}

type packageUseResult struct {
	Name  string `json:"name"`
	Files *int   `json:"files"`
}

type testSummaryResult struct {
	Files         *int `json:"files"`
	Cases         *int `json:"cases"`
	UntestedFiles *int `json:"untested_files"`
}

// message returns nil if there is no brief.
func (a *briefResult) message(p *contractCheck) *codeintelv1.Brief {
	if a == nil {
		return nil
	}
	return &codeintelv1.Brief{
		ProjectSummary: a.ProjectSummary,
		Stats:          must(p, "context.stats", a.Stats).message(),
		Modules:        some(a.Modules, (*moduleResult).message),
		EntryPoints:    some(a.EntryPoints, (*entryPointResult).message),
		KeyElements: some(a.KeyElements, func(k *keyElementResult) *codeintelv1.KeyElement {
			return &codeintelv1.KeyElement{
				Element: p.element("key_elements.element", k.Element),
				FanIn:   optionalCount(k.FanIn), FanOut: optionalCount(k.FanOut), Description: k.Description,
			}
		}),
		Hotspots: some(a.Hotspots, func(h *hotspotResult) *codeintelv1.Hotspot {
			return &codeintelv1.Hotspot{
				Element:    p.element("hotspots.element", h.Element),
				Score:      p.optionalUpTo(10, "hotspots.score", h.Score),
				Level:      enumOf[codeintelv1.ComplexityLevel](h.Level),
				Cyclomatic: optionalCount(h.Cyclomatic),
				LineCount:  optionalCount(h.Lines),
			}
		}),
		Dependencies:      some(a.Dependencies, (*packageUseResult).message),
		Tests:             a.Tests.message(),
		ArchitectureNotes: a.ArchitectureNotes,
		Purpose:           a.Purpose,
		Packages:          some(a.Packages, (*packageResult).message),
		ReadFirst: some(a.ReadFirst, func(r *readingResult) *codeintelv1.BriefReading {
			return &codeintelv1.BriefReading{Path: r.Path, Reason: r.Reason}
		}),
		Commands: some(a.Commands, func(c *commandResult) *codeintelv1.BriefCommand {
			return &codeintelv1.BriefCommand{Purpose: c.Purpose, Command: c.Command, DeclaredIn: c.DeclaredIn}
		}),
	}
}

func (a *statsResult) message() *codeintelv1.ProjectStats {
	stats := &codeintelv1.ProjectStats{
		FileCount:     optionalCount(a.Files),
		ElementCount:  optionalCount(a.Elements),
		CodeLineCount: optionalCount(a.Lines),
	}
	for extension, files := range a.Languages {
		stats.FileExtensions = append(stats.FileExtensions, &codeintelv1.FileExtensionStats{
			FileExtension: extension, FileCount: toolcall.Count(files),
		})
	}
	slices.SortFunc(stats.FileExtensions, func(a, b *codeintelv1.FileExtensionStats) int {
		return cmp.Or(
			cmp.Compare(b.GetFileCount(), a.GetFileCount()), cmp.Compare(a.GetFileExtension(), b.GetFileExtension()),
		)
	})
	return stats
}

func (a *moduleResult) message() *codeintelv1.BriefModule {
	return &codeintelv1.BriefModule{
		Path:          a.Path,
		FileCount:     optionalCount(a.Files),
		ElementCount:  optionalCount(a.Elements),
		CodeLineCount: optionalCount(a.Lines),
		Description:   a.Description,
	}
}

func (a *entryPointResult) message() *codeintelv1.EntryPoint {
	return &codeintelv1.EntryPoint{Name: a.Name, Location: lines(a.File, a.Line, 0), ElementId: a.ID, Reason: a.Reason}
}

func (a *packageResult) message() *codeintelv1.BriefPackage {
	return &codeintelv1.BriefPackage{
		Name: a.Name, Path: a.Path, Kind: a.Kind, Description: a.Description, Private: a.Private,
	}
}

func (a *packageUseResult) message() *codeintelv1.PackageUse {
	return &codeintelv1.PackageUse{Name: a.Name, FileCount: optionalCount(a.Files)}
}

// message returns nil if the tool reported nothing, for example because the budget was used up.
func (a *testSummaryResult) message() *codeintelv1.TestSummary {
	if a == nil {
		return nil
	}
	return &codeintelv1.TestSummary{
		FileCount:         optionalCount(a.Files),
		CaseCount:         optionalCount(a.Cases),
		UntestedFileCount: optionalCount(a.UntestedFiles),
	}
}
