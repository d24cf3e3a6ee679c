package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/refcheck"
	"github.com/coderef-system/coderefd/codeintel/source"
)

//go:embed schema/validate.input.json
var validateInput []byte

//go:embed schema/validate.output.json
var validateOutput []byte

// defaultPattern matches the files whose references are checked unless it is said.
const defaultPattern = "**/*.ts"

func validateTool() *mcp.Tool {
	return &mcp.Tool{
		Name: "coderef_validate",
		Description: "Checks the CodeRef2 references in comments, such as @Fn/src/a.ts#f:3 and @coderef{src/a.ts:f}: whether they are " +
			"well formed, use known types and metadata, and whether the file and the element they name are there. Reads the files " +
			"that pattern matches, by default " + defaultPattern + " only; in files of no known language, such as Markdown, the whole text " +
			"counts. All published forms are accepted: paths without extension, older metadata. A reference with an error is " +
			"invalid; warnings, such as a line that is no longer the element's, leave it valid. suggestions are whole references, the " +
			"nearest first; fixable says that the first can be used without a look. Members of enums and of object literals, " +
			"endpoints, and what stands in files of no known language are not checked beyond the file. It changes nothing (see coderef_tag).",
		InputSchema:  json.RawMessage(validateInput),
		OutputSchema: json.RawMessage(validateOutput),
		Annotations:  readOnly("Check the references in comments"),
	}
}

type validateAnswer struct {
	Success       bool               `json:"success"`
	Pattern       string             `json:"pattern"`
	FilesChecked  int                `json:"files_checked"`
	Total         int                `json:"total"`
	Valid         int                `json:"valid"`
	Invalid       int                `json:"invalid"`
	Percentage    float64            `json:"percentage"`
	Errors        []refcheck.Finding `json:"errors"`
	ErrorsTotal   int                `json:"errors_total"`
	NextCursor    string             `json:"next_cursor,omitempty"`
	Precision     facts.Precision    `json:"precision"`
	FilesAnalyzed int                `json:"files_analyzed"`
	Warnings      []string           `json:"warnings,omitempty"`
}

type validateArguments struct {
	root, pattern string
	limit         int
	cursor        string
}

func readValidateArguments(args arguments) (a validateArguments, err error) {
	const hint = "give a glob of files below the project, such as **/*.{ts,md}"
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	a.pattern = defaultPattern
	if err = args.value("pattern", "a string", &a.pattern); err != nil {
		return a, err
	}
	if err = checkText("pattern", a.pattern, hint); err != nil {
		return a, err
	}
	a.pattern = strings.TrimPrefix(inProject(a.root, a.pattern), "./")
	switch {
	case !doublestar.ValidatePattern(a.pattern):
		return a, invalidInput(hint, "pattern is no glob: %q", a.pattern)
	case strings.HasPrefix(a.pattern, "/"), slices.Contains(strings.Split(a.pattern, "/"), ".."):
		return a, invalidInput(hint, "pattern leads out of the project: %q", a.pattern)
	}
	if a.limit, err = args.integer("limit", defaultLimit, 1, maxLimit); err != nil {
		return a, err
	}
	a.cursor, err = args.text("cursor")
	return a, err
}

func (t *tools) validate(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readValidateArguments(args)
	if err != nil {
		return nil, err
	}
	var answer *validateAnswer
	err = t.project(a.root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		answer, err = a.check(ctx, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func (a *validateArguments) check(ctx context.Context, s *index.Snapshot) (*validateAnswer, error) {
	project, analyzed, err := a.project(ctx, s)
	if err != nil {
		return nil, err
	}
	tree := source.NewTree(a.root, func(file string) bool { return doublestar.MatchUnvalidated(a.pattern, file) })
	if _, err := tree.Look(ctx); err != nil {
		return nil, err
	}
	answer := &validateAnswer{
		Success: true, Pattern: a.pattern, Precision: facts.Syntactic, FilesAnalyzed: analyzed, Warnings: s.Warnings(),
	}
	findings := []refcheck.Finding{}
	for _, f := range tree.Files() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		text, ok := s.Text(f.Path)
		if !ok {
			var reason string
			if text, reason = source.Read(filepath.Join(a.root, filepath.FromSlash(f.Path))); reason != "" {
				answer.warn(f.Path + ": " + reason)
				continue
			}
		}
		total, invalid, found := project.Check(f.Path, text)
		answer.FilesChecked++
		answer.Total += total
		answer.Invalid += invalid
		findings = append(findings, found...)
	}
	answer.Valid = answer.Total - answer.Invalid
	answer.Percentage = 100
	if answer.Total > 0 {
		answer.Percentage = percent(answer.Valid, answer.Total)
	}
	answer.ErrorsTotal = len(findings)
	// The digest does not cover files of unknown languages, so the findings count too.
	key := paging.Key{
		Request: paging.DigestOf("coderef_validate", a.root, a.pattern),
		State:   paging.DigestOf(s.Digest(), answer.FilesChecked, answer.Total, findings),
	}
	if answer.Errors, answer.NextCursor, err = page(findings, key, a.cursor, a.limit); err != nil {
		return nil, err
	}
	return answer, nil
}

// warn adds a warning while there is room.
func (v *validateAnswer) warn(text string) {
	if len(v.Warnings) < index.MaxWarnings {
		v.Warnings = append(v.Warnings, text)
	}
}

// percent has one decimal; only all of them are 100.
func percent(part, whole int) float64 { return math.Floor(1000*float64(part)/float64(whole)) / 10 }

// project returns what references can point at.
func (a *validateArguments) project(ctx context.Context, s *index.Snapshot) (*refcheck.Project, int, error) {
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, 0, err
	}
	var files []refcheck.File
	for _, n := range g.Files() {
		f := refcheck.File{Path: g.Element(n).File}
		f.Lines = g.Lines(f.Path)
		for _, e := range g.Elements(n) {
			f.Elements = append(f.Elements, g.Element(e))
		}
		files = append(files, f)
	}
	exists := func(path string) bool {
		_, err := os.Lstat(filepath.Join(a.root, filepath.FromSlash(path)))
		return err == nil
	}
	defaults := func(file string) bool {
		text, _ := s.Text(file)
		decls, _, err := index.Outline(file, text, true)
		return err == nil && slices.ContainsFunc(decls, func(d facts.Decl) bool { return slices.Contains(d.ExportedAs, "default") })
	}
	return refcheck.NewProject(files, exists, defaults), g.FileCount(), nil
}
