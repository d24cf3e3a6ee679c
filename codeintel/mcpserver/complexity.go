package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/complexity"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
)

//go:embed schema/complexity.input.json
var complexityInput []byte

//go:embed schema/complexity.output.json
var complexityOutput []byte

// defaultHotspots is how many functions a page has unless it is said.
const defaultHotspots = 50

func complexityTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_complexity",
		Description: "Measures the complexity of an element, a file, a folder or the whole project (\".\"): lines, cyclomatic " +
			"complexity (McCabe: 1 + decisions), cognitive complexity (Campbell), nesting, parameters, fan-in, fan-out, and " +
			"a score from 0 to 10 with its level and the rule behind it. \"complexity\" describes the target; if the target " +
			"contains functions, it has their sums and maxima. \"elements\" lists the functions and methods in the target, " +
			"the most complex first, so the first ones are the hotspots. A nested function counts for itself if it has a " +
			"name, else for the function around it. fan_in counts the distinct callers outside, fan_out the distinct " +
			"functions outside that are called, those of packages included; both include what a call through an interface or " +
			"base class may reach. Neither is counted for the whole project. \"unresolved\" counts the calls and imports " +
			"that could not be resolved and may belong to fan_in or fan_out. It measures the text of the code, generated " +
			"code and tests included. It does not tell whether the code is correct or tested.",
		InputSchema:  json.RawMessage(complexityInput),
		OutputSchema: json.RawMessage(complexityOutput),
		Annotations:  readOnly("Measure complexity"),
	}
}

type complexityAnswer struct {
	Success       bool                   `json:"success"`
	Element       facts.Element          `json:"element"`
	Complexity    metrics                `json:"complexity"`
	Elements      []complexityElement    `json:"elements"`
	Total         int                    `json:"total"`
	NextCursor    string                 `json:"next_cursor,omitempty"`
	Rule          string                 `json:"rule"`
	Unresolved    graph.UnresolvedCounts `json:"unresolved"`
	Precision     facts.Precision        `json:"precision"`
	FilesAnalyzed int                    `json:"files_analyzed"`
	Warnings      []string               `json:"warnings,omitempty"`
}

type complexityElement struct {
	Element facts.Element `json:"element"`
	Metrics metrics       `json:"metrics"`
}

type metrics struct {
	Lines         int              `json:"lines"`
	CodeLines     int              `json:"code_lines,omitempty"`
	Functions     int              `json:"functions,omitempty"`
	Cyclomatic    int              `json:"cyclomatic"`
	MaxCyclomatic int              `json:"max_cyclomatic,omitempty"`
	Cognitive     int              `json:"cognitive"`
	MaxCognitive  int              `json:"max_cognitive,omitempty"`
	Nesting       int              `json:"nesting"`
	Parameters    int              `json:"parameters"`
	FanIn         int              `json:"fan_in"`
	FanOut        int              `json:"fan_out"`
	Score         float64          `json:"score"`
	Level         complexity.Level `json:"level"`
}

type complexityArguments struct {
	root, element string
	limit         int
	cursor        string
}

func readComplexityArguments(args arguments) (a complexityArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	if a.element, err = args.requiredText("element", targetHint+", or a folder; . is the project"); err != nil {
		return a, err
	}
	if a.limit, err = args.integer("limit", defaultHotspots, 1, maxLimit); err != nil {
		return a, err
	}
	a.cursor, err = args.text("cursor")
	return a, err
}

// target is the element as the engine understands it.
func (a *complexityArguments) target() string {
	if a.element == a.root {
		return "."
	}
	return inProject(a.root, a.element)
}

func (t *tools) complexity(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readComplexityArguments(args)
	if err != nil {
		return nil, err
	}
	var answer *complexityAnswer
	err = t.project(a.root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		found, err := complexity.Analyze(ctx, s, a.target())
		if err != nil {
			return lookupError(err)
		}
		answer, err = a.answer(ctx, s, found)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func (a *complexityArguments) answer(ctx context.Context, s *index.Snapshot, found *complexity.Report) (*complexityAnswer, error) {
	key := paging.Key{
		Request: paging.DigestOf("coderef_complexity", a.root, a.element),
		State:   paging.DigestOf(s.Digest()),
	}
	shown, next, err := page(found.Functions, key, a.cursor, a.limit)
	if err != nil {
		return nil, err
	}
	if err := found.CountFans(ctx, s, shown); err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	answer := &complexityAnswer{
		Success: true, Element: found.Element, Complexity: metrics(found.Metrics), Elements: []complexityElement{},
		Total: len(found.Functions), NextCursor: next, Rule: complexity.Rule, Unresolved: found.Unresolved,
		Precision: found.Precision(s), FilesAnalyzed: g.FileCount(), Warnings: s.Warnings(),
	}
	for _, f := range shown {
		answer.Elements = append(answer.Elements, complexityElement{f.Element, metrics(f.Metrics)})
	}
	return answer, nil
}
