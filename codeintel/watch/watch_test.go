package watch

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func watcher(t *testing.T) *Watcher {
	t.Helper()
	w, err := New(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Skip("this system does not report file changes:", err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func write(t *testing.T, name string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(name), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWatchReportsChangesPerRoot(t *testing.T) {
	w := watcher(t)
	dir := t.TempDir()
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	outer, inner := make(chan struct{}, 100), make(chan struct{}, 100)
	w.Watch(dir, []string{dir, sub}, func() { outer <- struct{}{} })
	w.Watch(sub, []string{sub}, func() { inner <- struct{}{} })

	write(t, filepath.Join(sub, "new"))
	<-outer
	<-inner
	write(t, filepath.Join(sub, "new"))
	<-outer
	<-inner
	if err := os.Remove(filepath.Join(sub, "new")); err != nil {
		t.Fatal(err)
	}
	<-outer
	<-inner

	w.Watch(dir, []string{dir}, func() { outer <- struct{}{} }) // sub is still watched for inner
	write(t, filepath.Join(sub, "other"))
	<-inner
	w.Forget(sub)
	write(t, filepath.Join(sub, "more"))
	write(t, filepath.Join(dir, "file"))
	<-outer
	if len(inner) > 0 {
		t.Errorf("got %d reports for a forgotten root, want 0", len(inner))
	}
	w.Forget("nothing")
}

// TestTreeWithUnwatchableFolderIsNotWatched checks that no folder of a tree is watched if one
// of them cannot be watched.
func TestTreeWithUnwatchableFolderIsNotWatched(t *testing.T) {
	w := watcher(t)
	dir := t.TempDir()
	w.Watch(dir, []string{dir, filepath.Join(dir, "nowhere")}, func() { t.Error("got a report, want none") })
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.trees[dir].folders) > 0 || len(w.folders) > 0 {
		t.Errorf("got %d watched folders of the tree, %d in total; want 0, 0", len(w.trees[dir].folders), len(w.folders))
	}
}

// TestRecreatedFolderIsWatchedAgain checks that the next Watch watches a folder again that was
// deleted or renamed and has been created again.
func TestRecreatedFolderIsWatchedAgain(t *testing.T) {
	for name, away := range map[string]func(string) error{
		"deleted": os.Remove,
		"renamed": func(dir string) error { return os.Rename(dir, dir+" before") },
	} {
		t.Run(name, func(t *testing.T) {
			w := watcher(t)
			dir := t.TempDir()
			sub := filepath.Join(dir, "sub")
			changed := make(chan struct{}, 100)
			watch := func() { w.Watch(dir, []string{dir, sub}, func() { changed <- struct{}{} }) }
			if err := os.Mkdir(sub, 0o700); err != nil {
				t.Fatal(err)
			}
			watch()
			if err := errors.Join(away(sub), os.Mkdir(sub, 0o700)); err != nil {
				t.Fatal(err)
			}
			<-changed
			watch()
			for len(changed) > 0 {
				<-changed
			}
			write(t, filepath.Join(sub, "new"))
			<-changed
		})
	}
}

func TestClosedWatcherIgnoresWatch(t *testing.T) {
	w := watcher(t)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Watch(t.TempDir(), nil, func() {})
	if len(w.trees) > 0 {
		t.Errorf("got %d trees after Close, want 0", len(w.trees))
	}
}
