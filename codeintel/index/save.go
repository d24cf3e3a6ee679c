package index

import (
	"errors"
	"fmt"
	"time"

	"github.com/coderef-system/coderefd/codeintel/cache"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// errReplaced reports that another process replaced the section that this one adds to.
var errReplaced = errors.New("another process keeps the same project")

// saveDelay is the time between the last call and saving: a burst of calls causes one write.
const saveDelay = 5 * time.Second

// saveSoon starts the timer of saving. s.mu is held.
func (s *Store) saveSoon() {
	if s.options.Cache != nil && s.stopSave == nil {
		s.stopSave = s.after(saveDelay, s.save)
	}
}

// save writes the new results of the projects. Projects with a running call are skipped
// until the next time.
func (s *Store) save() {
	c := s.options.Cache
	if c == nil {
		return
	}
	s.saving.Lock()
	defer s.saving.Unlock()
	s.mu.Lock()
	var projects []*Project
	for e := s.recent.Front(); e != nil; e = e.Next() {
		projects = append(projects, e.Value.(*Project))
	}
	s.mu.Unlock()
	for _, p := range projects {
		for _, write := range p.toSave() {
			if err := write(c); err != nil {
				s.options.Log.Warn("analysis results of a project are not kept", "project", p.root, "error", err)
			}
		}
	}
}

// toSave returns what is to be written; nothing while a call runs.
func (p *Project) toSave() (writes []func(*cache.Cache) error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	default:
		return nil
	}
	if p.learned {
		p.learned = false
		files := make([]savedFile, 0, len(p.files))
		for path, state := range p.files {
			files = append(files, state.saved(path))
		}
		writes = append(writes, func(c *cache.Cache) error { return c.Save(p.root, outlinesSection, files) })
	}
	for _, v := range p.views {
		if w := v.toSave(); w != nil {
			writes = append(writes, w)
		}
	}
	return writes
}

// toSave returns how the view is written, or nil if it is as it was written last.
func (v *view) toSave() func(*cache.Cache) error {
	if v.stale || len(v.pending) == 0 || v.unsavable.Load() {
		return nil
	}
	state := v.state()
	next := savedView{
		State: stateDigest(state), Unknown: state.Unknown, Warnings: v.warnings, Probes: v.probes.All(), Resolved: v.resolved.All(),
	}
	resolved := map[string]facts.Depth{} // resolved depth of each file with resolved references
	for _, path := range state.Files {
		for _, depth := range []facts.Depth{facts.CallsAndImports, facts.AllReferences} {
			if v.project.graph.Resolved(path, depth) {
				resolved[path] = depth
			}
		}
	}
	pending, base := v.pending, v.kept
	v.pending, v.kept = nil, next.State
	return func(c *cache.Cache) error {
		err := next.merge(c, v, base, state.Files, pending, resolved)
		if err == nil {
			err = c.Save(v.project.root, v.section(), &next)
		}
		if err != nil {
			v.unsavable.Store(true) // the pending results are lost
		}
		return err
	}
}

// merge adds what is known of the files: what was learned, and what was saved
// before as far as it still holds.
func (s *savedView) merge(c *cache.Cache, v *view, base facts.Digest, files []string, pending map[string]*unsaved, resolved map[string]facts.Depth) error {
	before := map[string]*savedFacts{}
	if base != (facts.Digest{}) {
		var old savedView
		if err := c.Load(v.project.root, v.section(), &old); err != nil {
			return err
		}
		if old.State != base {
			return errReplaced
		}
		for i := range old.Files {
			before[old.Files[i].Declared.Path] = &old.Files[i]
		}
	}
	for _, path := range files {
		next := savedFacts{}
		if old := before[path]; old != nil {
			next = *old
		}
		if u := pending[path]; u != nil {
			if u.declared != nil {
				next = savedFacts{Declared: *u.declared}
			}
			if u.refers != nil {
				next.Refers, next.Depth = u.refers, u.depth
			}
		}
		if next.Declared.Path == "" {
			return fmt.Errorf("nothing is known of %s", path)
		}
		if depth, ok := resolved[path]; !ok || next.Depth > depth {
			next.Refers = nil
		}
		s.Files = append(s.Files, next)
	}
	return nil
}
