package cli

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type scanResponse struct {
	response
	ElementsFound int               `json:"elements_found"`
	Elements      []corecli.Element `json:"elements"`
	NextCursor    string            `json:"next_cursor,omitempty"`
	Mode          string            `json:"mode"`
	Languages     []string          `json:"languages"`
}

// Scan runs coderef_scan.
func (t *Tools) Scan(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	languages, err := readLanguages(args)
	if err != nil {
		return nil, err
	}
	r, err := tools.ReadScan(args.Without("languages"))
	if err != nil {
		return nil, err
	}
	found, err := t.program.Scan(ctx, corecli.ScanRequest{Root: r.Root, Languages: languages, AST: r.AST})
	if err != nil {
		return nil, err
	}
	shown, next, err := page(found.Elements, r.Cursor, r.Limit, requestDigest("coderef_scan", r.Root, languages, r.AST))
	if err != nil {
		return nil, err
	}
	if len(found.Elements) == 0 {
		found.Warnings = append(found.Warnings,
			"the coderef CLI found no elements; it does not report whether it read any file")
	}
	return scanResponse{
		response:      t.newResponse(ctx, r.Root, found.Warnings...),
		ElementsFound: len(found.Elements), Elements: shown, NextCursor: next,
		Mode: "cli", Languages: languages,
	}, nil
}
