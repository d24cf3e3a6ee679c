package tools

import (
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/export"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/source"
)

//go:embed schema/export.input.json
var exportInput []byte

//go:embed schema/export.output.json
var exportOutput []byte

// maxExportNodes bounds max_nodes.
const maxExportNodes = 10_000_000

// outputHint is the hint of errors about output_path.
const outputHint = "give a path in the project, such as export.json"

// Export defines coderef_export.
func Export() Definition {
	return Definition{
		Name: "coderef_export",
		Description: "Writes the graph of a project to a file: every file and element, and every resolved call, " +
			"import, reference, extends and implements relation with its place. Use it to process the graph with " +
			"another program, or to write an index for coderef_drift. format json has nodes, edges and " +
			"statistics; jsonld has the same content as linked data (JSON-LD 1.1); scip is a SCIP index (definitions and " +
			"references) for code search and navigation tools; mermaid and dot draw the whole graph, " +
			"which is not readable for large projects (coderef_diagram draws readable diagrams). The default " +
			"output_path is <project>/.coderef/exports/export.<format>; missing folders are created. The path " +
			"must lie in the project or below a folder that the server was started with (--root). The file is " +
			"replaced atomically. If format is json and output_path is .coderef-index.json, coderef-index.json or " +
			".coderef/index.json, the file contains an index of the elements instead of the graph; coderef_drift " +
			"compares it with later states. " +
			"max_nodes keeps the most connected nodes and counts the others under \"omitted\". Relations that " +
			"could not be resolved are not exported.",
		CLIDescription: "Writes the graph of a project to a file by running an installed coderef CLI: as JSON, " +
			"JSON-LD, Mermaid or DOT. Use it to process the graph with another program. The default output_path is " +
			"<project>/.coderef/exports/export.<format>; the path must lie in the project or below a folder that " +
			"the server was started with (--root). The file is replaced when the export is complete. The number of " +
			"nodes and edges is unknown.",
		Input: exportInput, Output: identified(exportOutput), Annotations: writing("Export the graph"),
	}
}

// ExportRequest is the request of coderef_export.
type ExportRequest struct {
	Root, Path string // both absolute
	Options    export.Options

	given string // output_path, for error messages
}

// ReadExport reads the arguments of coderef_export. The file must lie in the project or,
// if the roots are limited, in one of them.
func ReadExport(args arguments.Values, roots source.Roots) (r ExportRequest, err error) {
	if r.Root, err = args.ProjectRoot(); err != nil {
		return r, err
	}
	format, err := args.Text("format")
	if err != nil {
		return r, err
	}
	r.Options.Format = export.Format(format)
	if !slices.Contains(export.Formats(), r.Options.Format) {
		return r, toolerror.Invalid("format is one of json, jsonld, mermaid, dot, scip", "unknown format %q", format)
	}
	if r.Options.MaxNodes, err = args.Integer("max_nodes", 0, 0, maxExportNodes); err != nil {
		return r, err
	}
	if r.given, err = args.Text("output_path"); err != nil {
		return r, err
	}
	if r.given == "" {
		r.given = filepath.Join(".coderef", "exports", "export."+format)
	} else if err := arguments.CheckText("output_path", r.given, outputHint); err != nil {
		return r, err
	}
	if r.Path = filepath.Clean(r.given); !filepath.IsAbs(r.Path) {
		r.Path = filepath.Join(r.Root, r.Path)
	}
	return r, r.CheckPath(roots)
}

// CheckPath rejects a path that leads out of the project and the roots, through symbolic
// links too, and one that must not be overwritten. Call it again right before writing:
// folders can change during the call.
func (r *ExportRequest) CheckPath(roots source.Roots) error {
	project, err := source.NewRoots([]string{r.Root})
	if err != nil {
		return err
	}
	if !project.Allows(r.Path) && (!roots.Limited() || !roots.Allows(r.Path)) {
		return &toolerror.Error{
			Code: toolerror.OutsideRoots, Message: "output_path lies outside the project: " + r.given, Hint: outputHint,
		}
	}
	if info, err := os.Stat(r.Path); err == nil && info.IsDir() {
		return toolerror.Invalid(outputHint, "output_path is a folder: %s", r.given)
	}
	// A mistake in the path must not overwrite a source file, a configuration or git's files.
	if slash := filepath.ToSlash(r.Path); index.IsProjectFile(slash) || strings.Contains(slash, "/.git/") {
		return toolerror.Invalid(outputHint, "output_path names a file that an export must not replace: %s", r.given)
	}
	return nil
}
