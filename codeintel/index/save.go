package index

import (
	"errors"
	"fmt"
	"time"

	"github.com/coderef-system/coderefd/codeintel/cache"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// errReplaced reports that another process replaced the cache section that this one extends.
var errReplaced = errors.New("another process saved the same project in the meantime")

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
				s.options.Log.Warn("analysis results of a project were not saved", "project", p.root, "error", err)
			}
		}
	}
}

// toSave returns the functions that write the project's unsaved results. It returns none while
// a call runs.
func (p *Project) toSave() (writes []func(*cache.Cache) error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	default:
		return nil
	}
	if p.dirty {
		p.dirty = false
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

// toSave returns the function that writes the view, or nil if the view has no unsaved results
// or cannot be saved.
func (v *view) toSave() func(*cache.Cache) error {
	if v.stale || len(v.pending) == 0 || v.unsavable.Load() {
		return nil
	}
	state := v.state()
	next := savedView{
		State: stateDigest(state), Unknown: state.Unknown, Warnings: v.warnings,
		Probes: v.probes.All(), Resolved: v.resolved.All(),
	}
	resolved := map[string]facts.Depth{} // resolved depth of each file with resolved references
	for _, path := range state.Files {
		for _, depth := range []facts.Depth{facts.CallsAndImports, facts.AllReferences} {
			if v.project.graph.Resolved(path, depth) {
				resolved[path] = depth
			}
		}
	}
	pending, base := v.pending, v.savedState
	v.pending, v.savedState = nil, next.State
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

// merge adds the facts of the files: the pending facts and, from the section that was saved
// with the state base, the facts that are still valid. If base is zero, it uses no saved facts.
func (s *savedView) merge(
	c *cache.Cache, v *view, base facts.Digest, files []string, pending map[string]*unsaved,
	resolved map[string]facts.Depth,
) error {
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
			return fmt.Errorf("no facts of %s to save", path)
		}
		if depth, ok := resolved[path]; !ok || next.Depth > depth {
			next.Refers = nil
		}
		s.Files = append(s.Files, next)
	}
	return nil
}
