package index

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// maxWarmed bounds the files that are resolved again after a file was
// saved. A larger number of stale files is not an edit but, for example, a checkout.
const maxWarmed = 500

// follow has the folders of a project watched, whose turn it is. No result
// depends on it, since calls check the files themselves: it only does work in advance for
// the next call.
func (s *Store) follow(p *Project) {
	if s.watcher == nil || !p.analysed() {
		return
	}
	p.followed = true
	s.watcher.Watch(p.root, p.tree.Folders(), func() { s.inBackground(p.warm) })
}

// analysed reports whether more is known than what files declare: only then is there
// something to keep warm.
func (p *Project) analysed() bool {
	return slices.ContainsFunc(p.views, func(v *view) bool { return v.analyzer != nil || v.restored != nil })
}

// unfollow ends the watch over a project, whose turn it is.
func (s *Store) unfollow(p *Project) {
	if s.watcher != nil && p.followed {
		p.followed = false
		s.watcher.Forget(p.root)
	}
}

// inBackground runs f; only Close waits for it.
func (s *Store) inBackground(f func(context.Context)) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.working.Add(1)
	s.mu.Unlock()
	defer s.working.Done()
	f(s.background)
}

// warm does what the next call would have to do first, unless one is there
// already: takes up changes, and resolves again what was resolved before.
func (p *Project) warm(ctx context.Context) {
	select {
	case p.turn <- struct{}{}:
	default:
		return
	}
	defer func() { <-p.turn }()
	if !p.followed {
		return // it was released meanwhile
	}
	defer func() {
		if recover() != nil { // a call that causes it again will report it
			p.reset()
		}
	}()
	before := p.resolved()
	err := p.examine(ctx, nil, func(ctx context.Context, s *Snapshot) error { return s.resolveAgain(ctx, before) })
	if err != nil && ctx.Err() == nil {
		p.store.options.Log.Debug("a project could not be kept warm", "project", p.root, "error", err)
	}
	p.store.follow(p)
}

// resolveAgain resolves what a change made stale, until the next call, which
// knows better which files it needs.
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

// resolved returns the files that are resolved, by how far.
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
