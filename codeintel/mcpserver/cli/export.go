package cli

import (
	"context"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/export"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type exportResponse struct {
	response
	Format        export.Format `json:"format"`
	OutputPath    string        `json:"output_path"`
	FileSizeBytes int           `json:"file_size_bytes"`
	SHA256        string        `json:"sha256"`
}

// Export runs coderef_export.
func (t *Tools) Export(ctx context.Context, args arguments.Values, _ index.Progress) (any, error) {
	r, err := tools.ReadExport(args, t.roots)
	if err != nil {
		return nil, err
	}
	if r.Options.Format == export.SCIP {
		return nil, toolerror.Invalid("use json, jsonld, mermaid or dot", "the coderef CLI does not write the format scip")
	}
	//nolint:gosec // readable by others as the umask allows
	if err := os.MkdirAll(filepath.Dir(r.Path), 0o755); err != nil {
		return nil, toolerror.WriteFailure(err)
	}
	done, err := t.program.Export(ctx, corecli.ExportRequest{
		Root: r.Root, Format: string(r.Options.Format), Path: r.Path, MaxNodes: r.Options.MaxNodes,
	})
	if err != nil {
		return nil, err
	}
	return exportResponse{
		response: t.newResponse(ctx, r.Root, "the coderef CLI does not report how many nodes and edges it wrote"),
		Format:   r.Options.Format, OutputPath: r.Path, FileSizeBytes: done.Size, SHA256: hex.EncodeToString(done.Digest[:]),
	}, nil
}
