package native

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type scanResponse struct {
	Success bool `json:"success"`
	identified
	ElementsFound        int             `json:"elements_found"`
	Elements             []index.Listed  `json:"elements"`
	NextCursor           string          `json:"next_cursor,omitempty"`
	Mode                 string          `json:"mode"`
	Precision            string          `json:"precision"`
	FilesScanned         int             `json:"files_scanned"`
	FilesSkipped         []index.Skipped `json:"files_skipped"`
	FilesSkippedTotal    int             `json:"files_skipped_total"`
	Languages            []string        `json:"languages"`
	UnsupportedLanguages []string        `json:"unsupported_languages,omitempty"`
	Warnings             []string        `json:"warnings,omitempty"`
}

// Scan runs coderef_scan.
func (t *Tools) Scan(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadScan(args)
	if err != nil {
		return nil, err
	}
	found, err := t.List(ctx, r, progress)
	if err != nil {
		return nil, err
	}
	sorted := slices.Sorted(slices.Values(r.Languages))
	key := paging.Key{
		Request: paging.DigestOf("coderef_scan", r.Root, sorted, r.AST),
		State:   paging.DigestOf(found.Digest),
	}
	elements, next, err := paging.Page(found.Elements, key, r.Cursor, r.Limit)
	if err != nil {
		return nil, err
	}
	mode := "ast"
	if !r.AST {
		mode = "outline"
	}
	return scanResponse{
		Success: true, identified: identified{found.Subject},
		ElementsFound: len(found.Elements), Elements: elements, NextCursor: next,
		Mode: mode, Precision: "syntactic", FilesScanned: len(found.Files),
		FilesSkipped: found.Skipped[:min(len(found.Skipped), maxSkippedListed)], FilesSkippedTotal: len(found.Skipped),
		Languages: languagesOf(&r, found), UnsupportedLanguages: r.Unsupported, Warnings: found.Warnings,
	}, nil
}

// languagesOf returns the requested languages, or the languages of the scanned files if
// none were requested.
func languagesOf(r *tools.ScanRequest, found *index.ScanResult) []string {
	if !r.AllLanguages {
		return r.Languages
	}
	seen := map[string]bool{}
	for _, f := range found.Files {
		seen[index.WordOf(f)] = true
	}
	return slices.DeleteFunc(r.Languages, func(word string) bool { return !seen[word] })
}

// List returns the declarations that a request asks for, of all pages.
func (t *Tools) List(ctx context.Context, r tools.ScanRequest, progress index.Progress) (*index.ScanResult, error) {
	options := index.ScanOptions{Extensions: r.Extensions(), TopLevelOnly: !r.AST, Progress: progress}
	return t.projects.Project(r.Root).Scan(ctx, options)
}
