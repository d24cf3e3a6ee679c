package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/brief"
	"github.com/coderef-system/coderefd/codeintel/complexity"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

//go:embed schema/context.input.json
var contextInput []byte

//go:embed schema/context.output.json
var contextOutput []byte

// The bounds of token_budget.
const (
	defaultTokenBudget = 4000
	minTokenBudget     = 200
	maxTokenBudget     = 100_000
)

func contextTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_context",
		Description: "Tells in one compact brief what a project is: size and languages, folders with what they are for, entry points, the " +
			"most called elements, the most complex functions, the packages it uses, its tests, import cycles and what else stands " +
			"out. output_format json, markdown or both; token_budget bounds what comes (4 bytes are counted as a token), the most " +
			"important stays longest and \"truncated\" tells that something went. focus narrows it to an element, file or folder and " +
			"what is a step away. It tells what the code says, not why: descriptions are the first sentences of comments. " +
			"The first brief of a large project takes as long as resolving all of it.",
		InputSchema:  json.RawMessage(contextInput),
		OutputSchema: json.RawMessage(contextOutput),
		Annotations:  readOnly("Brief on a project"),
	}
}

type contextAnswer struct {
	Success       bool                    `json:"success"`
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
	Stats             contextStats        `json:"stats"`
	Modules           []contextModule     `json:"modules"`
	EntryPoints       []contextEntry      `json:"entry_points"`
	KeyElements       []contextElement    `json:"key_elements"`
	Hotspots          []contextHotspot    `json:"hotspots"`
	Dependencies      []contextDependency `json:"dependencies"`
	Tests             contextTests        `json:"tests"`
	ArchitectureNotes []string            `json:"architecture_notes"`
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

type contextArguments struct {
	root, format string
	budget       int
	options      brief.Options
}

func readContextArguments(args arguments) (a contextArguments, err error) {
	scan, err := readScanArguments(args) // the same root and languages
	if err != nil {
		return a, err
	}
	a.root = scan.root
	if extensions := scan.extensions(); !scan.all {
		a.options.Wanted = func(file string) bool {
			return slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(file, e) })
		}
	}
	if a.format, err = args.oneOf("output_format", "json", "markdown", "both"); err != nil {
		return a, err
	}
	if a.budget, err = args.integer("token_budget", defaultTokenBudget, minTokenBudget, maxTokenBudget); err != nil {
		return a, err
	}
	focus, err := args.text("focus")
	if err != nil || focus == "" {
		return a, err
	}
	a.options.Focus = inProject(a.root, focus)
	return a, checkText("focus", focus, targetHint+", or a folder")
}

func (t *tools) context(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readContextArguments(args)
	if err != nil {
		return nil, err
	}
	var answer *contextAnswer
	err = t.project(a.root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		made, err := brief.Make(ctx, s, a.options)
		if err != nil {
			return lookupError(err)
		}
		answer, err = a.answer(s, made)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func (a *contextArguments) answer(s *index.Snapshot, b *brief.Brief) (*contextAnswer, error) {
	answer := &contextAnswer{
		Success: true, Format: a.format, TokenBudget: a.budget, Unresolved: &b.Unresolved, Precision: s.Precision(), FilesAnalyzed: len(s.Files()), Warnings: s.Warnings(),
	}
	var failed error
	b.Fit(a.budget, func(b *brief.Brief) int {
		answer.Context, answer.Markdown = nil, ""
		size := 0
		if a.format != "markdown" {
			answer.Context = contextOf(b)
			text, err := compact(answer.Context)
			if err != nil {
				failed = err
			}
			size += len(text)
		}
		if a.format != "json" {
			answer.Markdown = b.Markdown()
			size += len(answer.Markdown)
		}
		answer.Tokens = brief.Tokens(size)
		return size
	})
	answer.Truncated = b.Truncated
	return answer, failed
}

func contextOf(b *brief.Brief) *contextBrief {
	out := &contextBrief{
		ProjectSummary: b.Summary, Stats: contextStats(b.Stats), Tests: contextTests{b.Tests.Files, b.Tests.Cases, b.Tests.Untested},
		Modules: []contextModule{}, EntryPoints: []contextEntry{}, KeyElements: []contextElement{}, Hotspots: []contextHotspot{},
		Dependencies: []contextDependency{}, ArchitectureNotes: b.Notes,
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
		out.Hotspots = append(out.Hotspots, contextHotspot{h.Element, h.Metrics.Score, h.Metrics.Level, h.Metrics.Cyclomatic, h.Metrics.Lines})
	}
	for _, d := range b.Dependencies {
		out.Dependencies = append(out.Dependencies, contextDependency(d))
	}
	return out
}
