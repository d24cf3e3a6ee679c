package mcpserver

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
)

// summaryAnswer counts what a project consists of. It is small however large
// the project: languages, types and reasons are few, warnings are bounded.
type summaryAnswer struct {
	Root            string         `json:"root"`
	Files           int            `json:"files"`
	FilesByLanguage map[string]int `json:"files_by_language"`
	Elements        int            `json:"elements"`
	ElementsByType  map[string]int `json:"elements_by_type"`
	Skipped         int            `json:"skipped"`
	SkippedByReason map[string]int `json:"skipped_by_reason"`
	Warnings        []string       `json:"warnings,omitempty"`
	Precision       string         `json:"precision"`
	Digest          string         `json:"digest"` // of the contents of the project
	ElementsURI     string         `json:"elements_uri"`
}

func (t *tools) summary(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := readScanArguments(args)
	if err != nil {
		return nil, err
	}
	found, err := t.list(ctx, a, progress)
	if err != nil {
		return nil, err
	}
	answer := summaryAnswer{
		Root: a.root, Precision: "syntactic", Digest: found.Digest, Warnings: found.Warnings,
		Files: len(found.Files), FilesByLanguage: map[string]int{},
		Elements: len(found.Elements), ElementsByType: map[string]int{},
		Skipped: len(found.Skipped), SkippedByReason: map[string]int{},
		ElementsURI: resourceuri.Format(elementsKind, a.root, ""),
	}
	for _, file := range found.Files {
		answer.FilesByLanguage[languageOf(file)]++
	}
	for i := range found.Elements {
		answer.ElementsByType[found.Elements[i].Type]++
	}
	for _, s := range found.Skipped {
		answer.SkippedByReason[s.Reason]++
	}
	return answer, nil
}
