package e2e_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
)

func TestTypedDiagram(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().DrawDiagram(soon(t), &codeintelv1.DrawDiagramRequest{
		ProjectPath: project, DiagramType: codeintelv1.DiagramType_DIAGRAM_TYPE_IMPORTS,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.GetFormat() != codeintelv1.DiagramFormat_DIAGRAM_FORMAT_MERMAID ||
		got.GetLevel() != codeintelv1.DiagramLevel_DIAGRAM_LEVEL_FILE ||
		got.GetNodeCount() < 3 ||
		got.GetEdgeCount() != 2 ||
		got.GetOmittedNodeCount() != 0 {
		t.Errorf("got %v, want a Mermaid diagram of files with at least 3 nodes, 2 edges, no omitted nodes", got)
	}
	for _, want := range []string{"cart.ts", "money.ts", "cart.test.ts", "-.->"} {
		if !strings.Contains(got.GetDiagram(), want) {
			t.Errorf("got the diagram below, want %q in it:\n%s", want, got.GetDiagram())
		}
	}
	focused, err := c.CodeIntelService().DrawDiagram(soon(t), &codeintelv1.DrawDiagramRequest{
		ProjectPath: project, DiagramType: codeintelv1.DiagramType_DIAGRAM_TYPE_CALLS,
		Format: codeintelv1.DiagramFormat_DIAGRAM_FORMAT_DOT, Target: "format",
	})
	if err != nil {
		t.Fatal(err)
	}
	if focused.GetLevel() != codeintelv1.DiagramLevel_DIAGRAM_LEVEL_ELEMENT ||
		!strings.HasPrefix(focused.GetDiagram(), "digraph") ||
		!strings.Contains(focused.GetDiagram(), "receipt") ||
		strings.Contains(focused.GetDiagram(), "report.py") {
		t.Errorf("got %v, want a DOT diagram of elements with receipt, without report.py", focused)
	}
}

func TestTypedExport(t *testing.T) {
	c, project := typed(t)
	got, err := c.CodeIntelService().Export(soon(t), &codeintelv1.ExportRequest{
		ProjectPath: project, Format: codeintelv1.ExportFormat_EXPORT_FORMAT_JSON,
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(project, ".coderef", "exports", "export.json"))
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(text)
	if got.GetOutputPath() != filepath.Join(project, ".coderef", "exports", "export.json") ||
		got.GetSizeBytes() != int64(len(text)) ||
		got.GetSha256() != hex.EncodeToString(hash[:]) ||
		got.GetNodeCount() < 17 ||
		got.GetEdgeCount() == 0 {
		t.Errorf(
			"got %v, want the path, size (%d bytes) and hash of .coderef/exports/export.json, at least 17 nodes, edges",
			got, len(text),
		)
	}
	if !json.Valid(text) || !strings.Contains(string(text), "@Fn/src/money.ts#format") {
		t.Errorf("got file:\n%s\nwant JSON with @Fn/src/money.ts#format", text)
	}
	again, err := c.CodeIntelService().Export(soon(t), &codeintelv1.ExportRequest{
		ProjectPath: project, Format: codeintelv1.ExportFormat_EXPORT_FORMAT_DOT, OutputPath: "graph.dot", MaxNodes: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if dot := read(
		t, filepath.Join(project, "graph.dot"),
	); again.GetNodeCount() != 2 || again.GetOmittedNodeCount() < 15 ||
		!strings.HasPrefix(dot, "digraph") {
		t.Errorf("got %v, want 2 nodes, at least 15 omitted, and a DOT graph in graph.dot:\n%s", again, dot)
	}
	outside := filepath.Join(t.TempDir(), "graph.json")
	_, err = c.CodeIntelService().Export(soon(t), &codeintelv1.ExportRequest{
		ProjectPath: project, Format: codeintelv1.ExportFormat_EXPORT_FORMAT_JSON, OutputPath: outside,
	})
	wantToolError(t, err, codes.PermissionDenied, codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_OUTSIDE_ROOTS)
	if _, err := os.Stat(outside); err == nil {
		t.Errorf("export outside of the roots: got the file %s, want none", outside)
	}
}
