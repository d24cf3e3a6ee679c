package facts

import "sync"

// Steps counts completed steps towards a total and reports each. It is safe for concurrent use.
type Steps struct {
	mu          sync.Mutex
	done, total int
	report      Progress
}

// NewSteps returns a count that begins at zero. report may be nil.
func NewSteps(total int, report Progress) *Steps {
	return &Steps{total: total, report: report}
}

// One counts one more step. It does not report steps beyond the total.
func (s *Steps) One() {
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
