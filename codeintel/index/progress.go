package index

import "github.com/coderef-system/coderefd/codeintel/facts"

// Progress is told how many of how many steps are done. It is called from one
// goroutine at a time; done rises, and total may rise with it.
type Progress func(done, total int)

// phases makes one progress of the phases of a call: what comes later counts on
// from what was done before.
type phases struct {
	report     Progress
	base, last int
}

// next begins a phase. It returns nil when nobody listens.
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
