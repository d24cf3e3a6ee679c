package codeintel

import (
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// changeResult is the member of the result of coderef_impact that only a change of files has.
type changeResult struct {
	Base             string                 `json:"base"`
	Head             string                 `json:"head"`
	TestsByReason    testsByReasonResult    `json:"tests_by_reason"`
	FilesTotal       int                    `json:"files_total"`
	ElementsTotal    int                    `json:"elements_total"`
	BreaksTotal      int                    `json:"breaks_total"`
	NotAnalyzedTotal int                    `json:"not_analyzed_total"`
	Breaks           []breakResult          `json:"breaks"`
	Elements         []changedElementResult `json:"elements"`
	NotAnalyzed      []notAnalyzedResult    `json:"not_analyzed"`
	Files            []changedFileResult    `json:"files"`
}

type testsByReasonResult struct {
	Changed int `json:"changed"`
	Calls   int `json:"calls"`
	Data    int `json:"data"`
	Loads   int `json:"loads"`
	Config  int `json:"config"`
}

type breakResult struct {
	Kind       string `json:"kind"`
	Element    string `json:"element"`
	File       string `json:"file"`
	Line       int    `json:"line"`
	In         string `json:"in"`
	Confidence string `json:"confidence"`
}

type changedElementResult struct {
	Kind       string         `json:"kind"`
	Parts      []string       `json:"parts"`
	Element    *elementResult `json:"element"`
	OldID      string         `json:"old_id"`
	Compatible bool           `json:"compatible"`
	Direct     int            `json:"direct_dependents"`
}

type notAnalyzedResult struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

type changedFileResult struct {
	Path    string `json:"path"`
	OldPath string `json:"old_path"`
	Status  string `json:"status"`
	OnDisk  string `json:"on_disk"`
}

// message returns nil for a change of an element.
func (a *changeResult) message(p *contractCheck) *codeintelv1.Change {
	if a == nil {
		return nil
	}
	return &codeintelv1.Change{
		BaseCommit:       a.Base,
		HeadCommit:       a.Head,
		TestCounts:       a.TestsByReason.messages(),
		TotalFiles:       toolcall.Count(a.FilesTotal),
		TotalElements:    toolcall.Count(a.ElementsTotal),
		TotalBreaks:      toolcall.Count(a.BreaksTotal),
		TotalUnreadFiles: toolcall.Count(a.NotAnalyzedTotal),
		Breaks:           some(a.Breaks, (*breakResult).message),
		Elements: some(a.Elements, func(e *changedElementResult) *codeintelv1.ChangedElement {
			return e.message(p)
		}),
		UnreadFiles: some(a.NotAnalyzed, (*notAnalyzedResult).message),
		Files:       some(a.Files, (*changedFileResult).message),
	}
}

// messages returns the counts above 0.
func (a *testsByReasonResult) messages() []*codeintelv1.TestReasonCount {
	var counts []*codeintelv1.TestReasonCount
	add := func(reason codeintelv1.TestReason, n int) {
		if n > 0 {
			counts = append(counts, &codeintelv1.TestReasonCount{Reason: reason, Count: toolcall.Count(n)})
		}
	}
	add(codeintelv1.TestReason_TEST_REASON_CHANGED, a.Changed)
	add(codeintelv1.TestReason_TEST_REASON_CALLS, a.Calls)
	add(codeintelv1.TestReason_TEST_REASON_DATA, a.Data)
	add(codeintelv1.TestReason_TEST_REASON_LOADS, a.Loads)
	add(codeintelv1.TestReason_TEST_REASON_CONFIG, a.Config)
	return counts
}

func (a *breakResult) message() *codeintelv1.ChangeBreak {
	return &codeintelv1.ChangeBreak{
		Type:       enumOf[codeintelv1.BreakType](a.Kind),
		ElementId:  a.Element,
		Location:   lines(a.File, a.Line, 0),
		InId:       a.In,
		Confidence: enumOf[codeintelv1.Confidence](a.Confidence),
	}
}

func (a *changedElementResult) message(p *contractCheck) *codeintelv1.ChangedElement {
	return &codeintelv1.ChangedElement{
		Type: enumOf[codeintelv1.ChangeType](a.Kind),
		Parts: some(a.Parts, func(part *string) codeintelv1.ChangedPart {
			return enumOf[codeintelv1.ChangedPart](*part)
		}),
		Element:              p.element("change.elements.element", a.Element),
		OldId:                a.OldID,
		Compatible:           a.Compatible,
		DirectDependentCount: toolcall.Count(a.Direct),
	}
}

func (a *notAnalyzedResult) message() *codeintelv1.UnreadFile {
	return &codeintelv1.UnreadFile{File: a.File, Reason: a.Reason}
}

func (a *changedFileResult) message() *codeintelv1.ChangedFile {
	return &codeintelv1.ChangedFile{
		File:    a.Path,
		OldFile: a.OldPath,
		Type:    enumOf[codeintelv1.FileChangeType](a.Status),
		OnDisk:  enumOf[codeintelv1.ChangeSide](a.OnDisk),
	}
}
