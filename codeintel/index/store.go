package index

import (
	"container/list"
	"slices"
	"sync"
	"time"
)

// maxProjects bounds how many projects stay warm. Each costs the elements and
// edges of its code, up to some hundred megabytes for half a million lines.
const maxProjects = 8

// Store keeps the most recently used projects. It is safe for concurrent use.
type Store struct {
	after func(time.Duration, func()) (stop func() bool) // time.AfterFunc but in tests

	mu       sync.Mutex
	projects map[string]*list.Element
	recent   *list.List       // of *Project, most recent first
	calls    map[*Project]int // that run or wait for their turn
	live     []*Project       // that have something to release, most recent first
	stop     func() bool      // of the timer that runs, or nil
	closed   bool
}

// NewStore returns an empty store.
func NewStore() *Store {
	return &Store{
		projects: map[string]*list.Element{}, recent: list.New(), calls: map[*Project]int{},
		after: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	}
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
	s.forget()
	return p
}

// forget drops the least recently used projects beyond the bound, but none that
// is being asked: its next caller would learn everything a second time. s.mu is
// held.
func (s *Store) forget() {
	for e := s.recent.Back(); e != nil && s.recent.Len() > maxProjects; {
		older := e
		e = e.Prev()
		if old := older.Value.(*Project); older != s.recent.Front() && s.calls[old] == 0 {
			s.recent.Remove(older)
			delete(s.projects, old.root)
			s.live = slices.DeleteFunc(s.live, func(p *Project) bool { return p == old })
		}
	}
}

// Close ends what the store does by itself. Its projects can still be asked.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.stop != nil {
		s.stop()
	}
}
