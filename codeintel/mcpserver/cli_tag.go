package mcpserver

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliTagSays = "Runs an installed coderef CLI that writes references into source files as comments, and reports how many elements " +
	"in how many files it tagged, but not which. \"root\" is the folder that the CLI ran in: path, or the folder of the file; the " +
	"CLI decides what the paths in tags are relative to. dry_run writes nothing. There are no pages and no diffs. If the time " +
	"limit or the caller ends the call, some files may have been written."

type cliTagAnswer struct {
	cliAnswer
	DryRun     bool   `json:"dry_run"`
	Root       string `json:"root"`
	Elements   int    `json:"elements"`
	Files      []any  `json:"files"`
	FilesTotal int    `json:"files_total"`
}

func (t *cliTools) tag(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	path, folder, err := args.sourcePath()
	if err != nil {
		return nil, err
	}
	r := corecli.TagRequest{Root: path, Path: path}
	if !folder {
		r.Root = filepath.Dir(path)
	}
	for name, flag := range map[string]*bool{
		"dry_run": &r.DryRun, "force": &r.Force, "verbose": &r.Verbose, "update_lineno": &r.UpdateLines, "include_private": &r.Private,
	} {
		if err := args.value(name, "a boolean", flag); err != nil {
			return nil, err
		}
	}
	for name, to := range map[string]*string{"lang": &r.Languages, "exclude": &r.Exclude} {
		text, err := args.text(name)
		if err != nil {
			return nil, err
		}
		*to = strings.Join(list(text), ",")
	}
	switch cursor, err := args.text("cursor"); {
	case err != nil:
		return nil, err
	case cursor != "":
		return nil, &toolError{
			Code: codeInvalidCursor, Message: "with the coderef CLI, coderef_tag has no pages", Hint: "omit cursor",
		}
	}
	done, err := t.cli.Tag(ctx, r)
	if err != nil {
		return nil, err
	}
	warnings := append(done.Warnings, "the coderef CLI does not report which files it tagged, nor which tags are new")
	return cliTagAnswer{
		cliAnswer: answered(warnings...), DryRun: r.DryRun, Root: r.Root, Elements: done.Elements, Files: []any{}, FilesTotal: done.Files,
	}, nil
}
