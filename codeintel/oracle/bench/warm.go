package main

import (
	"fmt"
	"slices"
	"time"
)

const (
	warmGoal  = 5 * time.Millisecond
	warmTimes = 20 // repetitions per target, after its first query
)

// warm measures queries of a process that has already served queries, and the memory of that
// process. If report is false, it only chooses the targets.
func (b *bench) warm(c *corpus, report bool) error {
	return serve(b.program, func(s *session) error {
		if err := b.choose(s, c); err != nil || !report {
			return err
		}
		if err := b.firstTime(c); err != nil {
			return err
		}
		if err := b.repeated(c, s); err != nil {
			return err
		}
		return b.memory(c, s)
	})
}

// repeated measures queries that the process has already served.
func (b *bench) repeated(c *corpus, s *session) error {
	var took []time.Duration
	for range warmTimes {
		for i := range c.targets {
			calls, d, err := s.query(c.root, "calls-me", c.targets[i].ID)
			if err != nil {
				return err
			}
			if len(calls.Results) != c.targets[i].sites {
				return fmt.Errorf("%s: first %d calls, then %d",
					c.targets[i].ID, c.targets[i].sites, len(calls.Results))
			}
			took = append(took, d)
		}
	}
	p50 := median(took)
	b.logf("%s warm query: median %s, longest %s", c.name, milliseconds(p50), milliseconds(slices.Max(took)))
	b.add(row{
		job: "warm query: repeated", corpus: c.name,
		ours:   fmt.Sprintf("%s, longest of %d %s", milliseconds(p50), len(took), milliseconds(slices.Max(took))),
		figure: milliseconds(p50), goal: "< " + milliseconds(warmGoal), met: judge(p50 < warmGoal),
	})
	return nil
}

// firstTime measures the first query of each target but the first one, in a process that
// has served the query of the first target.
func (b *bench) firstTime(c *corpus) error {
	var took []time.Duration
	err := serve(b.program, func(s *session) error {
		for i := range c.targets {
			_, d, err := s.query(c.root, "calls-me", c.targets[i].ID)
			if err != nil {
				return err
			}
			if i > 0 {
				took = append(took, d)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	p50 := median(took)
	b.logf("%s warm query, another target: median %s, longest %s",
		c.name, milliseconds(p50), milliseconds(slices.Max(took)))
	b.add(row{
		job: "warm query: first query of another target", corpus: c.name,
		ours:   fmt.Sprintf("%s, longest of %d %s", milliseconds(p50), len(took), milliseconds(slices.Max(took))),
		figure: milliseconds(p50), goal: "-",
	})
	return nil
}

// memory reports the memory of a process after a scan and queries.
func (b *bench) memory(c *corpus, s *session) error {
	rest, err := atRest(s.command.Process.Pid)
	if err != nil {
		return err
	}
	_, peak, err := residentOf(s.command.Process.Pid)
	if err != nil {
		return err
	}
	b.logf("%s memory: peak %s, at rest %s", c.name, megabytes(peak), megabytes(rest))
	b.add(row{
		job: "memory: a scan and then queries, peak and two minutes later", corpus: c.name,
		ours: megabytes(peak) + ", " + megabytes(rest), figure: megabytes(peak), goal: "-",
	})
	return nil
}
