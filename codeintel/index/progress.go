package index

import "github.com/coderef-system/coderefd/codeintel/facts"

// Progress receives the number of completed steps and their total. It is called from one
// goroutine at a time; done increases, and total may increase with it.
type Progress func(done, total int)

// phases combines the phases of a call into one progress: each phase continues the count of
// the one before it.
type phases struct {
	report     Progress
	base, last int
}

// next begins a phase and returns its progress callback, or nil if the call has none.
func (p *phases) next() facts.Progress {
	if p.report == nil {
		return nil
	}
	p.base = p.last
	return func(done, total int) {
		if p.base+done > p.last {
			p.last = p.base + done
			p.report(p.last, max(p.base+total, p.last))
		}
	}
}
