package native

import (
	"context"
	"errors"

	"github.com/coderef-system/coderefd/codeintel/change"
	"github.com/coderef-system/coderefd/codeintel/diff"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/impact"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
	"github.com/coderef-system/coderefd/codeintel/repository"
)

// impactChange is the part of a response that only a change of files has. Its lists are pages.
type impactChange struct {
	Base             string           `json:"base,omitempty"`
	Head             string           `json:"head,omitempty"`
	TestsByReason    testsByReason    `json:"tests_by_reason"`
	FilesTotal       int              `json:"files_total"`
	ElementsTotal    int              `json:"elements_total"`
	BreaksTotal      int              `json:"breaks_total"`
	NotAnalyzedTotal int              `json:"not_analyzed_total"`
	Breaks           []impactBreak    `json:"breaks"`
	Elements         []changedElement `json:"elements"`
	NotAnalyzed      []notAnalyzed    `json:"not_analyzed"`
	Files            []changedFile    `json:"files"`
}

type testsByReason struct {
	Changed int `json:"changed"`
	Calls   int `json:"calls"`
	Data    int `json:"data"`
	Loads   int `json:"loads"`
	Config  int `json:"config"`
}

type changedFile struct {
	Path    string    `json:"path"`
	OldPath string    `json:"old_path,omitempty"`
	Status  string    `json:"status"`
	Side    diff.Side `json:"on_disk"`
}

type changedElement struct {
	Kind       change.Kind   `json:"kind"`
	Parts      []string      `json:"parts,omitempty"`
	Element    facts.Element `json:"element"`
	Old        string        `json:"old_id,omitempty"`
	Compatible bool          `json:"compatible,omitempty"`
	Direct     int           `json:"direct_dependents"`
}

type impactBreak struct {
	Kind       impact.BreakKind `json:"kind"`
	Element    string           `json:"element"`
	File       string           `json:"file"`
	Line       int              `json:"line,omitempty"`
	In         string           `json:"in"`
	Confidence string           `json:"confidence"`
}

type notAnalyzed struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// impactOfChange returns the impact of a diff or of the difference between revisions.
func (t *Tools) impactOfChange(
	ctx context.Context, s *index.Snapshot, r *tools.ImpactRequest,
) (*impactResponse, error) {
	var files []impact.ChangedFile
	var commits [2]string
	var err error
	if r.Diff != "" {
		files, err = impact.FilesOfDiff(s, r.Diff)
	} else {
		files, commits, err = impact.FilesOfRevisions(ctx, s, t.projects.Roots(), r.Base, r.Head)
	}
	if err != nil {
		return nil, changeError(err)
	}
	found, err := impact.AnalyzeChange(ctx, s, files, r.MaxDepth)
	if err != nil {
		return nil, err
	}
	response := newImpactResponse(&found.Report)
	response.Summary, response.Precision = found.Summary(), found.Precision()
	c := newImpactChange(found)
	c.Base, c.Head = commits[0], commits[1]
	response.Change = c
	return response.page(ctx, s, r, max(len(c.Breaks), len(c.Elements), len(c.NotAnalyzed), len(c.Files)))
}

// changeError returns the tool error of a change that cannot be read.
func changeError(err error) error {
	var syntax *diff.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return toolerror.Invalid("give the output of git diff", "diff is malformed: %v", err)
	case errors.Is(err, impact.ErrNeither):
		return toolerror.Invalid("apply the diff to the project, or make it from the project's files", "%v", err)
	case errors.Is(err, repository.ErrNone):
		return toolerror.Invalid("give a diff instead", "the project is %v", err)
	case errors.Is(err, repository.ErrRevision):
		return toolerror.Invalid(tools.RevisionHint, "%v", err)
	case errors.Is(err, repository.ErrUnsupported):
		return toolerror.Invalid("give a diff instead", "%v", err)
	default:
		return err
	}
}

func newImpactChange(found *impact.ChangeReport) *impactChange {
	c := &impactChange{
		FilesTotal: len(found.Changed), ElementsTotal: len(found.Elements), BreaksTotal: len(found.Breaks),
		NotAnalyzedTotal: len(found.NotAnalyzed),
		Breaks:           make([]impactBreak, len(found.Breaks)), Elements: make([]changedElement, len(found.Elements)),
		NotAnalyzed: make([]notAnalyzed, len(found.NotAnalyzed)), Files: make([]changedFile, len(found.Changed)),
	}
	counts := found.TestsByReason()
	c.TestsByReason = testsByReason{
		Changed: counts[impact.Changed], Calls: counts[impact.Calls], Data: counts[impact.Data], Loads: counts[impact.Loads],
		Config: counts[impact.Config],
	}
	for i := range found.Changed {
		f := &found.Changed[i]
		c.Files[i] = changedFile{Path: f.Path(), Status: f.Status(), Side: f.Side}
		if f.Status() == "renamed" {
			c.Files[i].OldPath = f.OldPath
		}
	}
	for i := range found.Elements {
		e := &found.Elements[i]
		c.Elements[i] = changedElement{
			Kind: e.Kind, Element: *e.Current(), Compatible: e.Compatible, Direct: e.Direct, Parts: e.Parts.Names(),
		}
		if e.Old != nil && e.New != nil && e.Old.ID != e.New.ID {
			c.Elements[i].Old = e.Old.ID
		}
	}
	for i := range found.Breaks {
		b := &found.Breaks[i]
		c.Breaks[i] = impactBreak{
			Kind: b.Kind, Element: b.Element.ID, File: b.File, Line: b.Line, In: b.In, Confidence: b.Confidence.String(),
		}
	}
	for i, n := range found.NotAnalyzed {
		c.NotAnalyzed[i] = notAnalyzed(n)
	}
	return c
}

func (c *impactChange) page(r paging.Range) {
	c.Breaks, c.Elements = paging.Part(c.Breaks, r), paging.Part(c.Elements, r)
	c.NotAnalyzed, c.Files = paging.Part(c.NotAnalyzed, r), paging.Part(c.Files, r)
}
