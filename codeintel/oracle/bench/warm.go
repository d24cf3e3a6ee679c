package main

import (
	"fmt"
	"slices"
	"time"
)

const (
	warmGoal  = 5 * time.Millisecond
	warmTimes = 20 // each target, after its first time
)

// warm measures questions to a process that has answered before, and the
// memory of that process. Without report it only chooses the targets.
func (b *bench) warm(c *corpus, report bool) error {
	return serve(b.program, func(s *session) error {
		if err := b.choose(s, c); err != nil || !report {
			return err
		}
		if err := b.another(c); err != nil {
			return err
		}
		if err := b.again(c, s); err != nil {
			return err
		}
		return b.memory(c, s)
	})
}

// again measures questions that were asked before.
func (b *bench) again(c *corpus, s *session) error {
	var took []time.Duration
	for range warmTimes {
		for i := range c.targets {
			answer, d, err := s.query(c.root, "calls-me", c.targets[i].ID)
			if err != nil {
				return err
			}
			if len(answer.Results) != c.targets[i].sites {
				return fmt.Errorf("%s: %d calls, then %d", c.targets[i].ID, c.targets[i].sites, len(answer.Results))
			}
			took = append(took, d)
		}
	}
	p50 := median(took)
	b.say("%s warm query: median %s, longest %s", c.name, milliseconds(p50), milliseconds(slices.Max(took)))
	b.add(row{
		job: "warm query: a question asked before", corpus: c.name,
		ours:   fmt.Sprintf("%s, longest of %d %s", milliseconds(p50), len(took), milliseconds(slices.Max(took))),
		figure: milliseconds(p50), goal: "< " + milliseconds(warmGoal), met: judge(p50 < warmGoal),
	})
	return nil
}

// another measures the other targets' first time, in a process that has
// answered for one.
func (b *bench) another(c *corpus) error {
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
	b.say("%s warm query, another target: median %s, longest %s", c.name, milliseconds(p50), milliseconds(slices.Max(took)))
	b.add(row{
		job: "warm query: another target, its first time", corpus: c.name,
		ours:   fmt.Sprintf("%s, longest of %d %s", milliseconds(p50), len(took), milliseconds(slices.Max(took))),
		figure: milliseconds(p50), goal: "-",
	})
	return nil
}

// memory reports what a process holds that has scanned and answered.
func (b *bench) memory(c *corpus, s *session) error {
	rest, err := atRest(s.command.Process.Pid)
	if err != nil {
		return err
	}
	_, peak, err := residentOf(s.command.Process.Pid)
	if err != nil {
		return err
	}
	b.say("%s memory: peak %s, at rest %s", c.name, megabytes(peak), megabytes(rest))
	b.add(row{
		job: "memory: a scan and then queries, peak and two minutes later", corpus: c.name,
		ours: megabytes(peak) + ", " + megabytes(rest), figure: megabytes(peak), goal: "-",
	})
	return nil
}
