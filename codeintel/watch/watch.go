// Package watch tells that something below a folder changed.
//
// It is a hint, not a truth: systems lose such events, and some file systems have
// none. Whoever needs to know looks for himself.
package watch

import (
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quiet is how long nothing must change before a change is told: one saving of a
// file, or one checkout, is many events.
const quiet = 50 * time.Millisecond

// maxFolders bounds the folders watched for one tree. Systems bound all of a
// user's together, and editors need some too.
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

// tree is what is watched of one root.
type tree struct {
	folders map[string]bool
	changed func()
	timer   *time.Timer
}

// New returns a watcher that watches nothing yet. It fails where the system has no
// such events.
func New(log *slog.Logger) (*Watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &Watcher{events: events, log: log, trees: map[string]*tree{}, folders: map[string]map[string]bool{}}
	w.done.Go(w.run)
	return w, nil
}

// Watch watches the given folders, and only those, in the name of a root: changed
// is called some time after what is right in one of them changed, on a goroutine
// of its own; calls may overlap. A tree with too many folders is not watched.
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
		if !w.add(root, f) {
			w.forget(root) // all or nothing: a hint that comes sometimes is of no use
			return
		}
	}
}

// add reports whether the folder is watched. w.mu is held.
func (w *Watcher) add(root, folder string) bool {
	if w.folders[folder] == nil {
		if err := w.events.Add(folder); err != nil {
			if !errors.Is(err, fsnotify.ErrClosed) {
				w.log.Warn("a project is not watched; its changes are seen when it is asked about", "folder", folder, "error", err)
			}
			return false
		}
		w.folders[folder] = map[string]bool{}
	}
	w.folders[folder][root], w.trees[root].folders[folder] = true, true
	return true
}

// drop ends the watch over a folder for a root. w.mu is held.
func (w *Watcher) drop(root, folder string) {
	delete(w.trees[root].folders, folder)
	delete(w.folders[folder], root)
	if len(w.folders[folder]) == 0 {
		delete(w.folders, folder)
		_ = w.events.Remove(folder) // the folder may be gone
	}
}

// Forget ends the watch in the name of a root.
func (w *Watcher) Forget(root string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forget(root)
}

func (w *Watcher) forget(root string) {
	t := w.trees[root]
	if t == nil {
		return
	}
	for f := range t.folders {
		w.drop(root, f)
	}
	if t.timer != nil {
		t.timer.Stop()
	}
	delete(w.trees, root)
}

// Close ends all watches. A call of changed that runs is not waited for.
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
				w.saw(e.Name)
			}
		case err, ok := <-w.events.Errors:
			if !ok {
				return
			}
			w.lost(err)
		}
	}
}

// saw notes a change of a path: of the folder it is in, or of a watched folder.
func (w *Watcher) saw(path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
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

// lost notes that events went unseen: anything may have changed.
func (w *Watcher) lost(err error) {
	w.log.Debug("changes of files went unseen", "error", err)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.trees {
		w.soon(t)
	}
}

// soon tells of a change when it has been quiet for a while. w.mu is held.
func (w *Watcher) soon(t *tree) {
	if t.timer == nil {
		t.timer = time.AfterFunc(quiet, t.changed)
		return
	}
	t.timer.Reset(quiet)
}
