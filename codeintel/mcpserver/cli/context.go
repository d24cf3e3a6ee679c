package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brief"
	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type contextResponse struct {
	response
	Format      string        `json:"format"`
	TokenBudget int           `json:"token_budget"`
	Tokens      int           `json:"tokens"`
	Context     *briefContent `json:"context,omitempty"`
	Markdown    string        `json:"markdown,omitempty"`
	Truncated   bool          `json:"truncated"`
}

type briefContent struct {
	ProjectSummary    string       `json:"project_summary"`
	Stats             stats        `json:"stats"`
	KeyElements       []keyElement `json:"key_elements"`
	Hotspots          []hotspot    `json:"hotspots"`
	Dependencies      []dependency `json:"dependencies"`
	Tests             tests        `json:"tests"`
	ArchitectureNotes []string     `json:"architecture_notes"`
}

type stats struct {
	Elements int `json:"elements,omitempty"`
}

type keyElement struct {
	Element corecli.Element `json:"element"`
}

type hotspot struct {
	Element    corecli.Element `json:"element"`
	Cyclomatic *int            `json:"cyclomatic,omitempty"`
	Lines      *int            `json:"lines,omitempty"`
}

type dependency struct {
	Name string `json:"name"`
}

type tests struct {
	Cases int `json:"cases,omitempty"`
}

// Context runs coderef_context.
func (t *Tools) Context(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	languages, err := readLanguages(args)
	if err != nil {
		return nil, err
	}
	r, err := tools.ReadContext(args.Without("languages"))
	if err != nil {
		return nil, err
	}
	found, err := t.program.Context(ctx, r.Root, languages)
	if err != nil {
		return nil, err
	}
	b := newBrief(found, r.Root, r.Options.Focus)
	if r.Options.Focus != "" {
		if len(b.KeyElements)+len(b.Hotspots) == 0 {
			return nil, &toolerror.Error{
				Code: toolerror.ElementNotFound, Message: "the coderef CLI reports no element with the name " + r.Options.Focus,
				Hint: "omit focus",
			}
		}
		found.Warnings = append(found.Warnings,
			"the coderef CLI cannot focus: only elements and hotspots are limited to the focus")
	}
	out := &contextResponse{
		response: t.newResponse(ctx, r.Root, found.Warnings...), Format: r.Format, TokenBudget: r.TokenBudget,
	}
	for {
		if err := out.setBrief(b); err != nil {
			return nil, err
		}
		if out.Tokens <= r.TokenBudget || !b.shorten() {
			return out, nil
		}
		out.Truncated = true
	}
}

func newBrief(found *corecli.Brief, root, focus string) *briefContent {
	wanted := func(e corecli.Element) bool {
		m := corecli.Measured{Element: e}
		return focus == "" || m.Matches(root, focus)
	}
	b := &briefContent{
		ProjectSummary: found.Summary, Stats: stats{found.ElementTotal}, KeyElements: []keyElement{}, Hotspots: []hotspot{},
		Dependencies: []dependency{}, Tests: tests{found.TestCases}, ArchitectureNotes: append([]string{}, found.Notes...),
	}
	for _, e := range found.Elements {
		if wanted(e) {
			b.KeyElements = append(b.KeyElements, keyElement{e})
		}
	}
	for _, h := range found.Hotspots {
		if wanted(h.Element) {
			b.Hotspots = append(b.Hotspots, hotspot{h.Element, h.Metrics.Cyclomatic, h.Metrics.Lines})
		}
	}
	for _, name := range found.Dependencies {
		b.Dependencies = append(b.Dependencies, dependency{name})
	}
	return b
}

// shorten halves the longest list. It returns false if all lists are empty.
func (b *briefContent) shorten() bool {
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

// setBrief sets the brief in the requested format, and its size.
func (c *contextResponse) setBrief(b *briefContent) error {
	size := 0
	if c.Format != "markdown" {
		text, err := tools.Encode(b)
		if err != nil {
			return err
		}
		c.Context = b
		size += len(text)
	}
	if c.Format != "json" {
		c.Markdown = b.markdown()
		size += len(c.Markdown)
	}
	c.Tokens = brief.Tokens(size)
	return nil
}

func (b *briefContent) markdown() string {
	var out strings.Builder
	out.WriteString("# Project\n")
	for _, line := range []string{
		b.ProjectSummary, counted(b.Stats.Elements, "elements"), counted(b.Tests.Cases, "test cases"),
	} {
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

// counted returns a line with a number of things, or "" if the CLI does not report it.
func counted(n int, things string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s", n, things)
}
