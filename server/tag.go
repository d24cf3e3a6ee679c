package server

import (
	"context"
	"strings"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// tagAnswer is the structured answer of coderef_tag.
type tagAnswer struct {
	DryRun        *bool           `json:"dry_run"`
	Elements      int             `json:"elements"`
	Added         int             `json:"added"`
	Updated       int             `json:"updated"`
	Unchanged     int             `json:"unchanged"`
	Removed       int             `json:"removed"`
	Files         *[]taggedAnswer `json:"files"`
	FilesTotal    int             `json:"files_total"`
	NextCursor    string          `json:"next_cursor"`
	Skipped       []skippedAnswer `json:"skipped"`
	SkippedTotal  int             `json:"skipped_total"`
	Root          string          `json:"root"`
	Precision     string          `json:"precision"`
	FilesAnalyzed int             `json:"files_analyzed"`
	Warnings      []string        `json:"warnings"`
}

type taggedAnswer struct {
	File      string          `json:"file"`
	Added     int             `json:"added"`
	Updated   int             `json:"updated"`
	Unchanged int             `json:"unchanged"`
	Diff      string          `json:"diff"`
	Tags      []tagLineAnswer `json:"tags"`
}

type tagLineAnswer struct {
	ID     string `json:"id"`
	Tag    string `json:"tag"`
	Line   int    `json:"line"`
	Action string `json:"action"`
}

// tagArguments are the arguments of coderef_tag; only set ones are sent.
type tagArguments struct {
	Path           string `json:"path"`
	DryRun         bool   `json:"dry_run,omitzero"`
	Force          bool   `json:"force,omitzero"`
	Verbose        bool   `json:"verbose,omitzero"`
	UpdateLineno   bool   `json:"update_lineno,omitzero"`
	IncludePrivate bool   `json:"include_private,omitzero"`
	Lang           string `json:"lang,omitempty"`
	Exclude        string `json:"exclude,omitempty"`
	Limit          int32  `json:"limit,omitzero"`
	Cursor         string `json:"cursor,omitempty"`
}

// Tag writes references into source files, or tells what it would write.
func (s *codeIntelService) Tag(ctx context.Context, req *codeintelv1.TagRequest) (*codeintelv1.TagResponse, error) {
	return answerTyped(ctx, s, typedCall{
		tool: "coderef_tag", instead: smallerPage,
		arguments: tagArguments{
			Path:           req.GetPath(),
			DryRun:         req.GetDryRun(),
			Force:          req.GetForce(),
			Verbose:        req.GetVerbose(),
			UpdateLineno:   req.GetUpdateLineNumbers(),
			IncludePrivate: req.GetIncludePrivate(),
			Lang:           strings.Join(req.GetLanguages(), ","),
			Exclude:        strings.Join(req.GetExcludes(), ","),
			Limit:          typedPageSize(req.GetPageSize()),
			Cursor:         req.GetPageToken(),
		},
	}, (*tagAnswer).response)
}

func (a *tagAnswer) response(p *promises, call *toolv1.CallInfo) *codeintelv1.TagResponse {
	return &codeintelv1.TagResponse{
		DryRun:         *must(p, "dry_run", a.DryRun),
		ElementCount:   count(a.Elements),
		AddedCount:     count(a.Added),
		UpdatedCount:   count(a.Updated),
		UnchangedCount: count(a.Unchanged),
		RemovedCount:   count(a.Removed),
		Files:          each(p, "files", a.Files, (*taggedAnswer).message),
		NextPageToken:  a.NextCursor,
		TotalSize:      count(a.FilesTotal),
		Skipped: some(a.Skipped, func(f *skippedAnswer) *codeintelv1.Untagged {
			return &codeintelv1.Untagged{File: f.File, Reason: f.Reason}
		}),
		SkippedCount: count(max(a.SkippedTotal, len(a.Skipped))),
		Call:         call,
		Warnings:     a.Warnings,
		Root:         a.Root,
		Precision:    enumOf[codeintelv1.Precision](a.Precision),
		FileCount:    count(a.FilesAnalyzed),
	}
}

func (a *taggedAnswer) message() *codeintelv1.TaggedFile {
	return &codeintelv1.TaggedFile{
		File: a.File, AddedCount: count(a.Added), UpdatedCount: count(a.Updated), UnchangedCount: count(a.Unchanged),
		Diff: a.Diff,
		Tags: some(a.Tags, func(l *tagLineAnswer) *codeintelv1.ElementTag {
			return &codeintelv1.ElementTag{Id: l.ID, Tag: l.Tag, Line: count(l.Line), Action: enumOf[codeintelv1.TagAction](l.Action)}
		}),
	}
}
