package server

import (
	"cmp"
	"slices"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

// briefAnswer is a brief as coderef_context gives it.
type briefAnswer struct {
	ProjectSummary    string             `json:"project_summary"`
	Stats             *statsAnswer       `json:"stats"`
	Modules           []moduleAnswer     `json:"modules"`
	EntryPoints       []entryPointAnswer `json:"entry_points"`
	KeyElements       []keyElementAnswer `json:"key_elements"`
	Hotspots          []hotspotAnswer    `json:"hotspots"`
	Dependencies      []packageUseAnswer `json:"dependencies"`
	Tests             *testSummaryAnswer `json:"tests"`
	ArchitectureNotes []string           `json:"architecture_notes"`
}

type statsAnswer struct {
	Files     int            `json:"files"`
	Elements  int            `json:"elements"`
	Lines     int            `json:"lines"`
	Languages map[string]int `json:"languages"`
}

type moduleAnswer struct {
	Path        string `json:"path"`
	Files       int    `json:"files"`
	Elements    int    `json:"elements"`
	Lines       int    `json:"lines"`
	Description string `json:"description"`
}

type entryPointAnswer struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

type keyElementAnswer struct {
	Element     *elementAnswer `json:"element"`
	FanIn       int            `json:"fan_in"`
	FanOut      int            `json:"fan_out"`
	Description string         `json:"description"`
}

type hotspotAnswer struct {
	Element    *elementAnswer `json:"element"`
	Score      float64        `json:"score"`
	Level      string         `json:"level"`
	Cyclomatic int            `json:"cyclomatic"`
	Lines      int            `json:"lines"`
}

type packageUseAnswer struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
}

type testSummaryAnswer struct {
	Files         int  `json:"files"`
	Cases         int  `json:"cases"`
	UntestedFiles *int `json:"untested_files"`
}

// message is nil where there is no brief.
func (a *briefAnswer) message(p *promises) *codeintelv1.Brief {
	if a == nil {
		return nil
	}
	return &codeintelv1.Brief{
		ProjectSummary: a.ProjectSummary,
		Stats:          must(p, "context.stats", a.Stats).message(),
		Modules:        some(a.Modules, (*moduleAnswer).message),
		EntryPoints:    some(a.EntryPoints, (*entryPointAnswer).message),
		KeyElements: some(a.KeyElements, func(k *keyElementAnswer) *codeintelv1.KeyElement {
			return &codeintelv1.KeyElement{
				Element: p.element("key_elements.element", k.Element),
				FanIn:   count(k.FanIn), FanOut: count(k.FanOut), Description: k.Description,
			}
		}),
		Hotspots: some(a.Hotspots, func(h *hotspotAnswer) *codeintelv1.Hotspot {
			return &codeintelv1.Hotspot{
				Element:    p.element("hotspots.element", h.Element),
				Score:      p.upTo(10, "hotspots.score", h.Score),
				Level:      enumOf[codeintelv1.ComplexityLevel](h.Level),
				Cyclomatic: count(h.Cyclomatic),
				LineCount:  count(h.Lines),
			}
		}),
		Dependencies:      some(a.Dependencies, (*packageUseAnswer).message),
		Tests:             a.Tests.message(),
		ArchitectureNotes: a.ArchitectureNotes,
	}
}

func (a *statsAnswer) message() *codeintelv1.ProjectStats {
	stats := &codeintelv1.ProjectStats{
		FileCount: count(a.Files), ElementCount: count(a.Elements), CodeLineCount: count(a.Lines),
	}
	for extension, files := range a.Languages {
		stats.FileExtensions = append(stats.FileExtensions, &codeintelv1.FileExtensionStats{
			FileExtension: extension, FileCount: count(files),
		})
	}
	slices.SortFunc(stats.FileExtensions, func(a, b *codeintelv1.FileExtensionStats) int {
		return cmp.Or(cmp.Compare(b.GetFileCount(), a.GetFileCount()), cmp.Compare(a.GetFileExtension(), b.GetFileExtension()))
	})
	return stats
}

func (a *moduleAnswer) message() *codeintelv1.BriefModule {
	return &codeintelv1.BriefModule{
		Path: a.Path, FileCount: count(a.Files), ElementCount: count(a.Elements), CodeLineCount: count(a.Lines),
		Description: a.Description,
	}
}

func (a *entryPointAnswer) message() *codeintelv1.EntryPoint {
	return &codeintelv1.EntryPoint{Name: a.Name, Location: lines(a.File, a.Line, 0), ElementId: a.ID, Reason: a.Reason}
}

func (a *packageUseAnswer) message() *codeintelv1.PackageUse {
	return &codeintelv1.PackageUse{Name: a.Name, FileCount: count(a.Files)}
}

// message is nil where nothing was said, as when there was no room.
func (a *testSummaryAnswer) message() *codeintelv1.TestSummary {
	if a == nil {
		return nil
	}
	return &codeintelv1.TestSummary{
		FileCount: count(a.Files), CaseCount: count(a.Cases), UntestedFileCount: optionalCount(a.UntestedFiles),
	}
}
