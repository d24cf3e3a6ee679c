package repository

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Identity states which version of a repository a project folder contains.
type Identity struct {
	Commit string // 40 hexadecimal digits; empty if the branch has no commit yet
	Branch string // empty if HEAD is detached
	// Dirty reports whether the project folder differs from the commit: a tracked file differs in
	// the index or in the work tree, by its content, its executable bit or its existence; or an
	// analysed file is not tracked. It is nil if there is no work tree, or if this is unknown.
	Dirty *bool
}

// Tracker finds the identity of a project folder, and finds it again with little work while the
// repository is unchanged. On systems other than Linux, a change of only the executable bit of an
// analysed file is found when the file changes otherwise. It is not safe for concurrent use.
type Tracker struct {
	project string
	roots   source.Roots
	depth   int // of submodules

	observed *source.Probes // the files that the fields below were read from
	err      error          // why they are empty
	r        *Repository    // nil if HEAD is unknown; closed
	head     Head
	work     *workTree
	staged   bool // the index differs from the commit

	checked    []stat // by entry: the state in which the file was last found unmodified
	submodules map[string]*Tracker

	matched    bool // the fields below are those of version
	version    uint64
	untracked  bool  // an analysed file is not tracked
	modified   bool  // an analysed file is modified
	others     []int // entries that are not analysed files
	lastChange int   // the entry that was last found modified; -1 if none was
}

// The number of files that a goroutine examines at a time.
const (
	hashBatch = 16
	statBatch = 64
)

// NewTracker returns the tracker of an absolute folder. It opens only files that roots allow.
func NewTracker(project string, roots source.Roots) *Tracker {
	return &Tracker{project: project, roots: roots}
}

// Identify returns the identity of the project. The analysed files are sorted by path; version
// must differ from that of the last call if the files or their stamps may differ. The error is
// [ErrNone] if the project is in no repository. With any other error, the parts of the identity
// that could not be found are empty.
func (t *Tracker) Identify(ctx context.Context, analysed []*source.File, version uint64) (Identity, error) {
	hold := false
	if t.observed != nil {
		var err error
		if hold, err = t.observed.Hold(ctx); err != nil {
			return Identity{}, err
		}
	}
	if !hold {
		if err := t.load(ctx); err != nil {
			return Identity{}, err
		}
	}
	if t.r == nil {
		return Identity{}, t.err
	}
	found := Identity{Branch: t.head.Branch}
	if !t.head.Commit.IsZero() {
		found.Commit = t.head.Commit.String()
	}
	if t.err != nil || t.r.top == "" {
		return found, t.err
	}
	dirty, err := t.dirty(ctx, analysed, version)
	if err == nil {
		found.Dirty = &dirty
	}
	return found, err
}

// load reads the repository again. The error is that of ctx; others are kept in t.err.
func (t *Tracker) load(ctx context.Context) error {
	before := map[string]stat{}
	if t.work != nil {
		for i := range t.checked {
			if e := &t.work.index.entries[i]; t.checked[i].exists {
				before[e.path+"\x00"+string(e.id[:])] = t.checked[i]
			}
		}
	}
	t.r, t.work, t.checked, t.matched, t.lastChange = nil, nil, nil, false, -1
	var observed []source.Probe
	r, err := open(t.project, t.roots, func(path string, aspect source.Aspect) {
		observed = append(observed, source.NewProbe(path, aspect))
	})
	if t.err = err; err == nil {
		t.err = t.readState(ctx, r)
		r.Close()
	}
	if err := ctx.Err(); err != nil {
		t.observed = nil
		return err
	}
	if t.observed = source.NewProbes(observed); t.work == nil {
		return nil
	}
	entries := t.work.index.entries
	t.checked = make([]stat, len(entries))
	for i := range entries {
		e := &entries[i]
		if s, ok := before[e.path+"\x00"+string(e.id[:])]; ok && (s.mode == e.mode || !t.r.settings.fileMode) {
			t.checked[i] = s
		}
	}
	return nil
}

// readState reads HEAD and the index.
func (t *Tracker) readState(ctx context.Context, r *Repository) (err error) {
	if t.head, err = r.Head(); err != nil {
		return err
	}
	t.r = r
	if r.top == "" {
		return nil
	}
	x, err := r.readIndex()
	if err != nil {
		return err
	}
	if t.staged, err = r.staged(ctx, x, t.head); err != nil {
		return err
	}
	t.work = r.newWorkTree(x, t.submodule)
	return nil
}

