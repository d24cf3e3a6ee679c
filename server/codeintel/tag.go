package codeintel

import (
	"cmp"
	"context"
	"strings"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// tagResult is the structured result of coderef_tag.
type tagResult struct {
	analysisResult

	DryRun       *bool           `json:"dry_run"`
	Elements     int             `json:"elements"`
	Added        *int            `json:"added"`
	Updated      *int            `json:"updated"`
	Unchanged    *int            `json:"unchanged"`
	Removed      *int            `json:"removed"`
	Files        *[]taggedResult `json:"files"`
	FilesTotal   int             `json:"files_total"`
	NextCursor   string          `json:"next_cursor"`
	Skipped      []skippedResult `json:"skipped"`
	SkippedTotal *int            `json:"skipped_total"`
	Root         string          `json:"root"`
}

type taggedResult struct {
	File      string          `json:"file"`
	Added     *int            `json:"added"`
	Updated   *int            `json:"updated"`
	Unchanged *int            `json:"unchanged"`
	Diff      string          `json:"diff"`
	Tags      []tagLineResult `json:"tags"`
}

type tagLineResult struct {
	ID     string `json:"id"`
	Tag    string `json:"tag"`
	Line   int    `json:"line"`
	Action string `json:"action"`
}

// tagArguments are the arguments of coderef_tag. Unset ones are not sent.
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

// allExtensions lists the extensions of all supported languages. The tool's own default is TypeScript and
// JavaScript.
const allExtensions = "ts,tsx,js,jsx,go,py,rs,java,c,cpp,cs"

// Tag writes references into source files, or returns the changes as diffs.
func (s *Service) Tag(ctx context.Context, req *codeintelv1.TagRequest) (*codeintelv1.TagResponse, error) {
	return respond(ctx, s, typedCall{
		method: codeintelv1.CodeIntelService_Tag_FullMethodName, instead: smallerPage,
		arguments: tagArguments{
			Path:           req.GetProjectPath(),
			DryRun:         req.GetDryRun(),
			Force:          req.GetRewriteExisting(),
			Verbose:        req.GetIncludeUnchanged(),
			UpdateLineno:   req.GetUpdateLineNumbers(),
			IncludePrivate: req.GetIncludePrivate(),
			Lang:           cmp.Or(strings.Join(req.GetFileExtensions(), ","), allExtensions),
			Exclude:        strings.Join(req.GetExcludeGlobs(), ","),
			Limit:          typedPageSize(req.GetPageSize()),
			Cursor:         req.GetPageToken(),
		},
	}, (*tagResult).response)
}

func (a *tagResult) response(p *contractCheck, call *commonv1.CallInfo) *codeintelv1.TagResponse {
	return &codeintelv1.TagResponse{
		DryRun:         *must(p, "dry_run", a.DryRun),
		ElementCount:   toolcall.Count(a.Elements),
		AddedCount:     optionalCount(a.Added),
		UpdatedCount:   optionalCount(a.Updated),
		UnchangedCount: optionalCount(a.Unchanged),
		RemovedCount:   optionalCount(a.Removed),
		Files:          each(p, "files", a.Files, (*taggedResult).message),
		NextPageToken:  a.NextCursor,
		TotalSize:      toolcall.Count(a.FilesTotal),
		SkippedTags: some(a.Skipped, func(f *skippedResult) *codeintelv1.SkippedTag {
			return &codeintelv1.SkippedTag{File: f.File, Reason: f.Reason}
		}),
		SkippedTagCount: atLeast(a.SkippedTotal, len(a.Skipped)),
		Analysis:        a.analysis(),
		CallInfo:        call,
		RootPath:        a.Root,
	}
}

func (a *taggedResult) message() *codeintelv1.TaggedFile {
	return &codeintelv1.TaggedFile{
		File:           a.File,
		AddedCount:     optionalCount(a.Added),
		UpdatedCount:   optionalCount(a.Updated),
		UnchangedCount: optionalCount(a.Unchanged),
		Diff:           a.Diff,
		Tags: some(a.Tags, func(l *tagLineResult) *codeintelv1.ElementTag {
			return &codeintelv1.ElementTag{
				ElementId: l.ID,
				Tag:       l.Tag,
				Line:      toolcall.Count(l.Line),
				Action:    enumOf[codeintelv1.TagAction](l.Action),
			}
		}),
	}
}
