package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
)

const (
	editGoal   = 20 * time.Millisecond
	editRounds = 2 // repetitions of each kind of edit, per target
)

// edit measures a query immediately after a file is written, in a copy of the package.
// Every result must reflect the edit.
func (b *bench) edit(c *corpus) (err error) {
	root, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	if err := os.CopyFS(root, os.DirFS(c.root)); err != nil {
		return err
	}
	return serve(b.program, func(s *session) error { return b.edits(c, &editor{session: s, root: root}) })
}

func (b *bench) edits(c *corpus, e *editor) error {
	for _, kind := range edits() {
		var took []time.Duration
		for i := range c.targets {
			for range editRounds {
				d, err := e.measure(kind, &c.targets[i])
				if errors.Is(err, errNoPlace) {
					break
				}
				if err != nil {
					return fmt.Errorf("%s, %s: %w", kind.name, c.targets[i].ID, err)
				}
				took = append(took, d)
			}
		}
		if len(took) == 0 {
			return fmt.Errorf("%s: no target has a place for the edit", kind.name)
		}
		p50 := median(took)
		b.logf("%s %s: median %s, longest of %d %s",
			c.name, kind.name, milliseconds(p50), len(took), milliseconds(slices.Max(took)))
		b.add(row{
			job: "query immediately after an edit: " + kind.name, corpus: c.name,
			ours:   fmt.Sprintf("%s, longest of %d %s", milliseconds(p50), len(took), milliseconds(slices.Max(took))),
			figure: milliseconds(p50), goal: "< " + milliseconds(editGoal), met: judge(p50 < editGoal),
		})
	}
	return nil
}

// measure queries once, edits, queries again, and returns the time of the second query.
func (e *editor) measure(kind edit, t *target) (time.Duration, error) {
	before, _, err := e.session.query(e.root, kind.queryType, t.ID)
	if err != nil {
		return 0, err
	}
	e.count++
	c, err := kind.make(e, t, before)
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(e.path(c.file), []byte(c.text), 0o644); err != nil {
		return 0, err
	}
	after, took, err := e.session.query(e.root, c.queryType, c.target)
	if err != nil {
		return 0, err
	}
	if err := c.want(after); err != nil {
		return 0, fmt.Errorf("the result is stale: %w", err)
	}
	return took, nil
}
