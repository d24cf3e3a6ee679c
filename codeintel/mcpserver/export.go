package mcpserver

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/atomicfile"
	"github.com/coderef-system/coderefd/codeintel/export"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/source"
)

//go:embed schema/export.input.json
var exportInput []byte

//go:embed schema/export.output.json
var exportOutput []byte

// maxExportNodes bounds max_nodes.
const maxExportNodes = 10_000_000

func exportTool() *mcp.Tool {
	no := false
	return &mcp.Tool{
		Name: "coderef_export",
		Description: "Writes the whole graph of a project into a file: every file and element, and every call, import, reference, extends " +
			"and implements that is resolved, with its place. format json has nodes, edges and statistics; jsonld is the same as " +
			"linked data (JSON-LD 1.1); mermaid and dot are drawings of everything, which only programs can look at if the project is " +
			"large: see coderef_diagram for readable ones. Without output_path it is <project>/.coderef/exports/export.<format>; folders are " +
			"made as needed. The path must lie in the project or below a folder the server was started with (--root). The file is " +
			"replaced whole. An output_path .coderef-index.json, coderef-index.json or .coderef/index.json with format json gets an index " +
			"of the elements instead, which coderef_drift compares later states with. max_nodes keeps the most connected nodes and counts the others under \"omitted\". What could not be resolved is not in it.",
		InputSchema:  json.RawMessage(exportInput),
		OutputSchema: json.RawMessage(exportOutput),
		Annotations:  &mcp.ToolAnnotations{Title: "Export the graph", IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
	}
}

type exportAnswer struct {
	Success       bool                    `json:"success"`
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

type exportArguments struct {
	root, path string
	options    export.Options
}

func (t *tools) readExportArguments(args arguments) (a exportArguments, err error) {
	if a.root, err = args.projectRoot(); err != nil {
		return a, err
	}
	format, err := args.text("format")
	if err != nil {
		return a, err
	}
	a.options.Format = export.Format(format)
	if !slices.Contains(export.Formats(), a.options.Format) {
		return a, invalidInput("format is one of json, jsonld, mermaid, dot", "unknown format %q", format)
	}
	if a.options.MaxNodes, err = args.integer("max_nodes", 0, 0, maxExportNodes); err != nil {
		return a, err
	}
	a.path, err = args.text("output_path")
	if err != nil {
		return a, err
	}
	a.path, err = t.outputPath(a.root, a.path, format)
	return a, err
}

// outputPath returns where an export goes. Links are followed, so that none of them
// leads out of where it may go.
func (t *tools) outputPath(root, given, format string) (string, error) {
	const hint = "give a path in the project, such as export.json"
	if given == "" {
		given = filepath.Join(".coderef", "exports", "export."+format)
	} else if err := checkText("output_path", given, hint); err != nil {
		return "", err
	}
	path := filepath.Clean(given)
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	}
	project, err := source.NewRoots([]string{root})
	if err != nil {
		return "", err
	}
	if !project.Allows(path) && (!t.roots.Limited() || !t.roots.Allows(path)) {
		return "", &toolError{Code: codeOutsideRoots, Message: "output_path lies outside of the project: " + given, Hint: hint}
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", invalidInput(hint, "output_path is a folder: %s", given)
	}
	// A slip must not cost a source file, or what governs them.
	if slash := filepath.ToSlash(path); index.IsProjectFile(slash) || strings.Contains(slash, "/.git/") {
		return "", invalidInput(hint, "output_path is no file to write an export to: %s", given)
	}
	return path, nil
}

func (t *tools) export(ctx context.Context, args arguments, progress index.Progress) (any, error) {
	a, err := t.readExportArguments(args)
	if err != nil {
		return nil, err
	}
	var answer *exportAnswer
	var text []byte
	err = t.project(a.root).Examine(ctx, progress, func(ctx context.Context, s *index.Snapshot) error {
		made, err := a.make(ctx, s)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(made.Text)
		text = made.Text
		answer = &exportAnswer{
			Success: true, Format: a.options.Format, OutputPath: a.path, FileSizeBytes: len(made.Text), SHA256: hex.EncodeToString(sum[:]),
			Nodes: made.Nodes, Edges: made.Edges, Omitted: omitted{made.OmittedNodes, made.OmittedEdges}, Unresolved: &made.Unresolved,
			Precision: s.Precision(), FilesAnalyzed: len(s.Files()), Warnings: s.Warnings(),
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// The call may have taken a while: what is a link now may have been a folder then.
	if _, err := t.outputPath(a.root, a.path, string(a.options.Format)); err != nil {
		return nil, err
	}
	if err := write(a.path, text); err != nil {
		return nil, writeFailed(err)
	}
	return answer, nil
}

// make makes the export, or the index where an index is looked for.
func (a *exportArguments) make(ctx context.Context, s *index.Snapshot) (*export.Export, error) {
	rel, err := filepath.Rel(a.root, a.path)
	if err == nil && a.options.Format == export.JSON && slices.Contains(indexPaths(), filepath.ToSlash(rel)) {
		return export.Index(ctx, s, time.Now())
	}
	return export.Make(ctx, s, a.options)
}

func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(path, text, 0o644)
}
