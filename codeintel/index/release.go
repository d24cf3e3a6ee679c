package index

import (
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"
)

// maxLive bounds how many projects keep what makes the next change cheap, such
// as syntax trees and types: several times the memory of what stays without.
const maxLive = 2

// idleTime is how long projects keep that after the last call.
const idleTime = 2 * time.Minute

// begin counts a call of a project.
func (s *Store) begin(p *Project) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[p]++
	for _, stop := range []*func() bool{&s.stop, &s.stopSave} {
		if *stop != nil {
			(*stop)()
			*stop = nil
		}
	}
}

// end records the end of a call; live reports whether the project has something to release.
// Projects beyond the bound are released at once, the others after a time without calls.
func (s *Store) end(p *Project, live bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls[p]--; s.calls[p] == 0 {
		delete(s.calls, p)
	}
	if live {
		s.live = slices.DeleteFunc(s.live, func(other *Project) bool { return other == p })
		s.live = slices.Insert(s.live, 0, p)
	}
	if s.closed {
		return
	}
	if s.options.MemoryLimit > 0 {
		s.after(0, s.shrink)
	}
	if len(s.calls) == 0 {
		s.saveSoon()
	}
	if len(s.live) > maxLive {
		beyond := slices.Clone(s.live[maxLive:])
		s.live = s.live[:maxLive]
		s.after(0, func() { release(beyond) })
	}
	if len(s.calls) == 0 && len(s.live) > 0 && s.stop == nil {
		s.stop = s.after(idleTime, s.rest)
	}
}

// rest releases all projects, unless a call has begun.
func (s *Store) rest() {
	s.mu.Lock()
	if len(s.calls) > 0 {
		s.mu.Unlock()
		return
	}
	idle := s.live
	s.live, s.stop = nil, nil
	s.mu.Unlock()
	release(idle)
}

// release gives the memory of projects back. A project with a running
// call keeps it; the end of the call returns the project to the store.
func release(projects []*Project) {
	for _, p := range projects {
		select {
		case p.turn <- struct{}{}:
			for _, v := range p.views {
				if v.analyzer != nil {
					v.analyzer.Release()
				}
			}
			p.live = false
			p.store.unfollow(p)
			<-p.turn
		default:
		}
	}
	// The next call may be hours away: do not leave it to the garbage collector's
	// pace to give the memory back.
	debug.FreeOSMemory()
}

// liveMemory returns how many bytes of the heap are in use, as the last garbage
// collection found.
func liveMemory() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// shrink brings the memory of the projects back below the limit: first what can
// be made again soon goes, the longest unused project's first, then whole
// projects.
func (s *Store) shrink() {
	for s.memory() > s.options.MemoryLimit && s.giveUp() {
		debug.FreeOSMemory() // collects, so that the next look at the memory sees what went
	}
}

// giveUp frees the memory that is cheapest to restore. It reports whether there was any.
func (s *Store) giveUp() bool {
	s.mu.Lock()
	for i := len(s.live) - 1; i >= 0; i-- {
		if p := s.live[i]; s.calls[p] == 0 {
			s.live = append(s.live[:i:i], s.live[i+1:]...)
			s.mu.Unlock()
			release([]*Project{p})
			return true
		}
	}
	defer s.mu.Unlock()
	return s.forgetOldest()
}

// forgetOldest drops the least recently used project, but none with
// running calls, whose next caller would repeat the analysis, and not the one
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
