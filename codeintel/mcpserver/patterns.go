package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/patterns"
)

//go:embed schema/patterns.input.json
var patternsInput []byte

//go:embed schema/patterns.output.json
var patternsOutput []byte

const (
	// defaultPatterns is how many places a page has unless it is said.
	defaultPatterns = 10
	// maxSummary bounds summary; summary_total has them all.
	maxSummary = 200
)

func patternsTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_patterns",
		Description: "Finds known ways of writing code by pattern_type: route (HTTP routes with their paths), handler (functions that " +
			"answer requests and events), dependency_injection, decorator (decorators, annotations, attributes, directives), react " +
			"(components, hooks, context, memo), async, error_handling, guard_clause, test (test cases, fixtures, mocks), duplicate " +
			"(functions with the same body of 40 tokens or more but for their own names and literals; \"group\" is what is alike) and " +
			"test_gap (functions that no test reaches by calls, the most complex first); all is every one of them. \"summary\" counts " +
			"what there is, most used first, \"patterns\" lists the places. The patterns are recognized by how code is written, by " +
			"names and imports of well-known libraries: it does not see what only running the program shows, and home-made " +
			"frameworks go unnoticed. test_gap is static: in languages that are only parsed, every function is one, as calls are " +
			"\"unresolved\"; see coderef_coverage for what really ran.",
		InputSchema:  json.RawMessage(patternsInput),
		OutputSchema: json.RawMessage(patternsOutput),
		Annotations:  readOnly("Find code patterns"),
	}
}

type patternsAnswer struct {
	Success       bool                    `json:"success"`
	PatternType   string                  `json:"pattern_type"`
	Summary       []patternCount          `json:"summary"`
	SummaryTotal  int                     `json:"summary_total"`
	Patterns      []patternPlace          `json:"patterns"`
	Total         int                     `json:"total"`
	NextCursor    string                  `json:"next_cursor,omitempty"`
	Unresolved    *graph.UnresolvedCounts `json:"unresolved,omitempty"`
	Precision     facts.Precision         `json:"precision"`
	FilesAnalyzed int                     `json:"files_analyzed"`
	Warnings      []string                `json:"warnings,omitempty"`
}

type patternCount struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Count int    `json:"count"`
	Files int    `json:"files"`
}

type patternPlace struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
	Element string `json:"element,omitempty"`
	Group   string `json:"group,omitempty"`
	Detail  string `json:"detail,omitempty"`
}

type patternsArguments struct {
	root, kind string
	limit      int
	cursor     string
}

func readPatternsArguments(args arguments) (a patternsArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	word, err := args.text("pattern_type")
	if err != nil {
		return a, err
	}
	var known bool
	if a.kind, known = patterns.Kind(word); !known {
		return a, invalidInput("pattern_type is all or one of "+strings.Join(patterns.Kinds(), ", "), "unknown pattern_type %q", word)
	}
	if a.limit, err = args.integer("limit", defaultPatterns, 1, maxLimit); err != nil {
		return a, err
	}
	a.cursor, err = args.text("cursor")
	return a, err
}

func (t *tools) patterns(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readPatternsArguments(args)
	if err != nil {
		return nil, err
	}
	var answer *patternsAnswer
	err = t.project(a.root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		found, err := patterns.Find(ctx, s, a.kind)
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

func (a *patternsArguments) answer(s *index.Snapshot, found *patterns.Report) (*patternsAnswer, error) {
	key := paging.Key{
		Request: paging.DigestOf("coderef_patterns", a.root, a.kind),
		State:   paging.DigestOf(s.Digest(), len(found.Places)),
	}
	shown, next, err := page(found.Places, key, a.cursor, a.limit)
	if err != nil {
		return nil, err
	}
	answer := &patternsAnswer{
		Success: true, PatternType: a.kind, Summary: []patternCount{}, SummaryTotal: len(found.Counts), Patterns: []patternPlace{},
		Total: len(found.Places), NextCursor: next, Unresolved: found.Unresolved, Precision: facts.Syntactic, FilesAnalyzed: len(s.Files()), Warnings: s.Warnings(),
	}
	if a.kind == patterns.TestGap {
		answer.Precision = s.Precision()
	}
	for _, c := range found.Counts[:min(len(found.Counts), maxSummary)] {
		answer.Summary = append(answer.Summary, patternCount{c.Kind, c.Name, c.Places, c.Files})
	}
	for _, p := range shown {
		answer.Patterns = append(answer.Patterns, patternPlace{p.Kind, p.Name, p.File, p.Line, p.EndLine, p.Element, p.Group, p.Detail})
	}
	return answer, nil
}
