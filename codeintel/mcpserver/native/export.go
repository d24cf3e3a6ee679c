package native

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/coderef-system/coderefd/codeintel/atomicfile"
	"github.com/coderef-system/coderefd/codeintel/export"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

type exportResponse struct {
	Success bool `json:"success"`
	identified
	Format        export.Format           `json:"format"`
	OutputPath    string                  `json:"output_path"`
	FileSizeBytes int                     `json:"file_size_bytes"`
	SHA256        string                  `json:"sha256"`
	Nodes         int                     `json:"nodes"`
	Edges         int                     `json:"edges"`
	Omitted       omitted                 `json:"omitted"`
	Unresolved    *graph.UnresolvedCounts `json:"unresolved,omitempty"`
	Precision     facts.Precision         `json:"precision"`
	FilesAnalyzed int                     `json:"files_analyzed"`
	Warnings      []string                `json:"warnings,omitempty"`
}

// Export runs coderef_export.
func (t *Tools) Export(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
	r, err := tools.ReadExport(args, t.projects.Roots())
	if err != nil {
		return nil, err
	}
	var response *exportResponse
	var text []byte
	err = t.projects.Project(r.Root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		made, err := makeExport(ctx, s, &r)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(made.Text)
		text = made.Text
		response = &exportResponse{
			Success: true, identified: identified{s.Subject()},
			Format: r.Options.Format, OutputPath: r.Path, FileSizeBytes: len(made.Text),
			SHA256: hex.EncodeToString(sum[:]),
			Nodes:  made.Nodes, Edges: made.Edges, Omitted: omitted{made.OmittedNodes, made.OmittedEdges},
			Unresolved: &made.Unresolved,
			Precision:  s.Precision(), FilesAnalyzed: len(s.Files()), Warnings: s.Warnings(),
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// A folder of the path may have become a symbolic link during the call.
	if err := r.CheckPath(t.projects.Roots()); err != nil {
		return nil, err
	}
	if err := write(r.Path, text); err != nil {
		return nil, toolerror.WriteFailure(err)
	}
	return response, nil
}

// makeExport returns the export, or an index if the path is a default path of index files.
func makeExport(ctx context.Context, s *index.Snapshot, r *tools.ExportRequest) (*export.Export, error) {
	rel, err := filepath.Rel(r.Root, r.Path)
	if err == nil && r.Options.Format == export.JSON && slices.Contains(tools.IndexPaths(), filepath.ToSlash(rel)) {
		return export.Index(ctx, s, time.Now())
	}
	return export.Make(ctx, s, r.Options)
}

func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // readable by others as the umask allows
		return err
	}
	return atomicfile.Write(path, text, 0o644)
}
