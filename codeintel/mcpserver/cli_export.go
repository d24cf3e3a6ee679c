package mcpserver

import (
	"context"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/export"
	"github.com/coderef-system/coderefd/codeintel/index"
)

const cliExportSays = "Has an installed coderef CLI write its graph of a project into a file, as JSON, JSON-LD, Mermaid or DOT. Without output_path " +
	"it is <project>/.coderef/exports/export.<format>; the path must lie in the project or below a folder the server was started with " +
	"(--root). The file is put in its place once it is whole."

type cliExportAnswer struct {
	cliAnswer
	Format        export.Format `json:"format"`
	OutputPath    string        `json:"output_path"`
	FileSizeBytes int           `json:"file_size_bytes"`
	SHA256        string        `json:"sha256"`
}

func (t *cliTools) export(ctx context.Context, args arguments, _ index.Progress) (any, error) {
	a, err := t.readExportArguments(args)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(a.path), 0o755); err != nil {
		return nil, writeFailed(err)
	}
	done, err := t.cli.Export(ctx, corecli.ExportRequest{Root: a.root, Format: string(a.options.Format), Path: a.path, MaxNodes: a.options.MaxNodes})
	if err != nil {
		return nil, err
	}
	return cliExportAnswer{
		cliAnswer: answered("the coderef CLI does not tell how many nodes and edges it wrote"), Format: a.options.Format, OutputPath: a.path,
		FileSizeBytes: done.Size, SHA256: hex.EncodeToString(done.Digest[:]),
	}, nil
}

// writeFailed refuses an export that cannot be written.
func writeFailed(err error) error {
	return &toolError{Code: codeWriteFailed, Message: "the export cannot be written: " + err.Error(), Hint: "choose another output_path"}
}
