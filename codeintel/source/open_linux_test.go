package source

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// special creates one file of each kind that must not be read, and returns them with the reasons.
func special(t *testing.T, dir string) map[string]string {
	t.Helper()
	at := func(name string) string { return filepath.Join(dir, name) }
	link := func(target, name string) error { return os.Symlink(target, at(name)) }
	socket, err := net.Listen("unix", at("socket.ts"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	huge := func(name string) error {
		return errors.Join(os.WriteFile(at(name), nil, 0o644), os.Truncate(at(name), 1<<40))
	}
	for _, err := range []error{
		syscall.Mkfifo(at("pipe.ts"), 0o600), link("pipe.ts", "to-pipe.ts"), os.Mkdir(at("folder.ts"), 0o755),
		link("/dev/zero", "zero.ts"), link("/dev/tty", "tty.ts"), link("nowhere", "broken.ts"),
		link("b-loop.ts", "a-loop.ts"), link("a-loop.ts", "b-loop.ts"), huge("sparse.ts"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return map[string]string{
		"pipe.ts": ReasonNotRegular, "to-pipe.ts": ReasonNotRegular, "folder.ts": ReasonNotRegular,
		"zero.ts": ReasonNotRegular, "tty.ts": ReasonNotRegular, "socket.ts": ReasonNotRegular,
		"broken.ts": ReasonUnreadable, "a-loop.ts": ReasonLoop, "sparse.ts": ReasonTooLarge,
	}
}

// TestOnlyRegularFilesAreRead checks that each other kind of file is refused without waiting.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	for name, want := range special(t, dir) {
		for mode, roots := range map[string]Roots{"all paths": {}, "limited": {dirs: []string{dir, "/dev"}}} {
			done := make(chan error, 1)
			go func() {
				_, err := roots.ReadFile(filepath.Join(dir, name), MaxFileBytes)
				if f, opened := roots.Open(filepath.Join(dir, name), MaxFileBytes); opened == nil {
					f.Close()
					err = nil
				}
				done <- err
			}()
			select {
			case err := <-done:
				if got := ReasonOf(err); got != want {
					t.Errorf("%s, %s: got reason %q (%v), want %q", name, mode, got, err, want)
				}
			case <-time.After(10 * time.Second):
				t.Fatalf("%s, %s: reading did not return", name, mode)
			}
		}
	}
}

// TestTreeListsRefusedFiles checks that a walk neither reads nor waits for special files, and
// that it lists those with wanted names.
func TestTreeListsRefusedFiles(t *testing.T) {
	dir := t.TempDir()
	special(t, dir)
	for _, name := range []string{".gitignore", ".coderefignore"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tree := NewTree(Roots{}, dir, func(path string) bool { return filepath.Ext(path) == ".ts" })
	if _, err := tree.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, left := range tree.LeftOut() {
		got[left.Path] = left.Reason
	}
	want := map[string]string{
		".gitignore": ReasonNotRegular, ".coderefignore": ReasonNotRegular, "pipe.ts": ReasonNotRegular,
		"socket.ts": ReasonNotRegular, "to-pipe.ts": ReasonNotRegular, "zero.ts": ReasonNotRegular,
		"tty.ts": ReasonNotRegular, "broken.ts": ReasonBroken, "a-loop.ts": ReasonLoop, "b-loop.ts": ReasonLoop,
	}
	for path, reason := range want {
		if got[path] != reason {
			t.Errorf("%s: got reason %q, want %q", path, got[path], reason)
		}
	}
	if len(got) != len(want) {
		t.Errorf("left out: got %v, want %v", got, want)
	}
}

// TestReadingStopsAtTheLimit reads a file whose size is reported as zero, and one that grows
// after it was opened.
func TestReadingStopsAtTheLimit(t *testing.T) {
	if _, err := (Roots{}).ReadFile("/proc/self/maps", 100); !errors.Is(err, ErrTooLarge) {
		t.Errorf("file with an unknown size: got error %v, want %v", err, ErrTooLarge)
	}
	if data, err := (Roots{}).ReadFile("/proc/self/maps", MaxFileBytes); err != nil || len(data) < 100 {
		t.Errorf("file with an unknown size: got %d bytes, error %v; want all", len(data), err)
	}
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, make([]byte, 100), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Roots{}.Open(name, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := os.Truncate(name, 1<<40); err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, f); n > 100 || !errors.Is(err, ErrTooLarge) {
		t.Errorf("growing file: got %d bytes, error %v; want at most 100 and %v", n, err, ErrTooLarge)
	}
}

// TestFilesOutsideTheRootsAreNotOpened follows links inside the roots, and refuses those that
// lead outside, with and without the real path of an open file.
func TestFilesOutsideTheRootsAreNotOpened(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	inside, outside := filepath.Join(base, "in"), filepath.Join(base, "out")
	for _, dir := range []string{inside, outside} {
		if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "a"), []byte(dir), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"near": filepath.Join(inside, "a"), "far": filepath.Join(outside, "a"), "up": "../out",
	} {
		if err := os.Symlink(target, filepath.Join(inside, name)); err != nil {
			t.Fatal(err)
		}
	}
	roots := Roots{dirs: []string{inside}}
	for path, want := range map[string]error{"a": nil, "near": nil, "far": ErrOutside, "up/a": ErrOutside, "none": fs.ErrNotExist} {
		path = filepath.Join(inside, path)
		if _, err := roots.ReadFile(path, 1000); !errors.Is(err, want) {
			t.Errorf("%s: got error %v, want %v", path, err, want)
		}
		h, err := openHandle(path)
		if err != nil {
			continue
		}
		if h, err = roots.again(h, path); !errors.Is(err, want) {
			t.Errorf("%s, by os.Root: got error %v, want %v", path, err, want)
		} else if err == nil {
			h.close()
		}
	}
	if h, err := openBelow(inside, filepath.Join(inside, "up", "a")); err == nil {
		h.close()
		t.Error("openBelow followed a link out of the root")
	}
}
