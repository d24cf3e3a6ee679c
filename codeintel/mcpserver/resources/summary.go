package resources

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// projectSummary counts the contents of a project. Its size is bounded: languages, types
// and reasons are few, and warnings are limited.
type projectSummary struct {
	Root            string          `json:"root"`
	Subject         *index.Subject  `json:"subject"`
	Files           int             `json:"files"`
	FilesByLanguage map[string]int  `json:"files_by_language"`
	Elements        int             `json:"elements"`
	ElementsByType  map[string]int  `json:"elements_by_type"`
	Skipped         int             `json:"skipped"`
	SkippedByReason map[string]int  `json:"skipped_by_reason"`
	Warnings        []string        `json:"warnings,omitempty"`
	Precision       facts.Precision `json:"precision"`
	Digest          string          `json:"digest"` // of the contents of the project
	ElementsURI     string          `json:"elements_uri"`
}

func (r *Resources) summary(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	scan, err := tools.ReadScan(args)
	if err != nil {
		return nil, err
	}
	found, err := r.tools.List(ctx, scan, progress)
	if err != nil {
		return nil, err
	}
	s := projectSummary{
		Root: scan.Root, Subject: found.Subject, Precision: facts.Syntactic, Digest: found.Digest, Warnings: found.Warnings,
		Files: len(found.Files), FilesByLanguage: map[string]int{},
		Elements: len(found.Elements), ElementsByType: map[string]int{},
		Skipped: len(found.Skipped), SkippedByReason: map[string]int{},
		ElementsURI: resourceuri.Format(elementsKind, scan.Root, ""),
	}
	for _, file := range found.Files {
		s.FilesByLanguage[index.WordOf(file)]++
	}
	for i := range found.Elements {
		s.ElementsByType[found.Elements[i].Type]++
	}
	for _, skipped := range found.Skipped {
		s.SkippedByReason[skipped.Reason]++
	}
	return s, nil
}
