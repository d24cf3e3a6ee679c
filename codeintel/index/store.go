package index

import (
	"container/list"
	"context"
	"log/slog"
	"time"

	"github.com/coderef-system/coderefd/codeintel/watch"
)

// maxProjects bounds the number of projects in a store. Each needs memory for its graph, up to
// some hundred megabytes for half a million lines.
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
	s.background, s.cancelBackground = context.WithCancel(context.Background())
	if o.Watch {
		var err error
		if s.watcher, err = watch.New(o.Log); err != nil {
			o.Log.Warn("watch files: changes will be found only at the next call", "error", err)
		}
	}
	return s
}

// Project returns the project rooted at an absolute, clean path. A recently used project keeps
// its analysis. A project that the store dropped remains usable by its holders.
func (s *Store) Project(root string) *Project {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.projects[root]; ok {
		s.recent.MoveToFront(e)
		return e.Value.(*Project)
	}
	p := newProject(root, s)
	s.projects[root] = s.recent.PushFront(p)
	for s.recent.Len() > maxProjects && s.dropLeastRecent() {
	}
	return p
}

// Close ends the background jobs of the store and saves unsaved results. Its projects remain
// usable, but new results are not saved.
func (s *Store) Close() {
	s.mu.Lock()
	s.closed = true
	for _, stop := range []func() bool{s.stopRelease, s.stopSave} {
		if stop != nil {
			stop()
		}
	}
	s.mu.Unlock()
	s.cancelBackground()
	if s.watcher != nil {
		if err := s.watcher.Close(); err != nil {
			s.options.Log.Warn("stop watching files", "error", err)
		}
	}
	s.jobs.Wait()
	s.save()
}
