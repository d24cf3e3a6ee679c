package supervisor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestLookPath(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "tool")
	if err := os.WriteFile(file, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=/nowhere", "PATH=:" + dir}
	if got, err := lookPath("tool", env); got != file || err != nil {
		t.Errorf("lookPath(tool) = %q, error %v, want %q", got, err, file)
	}
	if got, err := lookPath("./x/tool", env); got != "./x/tool" || err != nil {
		t.Errorf("lookPath(./x/tool) = %q, error %v, want it unchanged", got, err)
	}
	for _, name := range []string{"data", "none"} {
		if got, err := lookPath(name, env); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("lookPath(%s) = %q, error %v, want %v", name, got, err, fs.ErrNotExist)
		}
	}
	if _, err := lookPath("sh", nil); err != nil {
		t.Error(err)
	}
	if _, err := lookPath("no-such-command", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := lookPath("", nil); err == nil {
		t.Error("lookPath of an empty command: got no error, want one")
	}
}
