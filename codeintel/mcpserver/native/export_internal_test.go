package native

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/projects"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// TestExportChecksPathBeforeWriting checks that a folder that becomes a symbolic link
// during the call does not lead the export out of the project.
func TestExportChecksPathBeforeWriting(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	source := []byte("export function f() { return 1; }\n")
	if err := os.WriteFile(filepath.Join(dir, "a.ts"), source, 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	known := projects.New(index.Options{})
	t.Cleanup(known.Close)
	args := arguments.Values{
		"project_path": mustMarshal(t, dir), "format": mustMarshal(t, "json"),
		"output_path": mustMarshal(t, "out/export.json"),
	}
	swapped := false
	_, err := New(known).Export(context.Background(), args, func(int, int) {
		if !swapped {
			swapped = true
			if err := errors.Join(os.Remove(out), os.Symlink(outside, out)); err != nil {
				t.Error(err)
			}
		}
	})
	var tool *toolerror.Error
	if !swapped || !errors.As(err, &tool) || tool.Code != toolerror.OutsideRoots {
		t.Errorf("got swapped %v, error %v, want true, %s", swapped, err, toolerror.OutsideRoots)
	}
	if _, err := os.Stat(filepath.Join(outside, "export.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v for the file outside the project, want that it does not exist", err)
	}
}

func mustMarshal(t *testing.T, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
