package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brief"
	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliContextSays = "Tells what an installed coderef CLI knows of a project in one brief: its summary, elements, dependencies, hotspots and notes. " +
	"output_format json, markdown or both; token_budget bounds what comes (4 bytes are counted as a token), \"truncated\" tells that " +
	"something went. focus leaves only elements and hotspots of that element, file or folder; the rest is about the whole project."

type cliContextAnswer struct {
	cliAnswer
	Format      string    `json:"format"`
	TokenBudget int       `json:"token_budget"`
	Tokens      int       `json:"tokens"`
	Context     *cliBrief `json:"context,omitempty"`
	Markdown    string    `json:"markdown,omitempty"`
	Truncated   bool      `json:"truncated"`
}

type cliBrief struct {
	ProjectSummary    string          `json:"project_summary"`
	Stats             cliStats        `json:"stats"`
	KeyElements       []cliElement    `json:"key_elements"`
	Hotspots          []cliHotspot    `json:"hotspots"`
	Dependencies      []cliDependency `json:"dependencies"`
	Tests             cliTests        `json:"tests"`
	ArchitectureNotes []string        `json:"architecture_notes"`
}

type cliStats struct {
	Elements int `json:"elements,omitempty"`
}

type cliElement struct {
	Element corecli.Element `json:"element"`
}

type cliHotspot struct {
	Element    corecli.Element `json:"element"`
	Cyclomatic *int            `json:"cyclomatic,omitempty"`
	Lines      *int            `json:"lines,omitempty"`
}

type cliDependency struct {
	Name string `json:"name"`
}

type cliTests struct {
	Cases int `json:"cases,omitempty"`
}

func (t *cliTools) context(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	languages, err := args.cliLanguageWords()
	if err != nil {
		return nil, err
	}
	a, err := readContextArguments(args.without("languages"))
	if err != nil {
		return nil, err
	}
	found, err := t.cli.Context(ctx, a.root, languages)
	if err != nil {
		return nil, err
	}
	b := newCLIBrief(found, a.root, a.options.Focus)
	if a.options.Focus != "" {
		if len(b.KeyElements)+len(b.Hotspots) == 0 {
			return nil, &toolError{
				Code: codeElementNotFound, Message: "the coderef CLI tells of nothing that is called " + a.options.Focus, Hint: "leave focus out",
			}
		}
		found.Warnings = append(found.Warnings, "the coderef CLI does not take focus: all but elements and hotspots is about the whole project")
	}
	answer := &cliContextAnswer{cliAnswer: answered(found.Warnings...), Format: a.format, TokenBudget: a.budget}
	for {
		if err := answer.hold(b); err != nil {
			return nil, err
		}
		if answer.Tokens <= a.budget || !b.shorten() {
			return answer, nil
		}
		answer.Truncated = true
	}
}

func newCLIBrief(found *corecli.Brief, root, focus string) *cliBrief {
	wanted := func(e corecli.Element) bool {
		m := corecli.Measured{Element: e}
		return focus == "" || m.Matches(root, focus)
	}
	b := &cliBrief{
		ProjectSummary: found.Summary, Stats: cliStats{found.ElementTotal}, KeyElements: []cliElement{}, Hotspots: []cliHotspot{},
		Dependencies: []cliDependency{}, Tests: cliTests{found.TestCases}, ArchitectureNotes: append([]string{}, found.Notes...),
	}
	for _, e := range found.Elements {
		if wanted(e) {
			b.KeyElements = append(b.KeyElements, cliElement{e})
		}
	}
	for _, h := range found.Hotspots {
		if wanted(h.Element) {
			b.Hotspots = append(b.Hotspots, cliHotspot{h.Element, h.Metrics.Cyclomatic, h.Metrics.Lines})
		}
	}
	for _, name := range found.Dependencies {
		b.Dependencies = append(b.Dependencies, cliDependency{name})
	}
	return b
}

// shorten halves the longest list; false if all of them are empty.
func (b *cliBrief) shorten() bool {
	switch n := max(len(b.KeyElements), len(b.Hotspots), len(b.Dependencies), len(b.ArchitectureNotes)); n {
	case 0:
		return false
	case len(b.KeyElements):
		b.KeyElements = b.KeyElements[:n/2]
	case len(b.Hotspots):
		b.Hotspots = b.Hotspots[:n/2]
	case len(b.Dependencies):
		b.Dependencies = b.Dependencies[:n/2]
	default:
		b.ArchitectureNotes = b.ArchitectureNotes[:n/2]
	}
	return true
}

// hold puts a brief into the answer in its format.
func (a *cliContextAnswer) hold(b *cliBrief) error {
	size := 0
	if a.Format != "markdown" {
		text, err := compact(b)
		if err != nil {
			return err
		}
		a.Context = b
		size += len(text)
	}
	if a.Format != "json" {
		a.Markdown = b.markdown()
		size += len(a.Markdown)
	}
	a.Tokens = brief.Tokens(size)
	return nil
}

func (b *cliBrief) markdown() string {
	var out strings.Builder
	out.WriteString("# Project\n")
	for _, line := range []string{b.ProjectSummary, counted(b.Stats.Elements, "elements"), counted(b.Tests.Cases, "test cases")} {
		if line != "" {
			fmt.Fprintf(&out, "\n%s\n", line)
		}
	}
	section := func(title string, n int, line func(int) string) {
		if n > 0 {
			fmt.Fprintf(&out, "\n## %s\n\n", title)
		}
		for i := range n {
			fmt.Fprintf(&out, "- %s\n", line(i))
		}
	}
	section("Notes", len(b.ArchitectureNotes), func(i int) string { return b.ArchitectureNotes[i] })
	section("Elements", len(b.KeyElements), func(i int) string { return "`" + b.KeyElements[i].Element.ID + "`" })
	section("Hotspots", len(b.Hotspots), func(i int) string { return "`" + b.Hotspots[i].Element.ID + "`" })
	section("Dependencies", len(b.Dependencies), func(i int) string { return "`" + b.Dependencies[i].Name + "`" })
	return out.String()
}

// counted is a line about how many there are, "" where that is not told.
func counted(n int, things string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s", n, things)
}
