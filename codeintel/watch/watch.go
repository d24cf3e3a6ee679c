// Package watch reports changes below folders.
//
// A report is only a hint: operating systems lose events, and some file systems have none. A
// caller that must be certain has to check the files.
package watch

import (
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quiet is the time without changes after which a change is reported: saving one file, or
// one checkout, causes many events.
const quiet = 50 * time.Millisecond

// maxFolders bounds the folders watched for one tree. Systems limit the watched folders of each
// user, and other programs such as editors need some of them.
const maxFolders = 4096

// Watcher watches the folders of trees. It is safe for concurrent use.
type Watcher struct {
	events *fsnotify.Watcher
	log    *slog.Logger
	done   sync.WaitGroup

	mu      sync.Mutex
	trees   map[string]*tree           // by root
	folders map[string]map[string]bool // roots by folder
	closed  bool
}

// tree contains the watched folders of one root.
type tree struct {
	requested []string // folders of the last call of Watch; nil to process the next call in any case
	folders   map[string]bool
	changed   func()
	timer     *time.Timer
}

// New returns a watcher without any folders. It fails if the system does not report changes.
func New(log *slog.Logger) (*Watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &Watcher{events: events, log: log, trees: map[string]*tree{}, folders: map[string]map[string]bool{}}
	w.done.Go(w.run)
	return w, nil
}

// Watch sets the folders that are watched for a root. After a change directly in one of them,
// and a period without further changes, changed is called on its own goroutine; calls may
// overlap. If one of the folders cannot be watched, or if there are more than 4096, none is
// watched. A call with the same folders is cheap. It watches folders again that were deleted
// or renamed and have been created again.
func (w *Watcher) Watch(root string, folders []string, changed func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	t := w.trees[root]
	if t == nil {
		t = &tree{folders: map[string]bool{}}
		w.trees[root] = t
	}
	t.changed = changed
	if t.requested != nil && slices.Equal(t.requested, folders) {
		return
	}
	t.requested = folders
	if len(folders) > maxFolders {
		folders = nil
	}
	wanted := make(map[string]bool, len(folders))
	for _, f := range folders {
		wanted[f] = true
	}
	for f := range t.folders {
		if !wanted[f] {
			w.drop(root, f)
		}
	}
	for f := range wanted {
		if !w.add(root, f) { // incomplete hints are useless, so no folder is watched
			w.dropAll(root)
			return
		}
	}
}

// add watches a folder for a root and reports whether it succeeded. w.mu is held.
func (w *Watcher) add(root, folder string) bool {
	if w.folders[folder] == nil {
		if err := w.events.Add(folder); err != nil {
			if !errors.Is(err, fsnotify.ErrClosed) {
				w.log.Warn("a project is not watched; its changes will be found at the next call",
					"folder", folder, "error", err)
			}
			return false
		}
		w.folders[folder] = map[string]bool{}
	}
	w.folders[folder][root], w.trees[root].folders[folder] = true, true
	return true
}

// drop stops watching a folder for a root. w.mu is held.
func (w *Watcher) drop(root, folder string) {
	delete(w.trees[root].folders, folder)
	delete(w.folders[folder], root)
	if len(w.folders[folder]) == 0 {
		delete(w.folders, folder)
		_ = w.events.Remove(folder) // fails if the folder was deleted
	}
}

// Forget stops watching the folders of a root.
func (w *Watcher) Forget(root string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forget(root)
}

// dropAll stops watching all folders of a root. w.mu is held.
func (w *Watcher) dropAll(root string) {
	for f := range w.trees[root].folders {
		w.drop(root, f)
	}
}

func (w *Watcher) forget(root string) {
	t := w.trees[root]
	if t == nil {
		return
	}
	w.dropAll(root)
	if t.timer != nil {
		t.timer.Stop()
	}
	delete(w.trees, root)
}

// Close stops watching all folders. It does not wait for running calls of changed.
func (w *Watcher) Close() error {
	w.mu.Lock()
	w.closed = true
	for root := range w.trees {
		w.forget(root)
	}
	w.mu.Unlock()
	err := w.events.Close()
	w.done.Wait()
	return err
}

func (w *Watcher) run() {
	for {
		select {
		case e, ok := <-w.events.Events:
			if !ok {
				return
			}
			if e.Op != fsnotify.Chmod {
				w.saw(e.Name, e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename))
			}
		case err, ok := <-w.events.Errors:
			if !ok {
				return
			}
			w.lost(err)
		}
	}
}

// saw handles a change of a path, which is a watched folder or in one. If the path was deleted
// or renamed, it is no longer watched, even if it was created again.
func (w *Watcher) saw(path string, removed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if removed {
		defer w.lose(path)
	}
	roots := map[string]bool{}
	for _, folder := range []string{path, filepath.Dir(path)} {
		for root := range w.folders[folder] {
			roots[root] = true
		}
	}
	for root := range roots {
		w.soon(w.trees[root])
	}
}

// lose stops watching a folder for all roots, so that the next call of Watch adds it again. w.mu
// is held.
func (w *Watcher) lose(folder string) {
	for root := range w.folders[folder] {
		w.trees[root].requested = nil
		w.drop(root, folder)
	}
}

// lost handles lost events: any file may have changed.
func (w *Watcher) lost(err error) {
	w.log.Debug("file change events were lost", "error", err)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.trees {
		w.soon(t)
	}
}

// soon reports a change after a quiet period. w.mu is held.
func (w *Watcher) soon(t *tree) {
	if t.timer == nil {
		t.timer = time.AfterFunc(quiet, t.changed)
		return
	}
	t.timer.Reset(quiet)
}
