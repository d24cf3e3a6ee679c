package index

import (
	"container/list"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/coderef-system/coderefd/codeintel/cache"
	"github.com/coderef-system/coderefd/codeintel/source"
	"github.com/coderef-system/coderefd/codeintel/watch"
)

// maxProjects bounds how many projects stay warm. Each costs the elements and
// edges of its code, up to some hundred megabytes for half a million lines.
const maxProjects = 8

// Store keeps the most recently used projects. It is safe for concurrent use.
type Store struct {
	options Options
	after   func(time.Duration, func()) (stop func() bool) // time.AfterFunc but in tests
	memory  func() int64                                   // liveMemory but in tests

	watcher    *watch.Watcher     // nil without
	background context.Context    // of what nobody waits for
	leave      context.CancelFunc // ends it
	working    sync.WaitGroup     // what runs of it

	mu       sync.Mutex
	projects map[string]*list.Element
	recent   *list.List       // of *Project, most recent first
	calls    map[*Project]int // that run or wait for their turn
	live     []*Project       // that have something to release, most recent first
	stop     func() bool      // of the timer that runs, or nil
	stopSave func() bool      // of the timer of saving
	saving   sync.Mutex       // held while projects are saved
	closed   bool
}

// Options are what a store works with. The zero value keeps nothing on disk and
// allows everything.
type Options struct {
	Roots source.Roots // what may be looked at and written to
	Cache *cache.Cache // where what is learned survives the process; nil for nowhere
	// MemoryLimit is how many bytes of memory the projects may need together before
	// the least recently used ones are given up; 0 is no limit.
	MemoryLimit int64
	Log         *slog.Logger // nil to tell nothing
	Watch       bool         // take up changes of files before somebody asks, where the system tells of them
}

// NewStore returns an empty store.
func NewStore(o Options) *Store {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{
		options: o, memory: liveMemory,
		projects: map[string]*list.Element{}, recent: list.New(), calls: map[*Project]int{},
		after: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	}
	s.background, s.leave = context.WithCancel(context.Background())
	if o.Watch {
		var err error
		if s.watcher, err = watch.New(o.Log); err != nil {
			o.Log.Warn("changes of files are seen only when somebody asks", "error", err)
		}
	}
	return s
}

// Project returns the project rooted at an absolute, clean path, warm if it
// was used lately. A project dropped from the store stays usable by whoever
// holds it.
func (s *Store) Project(root string) *Project {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.projects[root]; ok {
		s.recent.MoveToFront(e)
		return e.Value.(*Project)
	}
	p := newProject(root, s)
	s.projects[root] = s.recent.PushFront(p)
	for s.recent.Len() > maxProjects && s.forgetOldest() {
	}
	return p
}

// forgetOldest drops the least recently used project, but none that is being
// asked, whose next caller would learn everything a second time, and not the one
// used last. It reports whether there was one to drop. s.mu is held.
func (s *Store) forgetOldest() bool {
	for e := s.recent.Back(); e != nil && e != s.recent.Front(); e = e.Prev() {
		old := e.Value.(*Project)
		if s.calls[old] > 0 {
			continue
		}
		s.recent.Remove(e)
		delete(s.projects, old.root)
		s.live = slices.DeleteFunc(s.live, func(p *Project) bool { return p == old })
		if s.watcher != nil {
			s.watcher.Forget(old.root)
		}
		return true
	}
	return false
}

// Close ends what the store does by itself, and saves what is not saved yet. Its
// projects can still be asked.
func (s *Store) Close() {
	s.mu.Lock()
	s.closed = true
	for _, stop := range []func() bool{s.stop, s.stopSave} {
		if stop != nil {
			stop()
		}
	}
	s.mu.Unlock()
	s.leave()
	if s.watcher != nil {
		if err := s.watcher.Close(); err != nil {
			s.options.Log.Warn("stop watching", "error", err)
		}
	}
	s.working.Wait()
	s.save()
}
