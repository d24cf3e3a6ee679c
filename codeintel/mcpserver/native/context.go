package native

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/brief"
	"github.com/coderef-system/coderefd/codeintel/complexity"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type contextResponse struct {
	Success bool `json:"success"`
	identified
	Format        string                  `json:"format"`
	TokenBudget   int                     `json:"token_budget"`
	Tokens        int                     `json:"tokens"`
	Context       *contextBrief           `json:"context,omitempty"`
	Markdown      string                  `json:"markdown,omitempty"`
	Truncated     bool                    `json:"truncated"`
	Unresolved    *graph.UnresolvedCounts `json:"unresolved,omitempty"`
	Precision     facts.Precision         `json:"precision"`
	FilesAnalyzed int                     `json:"files_analyzed"`
	Warnings      []string                `json:"warnings,omitempty"`
}

type contextBrief struct {
	ProjectSummary    string              `json:"project_summary"`
	Purpose           string              `json:"purpose,omitempty"`
	ReadFirst         []contextReading    `json:"read_first,omitempty"`
	Commands          []contextCommand    `json:"commands,omitempty"`
	Packages          []contextPackage    `json:"packages,omitempty"`
	EntryPoints       []contextEntry      `json:"entry_points"`
	ArchitectureNotes []string            `json:"architecture_notes"`
	Stats             contextStats        `json:"stats"`
	Tests             contextTests        `json:"tests"`
	Modules           []contextModule     `json:"modules"`
	KeyElements       []contextElement    `json:"key_elements"`
	Hotspots          []contextHotspot    `json:"hotspots"`
	Dependencies      []contextDependency `json:"dependencies"`
}

type contextReading struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

type contextCommand struct {
	Purpose    string `json:"purpose"`
	Command    string `json:"command"`
	DeclaredIn string `json:"declared_in"`
}

type contextPackage struct {
	Name        string `json:"name"`
	Path        string `json:"path"`
	Kind        string `json:"kind"`
	Description string `json:"description,omitempty"`
	Private     bool   `json:"private,omitempty"`
}

type contextStats struct {
	Files     int            `json:"files"`
	Elements  int            `json:"elements"`
	Lines     int            `json:"lines"`
	Languages map[string]int `json:"languages"`
}

type contextModule struct {
	Path        string `json:"path"`
	Files       int    `json:"files"`
	Elements    int    `json:"elements"`
	Lines       int    `json:"lines"`
	Description string `json:"description,omitempty"`
}

type contextEntry struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	ID     string `json:"id,omitempty"`
	Reason string `json:"reason"`
}

type contextElement struct {
	Element     facts.Element `json:"element"`
	FanIn       int           `json:"fan_in"`
	FanOut      int           `json:"fan_out"`
	Description string        `json:"description,omitempty"`
}

type contextHotspot struct {
	Element    facts.Element    `json:"element"`
	Score      float64          `json:"score"`
	Level      complexity.Level `json:"level"`
	Cyclomatic int              `json:"cyclomatic"`
	Lines      int              `json:"lines"`
}

type contextDependency struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
}

type contextTests struct {
	Files         int `json:"files"`
	Cases         int `json:"cases"`
	UntestedFiles int `json:"untested_files"`
}

// Context runs coderef_context.
func (t *Tools) Context(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadContext(args)
	if err != nil {
		return nil, err
	}
	return examine(ctx, t, r.Root, progress, func(ctx context.Context, s *index.Snapshot) (*contextResponse, error) {
		made, err := brief.Make(ctx, s, r.Options)
		if err != nil {
			return nil, toolerror.FromLookup(err)
		}
		return newContextResponse(&r, s, made)
	})
}

func newContextResponse(r *tools.ContextRequest, s *index.Snapshot, b *brief.Brief) (*contextResponse, error) {
	response := &contextResponse{
		Success: true, Format: r.Format, TokenBudget: r.TokenBudget, Unresolved: &b.Unresolved,
		Precision: s.Precision(), FilesAnalyzed: len(s.Files()), Warnings: s.Warnings(),
	}
	var failed error
	b.Fit(r.TokenBudget, func(b *brief.Brief) int {
		response.Context, response.Markdown = nil, ""
		size := 0
		if r.JSON() {
			response.Context = contextOf(b)
			text, err := tools.Encode(response.Context)
			if err != nil {
				failed = err
			}
			size += len(text)
		}
		if r.Markdown() {
			response.Markdown = b.Markdown()
			size += len(response.Markdown)
		}
		response.Tokens = brief.Tokens(size)
		return size
	})
	response.Truncated = b.Truncated
	return response, failed
}

func contextOf(b *brief.Brief) *contextBrief {
	out := &contextBrief{
		ProjectSummary: b.Summary, Purpose: b.Purpose, Stats: contextStats(b.Stats),
		Tests:   contextTests{b.Tests.Files, b.Tests.Cases, b.Tests.Untested},
		Modules: []contextModule{}, EntryPoints: []contextEntry{}, KeyElements: []contextElement{},
		Hotspots:     []contextHotspot{},
		Dependencies: []contextDependency{}, ArchitectureNotes: b.Notes,
	}
	for _, r := range b.ReadFirst {
		out.ReadFirst = append(out.ReadFirst, contextReading(r))
	}
	for _, c := range b.Commands {
		out.Commands = append(out.Commands, contextCommand(c))
	}
	for _, p := range b.Packages {
		out.Packages = append(out.Packages, contextPackage(p))
	}
	for _, m := range b.Modules {
		out.Modules = append(out.Modules, contextModule(m))
	}
	for _, p := range b.EntryPoints {
		out.EntryPoints = append(out.EntryPoints, contextEntry(p))
	}
	for _, k := range b.KeyElements {
		out.KeyElements = append(out.KeyElements, contextElement(k))
	}
	for _, h := range b.Hotspots {
		m := h.Metrics
		out.Hotspots = append(out.Hotspots, contextHotspot{h.Element, m.Score, m.Level, m.Cyclomatic, m.Lines})
	}
	for _, d := range b.Dependencies {
		out.Dependencies = append(out.Dependencies, contextDependency(d))
	}
	return out
}
