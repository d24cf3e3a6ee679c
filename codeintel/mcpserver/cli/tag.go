package cli

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

type tagResponse struct {
	response
	DryRun     bool   `json:"dry_run"`
	Root       string `json:"root"`
	Elements   int    `json:"elements"`
	Files      []any  `json:"files"`
	FilesTotal int    `json:"files_total"`
}

// Tag runs coderef_tag.
func (t *Tools) Tag(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	path, folder, err := args.SourcePath()
	if err != nil {
		return nil, err
	}
	r := corecli.TagRequest{Root: path, Path: path}
	if !folder {
		r.Root = filepath.Dir(path)
	}
	for name, flag := range map[string]*bool{
		"dry_run": &r.DryRun, "force": &r.Force, "verbose": &r.Verbose,
		"update_lineno": &r.UpdateLines, "include_private": &r.Private,
	} {
		if err := args.Flag(name, flag); err != nil {
			return nil, err
		}
	}
	for name, to := range map[string]*string{"lang": &r.Languages, "exclude": &r.Exclude} {
		text, err := args.Text(name)
		if err != nil {
			return nil, err
		}
		*to = strings.Join(arguments.List(text), ",")
	}
	switch cursor, err := args.Text("cursor"); {
	case err != nil:
		return nil, err
	case cursor != "":
		return nil, &toolerror.Error{
			Code: toolerror.InvalidCursor, Message: "with the coderef CLI, coderef_tag has no pages", Hint: "omit cursor",
		}
	}
	done, err := t.program.Tag(ctx, r)
	if err != nil {
		return nil, err
	}
	warnings := append(done.Warnings, "the coderef CLI does not report which files it tagged, nor which tags are new")
	return tagResponse{
		response: t.newResponse(ctx, r.Root, warnings...),
		DryRun:   r.DryRun, Root: r.Root, Elements: done.Elements, Files: []any{},
		FilesTotal: done.Files,
	}, nil
}
