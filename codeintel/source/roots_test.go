package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRootsAllowOnlyPathsBelowThem(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"allowed/sub", "allowed2", "outside"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"allowed/out": "../outside", "allowed/in": "sub", "outside/back": "../allowed",
		"allowed/dangling": "../outside/new", "alias": "allowed",
	} {
		if err := os.Symlink(target, filepath.Join(base, name)); err != nil {
			t.Skipf("this system does not support symbolic links: %v", err)
		}
	}
	roots, err := NewRoots([]string{filepath.Join(base, "alias")}) // a root may be a link itself
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"allowed": true, "allowed/sub": true, "alias/sub/new/file.ts": true, "allowed/in/new.ts": true,
		"outside/back/sub": true,
		"allowed2":         false, "outside": false, "allowed/out": false, "allowed/out/new.ts": false,
		"allowed/../outside": false, "allowed/dangling": false, "allowed/dangling/x": false, "": false,
	} {
		if got := roots.Allows(filepath.Join(base, path)); got != want {
			t.Errorf("Allows(%q): got %v, want %v", path, got, want)
		}
	}
	if !(Roots{}).Allows("/anything") {
		t.Error("Allows without roots: got false, want true")
	}
	for _, bad := range []string{"relative", filepath.Join(base, "nowhere")} {
		if _, err := NewRoots([]string{bad}); err == nil {
			t.Errorf("NewRoots(%q): got no error, want one", bad)
		}
	}
}
