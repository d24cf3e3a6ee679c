package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/index"
)

// TestExportIntoALinkMadeMeanwhile: where an export may go is asked again when it is
// written.
func TestExportIntoALinkMadeMeanwhile(t *testing.T) {
	dir, outside := sample(t), t.TempDir()
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	store := index.NewStore(index.Options{})
	t.Cleanup(store.Close)
	shared := &tools{store: store, known: &projects{publish: func(string) {}, retract: func(string) {}}, log: testConfig().Logger}
	args := arguments{"project_path": mustMarshal(t, dir), "format": mustMarshal(t, "json"), "output_path": mustMarshal(t, "out/export.json")}
	swapped := false
	_, err := shared.export(context.Background(), args, func(int, int) {
		if !swapped {
			swapped = true
			if err := errors.Join(os.Remove(out), os.Symlink(outside, out)); err != nil {
				t.Error(err)
			}
		}
	})
	var tool *toolError
	if !swapped || !errors.As(err, &tool) || tool.Code != codeOutsideRoots {
		t.Errorf("swapped %v, %v", swapped, err)
	}
	if _, err := os.Stat(filepath.Join(outside, "export.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("written outside: %v", err)
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
