package index

import (
	"container/list"
	"sync"
)

// maxProjects bounds how many projects stay warm. Each costs the element and
// edge lists of its code, up to some hundred megabytes for half a million lines;
// each that is dropped while still asked about is built again, seconds a time.
const maxProjects = 8

// Store keeps the most recently used projects. It is safe for concurrent use.
type Store struct {
	mu       sync.Mutex
	projects map[string]*list.Element
	recent   *list.List // of *Project, most recent first
}

// NewStore returns an empty store.
func NewStore() *Store {
	return &Store{projects: map[string]*list.Element{}, recent: list.New()}
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
	p := &Project{root: root}
	s.projects[root] = s.recent.PushFront(p)
	for s.recent.Len() > maxProjects {
		oldest := s.recent.Back()
		delete(s.projects, s.recent.Remove(oldest).(*Project).root)
	}
	return p
}