// dirty reports whether the project differs from the commit.
func (t *Tracker) dirty(ctx context.Context, analysed []*source.File, version uint64) (bool, error) {
	if t.staged {
		return true, nil
	}
	t.work.begin()
	if !t.matched || t.version != version {
		if err := t.match(ctx, analysed); err != nil {
			return false, err
		}
		t.matched, t.version = true, version
	}
	if t.untracked || t.modified {
		return true, nil
	}
	if t.lastChange >= 0 { // most likely the file is still modified
		if differs, err := t.differs(ctx, t.lastChange, nil); err != nil || differs {
			return differs, err
		}
		t.lastChange = -1
	}
	return t.anyDiffers(ctx, len(t.others), func(i int) (int, *source.File) { return t.others[i], nil })
}

// match compares the analysed files with the index and the work tree.
func (t *Tracker) match(ctx context.Context, analysed []*source.File) error {
	t.matched, t.untracked, t.modified, t.others = false, false, false, t.others[:0]
	entries := t.work.index.entries
	isFile := make([]*source.File, len(entries))
	at := 0
	for _, f := range analysed {
		for at < len(entries) && entries[at].path < f.Path {
			at++
		}
		if at < len(entries) && entries[at].path == f.Path {
			isFile[at] = f
		} else if !t.inSubmodule(f.Path) {
			t.untracked = true
		}
	}
	files := make([]int, 0, len(analysed))
	for i, f := range isFile {
		if f != nil {
			files = append(files, i)
		} else {
			t.others = append(t.others, i)
		}
	}
	if t.untracked {
		return nil
	}
	var err error
	t.modified, err = t.anyDiffers(ctx, len(files), func(i int) (int, *source.File) { return files[i], isFile[files[i]] })
	return err
}

// inSubmodule reports whether a path is in a submodule, whose repository tracks it.
func (t *Tracker) inSubmodule(path string) bool {
	for i := 0; i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		at, found := slices.BinarySearchFunc(t.work.index.entries, path[:i], func(e indexEntry, p string) int {
			return strings.Compare(e.path, p)
		})
		if found && t.work.index.entries[at].mode == ModeSubmodule {
			return true
		}
	}
	return false
}

// anyDiffers reports whether any of n entries differs. An entry that is an analysed file comes
// with the file.
func (t *Tracker) anyDiffers(ctx context.Context, n int, get func(i int) (int, *source.File)) (bool, error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var failed error
	var found atomic.Bool
	err := parallel.For(inner, n, statBatch, func(i int) {
		entry, file := get(i)
		differs, err := t.differs(inner, entry, file)
		if !differs && err == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil:
			t.lastChange = entry
			found.Store(true)
			cancel()
		case failed == nil:
			failed = err
		}
	})
	switch {
	case found.Load():
		return true, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case failed != nil:
		return false, failed
	}
	return false, err
}

// differs reports whether a tracked path differs from its entry. It may be called concurrently
// for different entries.
func (t *Tracker) differs(ctx context.Context, entry int, file *source.File) (bool, error) {
	e, checked := &t.work.index.entries[entry], &t.checked[entry]
	if e.skipWorktree || e.assumeValid {
		return false, nil
	}
	if file != nil && file.Stamp.CTime != 0 && !file.Fresh && checked.equals(file.Stamp) {
		return false, nil
	}
	taken := time.Now()
	s, err := t.work.stat(e)
	if err != nil {
		return false, err
	}
	if e.mode != ModeSubmodule && checked.exists && *checked == s {
		return false, nil
	}
	differs, err := t.work.modified(ctx, e, s)
	if *checked = (stat{}); err == nil && !differs && !s.fresh(taken) {
		*checked = s
	}
	return differs, err
}

// submodule returns the state of a submodule: its commit, or a zero name if its tracked files
// differ from that. A submodule that is not checked out has the state of the entry.
func (t *Tracker) submodule(ctx context.Context, e *indexEntry, path string) (current, error) {
	const maxDepth = 4
	if s, err := lstat(path + "/.git"); err != nil || !s.exists || t.depth >= maxDepth {
		return current{e.mode, e.id}, err
	}
	t.work.mu.Lock()
	defer t.work.mu.Unlock()
	below := t.submodules[e.path]
	if below == nil {
		below = NewTracker(path, t.roots)
		below.depth = t.depth + 1
		if t.submodules == nil {
			t.submodules = map[string]*Tracker{}
		}
		t.submodules[e.path] = below
	}
	found, err := below.Identify(ctx, nil, 0)
	if err != nil {
		return current{}, fmt.Errorf("submodule %s: %w", e.path, err)
	}
	if found.Dirty != nil && *found.Dirty {
		return current{mode: ModeSubmodule}, nil
	}
	return current{ModeSubmodule, below.head.Commit}, nil
}
