package typescript

import "sync"

// workQueue distributes files to workers. Each worker starts with a range of
// neighbouring files, which are likely to use the same types. When its range is empty,
// it takes files from the end of the longest remaining range. It is safe for concurrent
// use.
type workQueue struct {
	mu        sync.Mutex
	remaining [][]string
}

// newWorkQueue divides files among workers.
func newWorkQueue(files []string, workers int) *workQueue {
	s := &workQueue{}
	for i := range workers {
		s.remaining = append(s.remaining, files[i*len(files)/workers:(i+1)*len(files)/workers])
	}
	return s
}

// next returns the next file of a worker. ok is false if no files remain.
func (s *workQueue) next(worker int) (file string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own := s.remaining[worker]; len(own) > 0 {
		s.remaining[worker] = own[1:]
		return own[0], true
	}
	most := 0
	for i := range s.remaining {
		if len(s.remaining[i]) > len(s.remaining[most]) {
			most = i
		}
	}
	last := len(s.remaining[most]) - 1
	if last < 0 {
		return "", false
	}
	file = s.remaining[most][last]
	s.remaining[most] = s.remaining[most][:last]
	return file, true
}
