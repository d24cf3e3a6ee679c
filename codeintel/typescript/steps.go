package typescript

import (
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// steps counts done work towards a total.
type steps struct {
	mu          sync.Mutex
	done, total int
	report      facts.Progress
}

func newSteps(total int, report facts.Progress) *steps {
	return &steps{total: total, report: report}
}

func (s *steps) one() {
	if s.report == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done < s.total {
		s.done++
		s.report(s.done, s.total)
	}
}
