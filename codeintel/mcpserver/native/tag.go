package native

import (
	"context"
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/paging"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
	"github.com/coderef-system/coderefd/codeintel/tag"
)

type tagResponse struct {
	Success bool `json:"success"`
	identified
	DryRun        bool            `json:"dry_run"`
	Root          string          `json:"root"`
	Elements      int             `json:"elements"`
	Added         int             `json:"added"`
	Updated       int             `json:"updated"`
	Unchanged     int             `json:"unchanged"`
	Removed       int             `json:"removed"`
	Files         []tagFile       `json:"files"`
	FilesTotal    int             `json:"files_total"`
	NextCursor    string          `json:"next_cursor,omitempty"`
	Skipped       []tag.Skipped   `json:"skipped"`
	SkippedTotal  int             `json:"skipped_total"`
	Precision     facts.Precision `json:"precision"`
	FilesAnalyzed int             `json:"files_analyzed"`
	Warnings      []string        `json:"warnings,omitempty"`
}

type tagFile struct {
	File      string    `json:"file"`
	Added     int       `json:"added"`
	Updated   int       `json:"updated"`
	Unchanged int       `json:"unchanged"`
	Diff      string    `json:"diff,omitempty"`
	Tags      []tagLine `json:"tags,omitempty"`
}

type tagLine struct {
	ID     string     `json:"id"`
	Tag    string     `json:"tag"`
	Line   int        `json:"line"`
	Action tag.Action `json:"action"`
}

// Tag runs coderef_tag.
func (t *Tools) Tag(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadTag(args)
	if err != nil {
		return nil, err
	}
	r.Tag.Roots = t.projects.Roots()
	r.Tag.Root = tag.ProjectRoot(r.Tag.Path, t.projects.Roots().Allows)
	r.Tag.Progress = facts.Progress(progress)
	result, err := tag.Run(ctx, r.Tag)
	if err != nil {
		return nil, err
	}
	if result.Failed > 0 && result.Written == 0 {
		first := result.Skipped[0]
		for _, s := range result.Skipped {
			if strings.HasPrefix(s.Reason, "not written") {
				first = s
				break
			}
		}
		message := first.File + ": " + first.Reason
		if result.Failed > 1 {
			message = fmt.Sprintf("%d files could not be written, including %s", result.Failed, message)
		}
		return nil, &toolerror.Error{
			Code: toolerror.WriteFailed, Message: message,
			Hint: "make the files writable, or set dry_run",
		}
	}
	response, err := newTagResponse(&r, result)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, plan := range result.Plans {
		files = append(files, plan.File)
	}
	subject, warning, err := index.IdentifyFiles(ctx, r.Tag.Root, t.projects.Roots(), files)
	if err != nil {
		return nil, err
	}
	if response.Subject = subject; warning != "" {
		response.Warnings = append(response.Warnings, warning)
	}
	return response, nil
}

func newTagResponse(r *tools.TagRequest, result *tag.Result) (*tagResponse, error) {
	response := &tagResponse{
		Success: true, DryRun: r.Tag.DryRun, Root: r.Tag.Root, Precision: facts.Syntactic, FilesAnalyzed: len(result.Plans),
		Skipped: []tag.Skipped{}, SkippedTotal: len(result.Skipped),
	}
	response.Skipped = append(response.Skipped, result.Skipped[:min(len(result.Skipped), maxSkippedListed)]...)
	if len(r.Unsupported) > 0 {
		response.Warnings = []string{"languages that are not supported: " + strings.Join(r.Unsupported, ", ")}
	}
	files := []tagFile{}
	for _, plan := range result.Plans {
		f := tagFile{
			File: plan.File, Added: plan.Count(tag.Added), Updated: plan.Count(tag.Updated),
			Unchanged: plan.Count(tag.Unchanged),
		}
		response.Elements += plan.Elements
		response.Added += f.Added
		response.Updated += f.Updated
		response.Unchanged += f.Unchanged
		response.Removed += plan.Count(tag.Removed)
		if !plan.Changes() && !r.Verbose {
			continue
		}
		if r.Tag.DryRun {
			f.Diff = plan.Diff()
		}
		if r.Verbose {
			for _, line := range plan.Tags {
				f.Tags = append(f.Tags, tagLine(line))
			}
		}
		files = append(files, f)
	}
	response.FilesTotal = len(files)
	if !r.Tag.DryRun {
		response.Files = files[:min(len(files), r.Limit)]
		return response, nil
	}
	var err error
	key := paging.Key{Request: r.Digest(), State: paging.DigestOf(r.Tag.Root, files)}
	if response.Files, response.NextCursor, err = paging.Page(files, key, r.Cursor, r.Limit); err != nil {
		return nil, err
	}
	return response, nil
}
