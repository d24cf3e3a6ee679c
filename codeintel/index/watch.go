package index

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// maxWarmed bounds the number of files that are resolved again after files changed on disk.
// More stale files are typically due to a checkout instead of an edit.
const maxWarmed = 500

// watch watches the folders of a project that the caller has entered. Results do not depend on
// the events, since every call checks the files itself. The events only start work in advance
// for the next call.
func (s *Store) watch(p *Project) {
	if s.watcher == nil || !p.analysed() {
		return
	}
	p.watched = true
	s.watcher.Watch(p.root, p.tree.Folders(), func() { s.inBackground(p.warm) })
}

// analysed reports whether the graph of the project was built. A project that was only scanned
// has no analysis to keep warm.
func (p *Project) analysed() bool {
	return slices.ContainsFunc(p.views, func(v *view) bool { return v.analyzer != nil || v.restored != nil })
}

// unwatch stops watching a project that the caller has entered.
func (s *Store) unwatch(p *Project) {
	if s.watcher != nil && p.watched {
		p.watched = false
		s.watcher.Forget(p.root)
	}
}

// inBackground runs f as a background job, for which Close waits. It does nothing if the store
// is closed.
func (s *Store) inBackground(f func(context.Context)) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.jobs.Add(1)
	s.mu.Unlock()
	defer s.jobs.Done()
	f(s.background)
}

// warm does the first work of the next call in advance: it updates the project and resolves
// the files again that became stale. It does nothing while a call runs.
func (p *Project) warm(ctx context.Context) {
	select {
	case p.turn <- struct{}{}:
	default:
		return
	}
	defer func() { <-p.turn }()
	if !p.watched {
		return // the project was released in the meantime
	}
	defer func() {
		if recover() != nil { // a call that causes the same panic will report it
			p.reset()
		}
	}()
	before := p.resolved()
	err := p.examine(ctx, nil, func(ctx context.Context, s *Snapshot) error { return s.resolveAgain(ctx, before) })
	if err != nil && ctx.Err() == nil {
		p.store.options.Log.Debug("the index of a project could not be updated in the background",
			"project", p.root, "error", err)
	}
	p.store.watch(p)
}

// resolveAgain resolves the files in before that a change made unresolved. The next call of the
// project cancels it, because that call resolves only the files that it needs.
func (s *Snapshot) resolveAgain(ctx context.Context, before map[facts.Depth][]string) error {
	g, err := s.Graph(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.project.warming.Store(&cancel)
	defer s.project.warming.Store(nil)
	for depth, files := range before {
		files = slices.DeleteFunc(files, func(f string) bool { return g.Lines(f) < 0 || g.Resolved(f, depth) })
		if len(files) > maxWarmed {
			continue
		}
		if err := s.Resolve(ctx, files, depth); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// resolved returns the resolved files, by depth.
func (p *Project) resolved() map[facts.Depth][]string {
	files := map[facts.Depth][]string{}
	for _, f := range p.tree.Files() {
		switch {
		case p.graph.Resolved(f.Path, facts.AllReferences):
			files[facts.AllReferences] = append(files[facts.AllReferences], f.Path)
		case p.graph.Resolved(f.Path, facts.CallsAndImports):
			files[facts.CallsAndImports] = append(files[facts.CallsAndImports], f.Path)
		}
	}
	return files
}
