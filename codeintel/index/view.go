package index

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

func newView(p *Project, l resolvedLanguage) *view {
	return &view{project: p, language: l, stale: true, resolved: source.NewProbes(nil)}
}

// concerns reports whether a file is one of the language's.
func (v *view) concerns(path string) bool {
	return v.language.IsSource(path) || v.language.IsConfig(path)
}

// check checks the observations outside the project's files that the language's results
// depend on.
func (v *view) check(ctx context.Context) error {
	if v.analyzer == nil && v.restored == nil || v.stale {
		return nil
	}
	hold, err := v.probes.Hold(ctx)
	if err != nil {
		return err
	}
	v.stale = !hold
	if hold, err = v.resolved.Hold(ctx); err != nil {
		return err
	}
	if !hold { // whose facts these were is not known: all go
		v.stale = true
		v.forgetFacts()
	}
	return nil
}

func (v *view) forgetFacts() {
	for path := range v.known {
		v.project.graph.Forget(path)
	}
	v.resolved = source.NewProbes(nil)
}

// update brings the analyzer up to date with the project, and the graph with the analyzer.
func (v *view) update(ctx context.Context, texts *texts, progress facts.Progress) error {
	if !v.stale {
		return nil
	}
	state := v.state()
	if v.analyzer == nil {
		if len(state.Files) == 0 && len(state.Unknown) == 0 && len(v.restored) == 0 {
			v.stale = false
			return nil
		}
		if ok, err := v.restore(ctx, state); ok || err != nil {
			v.stale = v.stale && !ok
			return err
		}
		v.analyzer = v.language.NewAnalyzer()
		v.pending, v.kept = nil, facts.Digest{} // it reports all there is
	}
	v.project.live = true
	v.texts, v.known = texts, state.Known
	changes, err := v.analyzer.Update(ctx, state, progress)
	v.texts = nil
	if err != nil {
		return err
	}
	v.apply(state, &changes)
	v.stale = false
	return nil
}

// state is the project as the language is to see it.
func (v *view) state() *facts.Project {
	p := &facts.Project{Root: v.project.root, Known: map[string]facts.Digest{}, Read: v.read}
	if roots := v.project.store.options.Roots; roots.Limited() {
		p.Allowed = roots.Allows
	}
	for _, f := range v.project.tree.Files() {
		isSource := v.language.IsSource(f.Path)
		if !isSource && !v.language.IsConfig(f.Path) {
			continue
		}
		state := v.project.files[f.Path]
		switch {
		case state.reason == "":
			p.Known[f.Path] = state.digest
			if isSource {
				p.Files = append(p.Files, f.Path)
			}
		case isSource && source.Hides(state.reason):
			p.Unknown = append(p.Unknown, f.Path)
		}
	}
	return p
}

// read returns a text to the analyzer. It records whether the text has changed since it was
// first read.
func (v *view) read(rel string) (string, bool) {
	if text, ok := v.texts.get(rel); ok {
		return text, true
	}
	text, reason := source.Read(v.project.absolute(rel))
	if reason != "" || digestOf(text) != v.known[rel] {
		v.disturbed.Store(true)
	}
	return text, reason == ""
}

// apply adds the changes of an update to the graph.
func (v *view) apply(state *facts.Project, changes *facts.Changes) {
	g := v.project.graph
	for _, path := range changes.Removed {
		g.Remove(path)
	}
	for i := range changes.Declared {
		d := &changes.Declared[i]
		g.Declare(d)
		*v.learn(d.Path) = unsaved{declared: d}
		delete(v.restored, d.Path)
	}
	for path := range v.restored {
		g.Remove(path) // it went while the analyzer saw nothing
	}
	v.restored = nil
	for _, path := range changes.Stale {
		g.Forget(path)
		v.learn(path).refers = nil
	}
	v.setUnknown(state, state.Unknown)
	v.probes, v.warnings = source.NewProbes(changes.Probes), changes.Warnings
}

// setUnknown adds files to the graph whose names alone are known.
func (v *view) setUnknown(state *facts.Project, paths []string) {
	g := v.project.graph
	unknown := make(map[string]bool, len(paths))
	for _, path := range paths {
		unknown[path] = true
		if g.Lines(path) != 0 {
			g.Declare(&facts.Declared{Path: path})
		}
	}
	for path := range v.unknown {
		if _, known := state.Known[path]; !known && !unknown[path] {
			g.Remove(path)
		}
	}
	v.unknown = unknown
}

// resolve has files resolved and put into the graph, as far as it comes before
// ctx ends.
func (v *view) resolve(ctx context.Context, files []string, depth facts.Depth, progress facts.Progress) error {
	g := v.project.graph
	v.project.live = true
	if v.analyzer == nil {
		if err := v.wake(ctx, progress); err != nil {
			return err
		}
	}
	put := func(f facts.File) {
		g.Resolve(&f, depth)
		u := v.learn(f.Path)
		u.refers, u.depth = &f, depth
	}
	probes, err := v.analyzer.Resolve(ctx, files, depth, put, progress)
	v.resolved.Add(probes)
	if err != nil {
		return err
	}
	for _, path := range files {
		if !g.Resolved(path, depth) {
			put(facts.Failed(path))
		}
	}
	return nil
}

// missing picks the language's files.
func (v *view) missing(files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !v.language.IsSource(f) })
}

// learn remembers what is to be saved of a file.
func (v *view) learn(path string) *unsaved {
	if v.project.store.options.Cache == nil {
		return &unsaved{}
	}
	if v.pending == nil {
		v.pending = map[string]*unsaved{}
	}
	u := v.pending[path]
	if u == nil {
		u = &unsaved{}
		v.pending[path] = u
	}
	return u
}
