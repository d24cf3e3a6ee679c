package index

import (
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"
)

// maxLive bounds the number of live projects. A live project keeps syntax trees and types,
// which make the next update cheap but need several times the memory of the graph.
const maxLive = 2

// idleTime is how long projects stay live after the last call.
const idleTime = 2 * time.Minute

// begin records the start of a call and stops the timers.
func (s *Store) begin(p *Project) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[p]++
	for _, stop := range []*func() bool{&s.stopRelease, &s.stopSave} {
		if *stop != nil {
			(*stop)()
			*stop = nil
		}
	}
}

// end records the end of a call; live reports whether the project is live. Live projects
// beyond maxLive are released at once, the others after idleTime without calls.
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
	if len(s.calls) == 0 && len(s.live) > 0 && s.stopRelease == nil {
		s.stopRelease = s.after(idleTime, s.releaseAll)
	}
}

// releaseAll releases all live projects, unless a call has begun.
func (s *Store) releaseAll() {
	s.mu.Lock()
	if len(s.calls) > 0 {
		s.mu.Unlock()
		return
	}
	idle := s.live
	s.live, s.stopRelease = nil, nil
	s.mu.Unlock()
	release(idle)
}

// release frees the memory that makes projects live. A project with a running call is skipped:
// it becomes a live project of the store again when the call ends.
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
			p.store.unwatch(p)
			<-p.turn
		default:
		}
	}
	// The next call may be hours away, and without allocations no garbage collection would
	// return the memory.
	debug.FreeOSMemory()
}

// liveMemory returns the bytes of the heap that the last garbage collection found in use.
func liveMemory() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// shrink frees memory until the projects need less than the limit. It releases live projects
// first, the least recently used one first, and then drops whole projects.
func (s *Store) shrink() {
	for s.memory() > s.options.MemoryLimit && s.freeSome() {
		debug.FreeOSMemory() // runs a garbage collection, which updates the result of memory
	}
}

// freeSome frees the memory that is cheapest to restore. It reports whether there was any.
func (s *Store) freeSome() bool {
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
	return s.dropLeastRecent()
}

// dropLeastRecent drops the least recently used project and reports whether it did. It keeps the
// most recently used project and those with running calls, because their next caller would
// have to repeat the analysis. s.mu is held.
func (s *Store) dropLeastRecent() bool {
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
