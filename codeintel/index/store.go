package index

import (
	"container/list"
	"context"
	"log/slog"
	"time"

	"github.com/coderef-system/coderefd/codeintel/watch"
)

// maxProjects bounds how many projects stay warm. Each costs the elements and
// edges of its code, up to some hundred megabytes for half a million lines.
const maxProjects = 8

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
			o.Log.Warn("changes of files are found only at the next call", "error", err)
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

// Close ends the background work of the store and saves unsaved results. Its
// projects can still be used.
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
