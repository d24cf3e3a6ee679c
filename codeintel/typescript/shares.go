package typescript

import "sync"

// shares deals files out. Each worker begins with a share of neighbours, which are
// likely to be about the same types, and when it has done with it takes from the end
// of what others have most of.
type workQueue struct {
	mu   sync.Mutex
	left [][]string
}

func newWorkQueue(files []string, workers int) *workQueue {
	s := &workQueue{}
	for i := range workers {
		s.left = append(s.left, files[i*len(files)/workers:(i+1)*len(files)/workers])
	}
	return s
}

// next returns a worker's next file; ok is false when all are taken.
func (s *workQueue) next(worker int) (file string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own := s.left[worker]; len(own) > 0 {
		s.left[worker] = own[1:]
		return own[0], true
	}
	most := 0
	for i := range s.left {
		if len(s.left[i]) > len(s.left[most]) {
			most = i
		}
	}
	last := len(s.left[most]) - 1
	if last < 0 {
		return "", false
	}
	file = s.left[most][last]
	s.left[most] = s.left[most][:last]
	return file, true
}
