package index

import (
	"runtime/debug"
	"runtime/metrics"
)

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

// giveUp gives back what costs the least to give back. It reports whether there
// was anything.
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
