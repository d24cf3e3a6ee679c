package index

import (
	"container/list"
	"sync"
)

// maxProjects bounds how many projects stay warm. Each costs the element and
// edge lists of its code, up to some hundred megabytes for half a million lines;
// each that is dropped while still asked about is built again, seconds a time.
const maxProjects = 8

// maxBuilds bounds how many graphs are built at a time. A build uses all
// processors and, while it lasts, several times the memory of what remains of it.
const maxBuilds = 2

// Store keeps the most recently used projects. It is safe for concurrent use.
type Store struct {
	mu       sync.Mutex
	projects map[string]*list.Element
	recent   *list.List    // of *Project, most recent first
	builds   chan struct{} // holds one element per build that runs
}

// NewStore returns an empty store.
func NewStore() *Store {
	return &Store{projects: map[string]*list.Element{}, recent: list.New(), builds: make(chan struct{}, maxBuilds)}
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
	p := &Project{root: root, builds: s.builds}
	s.projects[root] = s.recent.PushFront(p)
	s.forget()
	return p
}

// forget drops the least recently used projects beyond the bound, but none that
// is being built: its next caller would build it a second time. s.mu is held.
func (s *Store) forget() {
	for e := s.recent.Back(); e != nil && s.recent.Len() > maxProjects; {
		older := e
		e = e.Prev()
		if old := older.Value.(*Project); older != s.recent.Front() && !old.building() {
			s.recent.Remove(older)
			delete(s.projects, old.root)
		}
	}
}
