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

// check checks the observations outside the project's files that the language's facts depend
// on. If they are out of date, it marks the view as stale.
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
	if !hold { // the probes do not name the files that depend on them: forget all
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
		v.pending, v.savedState = nil, facts.Digest{} // a new analyzer reports all files
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

// state returns the project's files that belong to the language.
func (v *view) state() *facts.Project {
	p := &facts.Project{
		Root: v.project.root, Known: map[string]facts.Digest{}, Read: v.read, Roots: v.project.store.options.Roots,
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

// read returns the text of a file to the analyzer. It sets outdated if the text has changed
// since its digest was recorded.
func (v *view) read(rel string) (string, bool) {
	if text, ok := v.texts.get(rel); ok {
		return text, true
	}
	text, reason := v.project.read(rel)
	if reason != "" || digestOf(text) != v.known[rel] {
		v.outdated.Store(true)
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
		*v.pendingOf(d.Path) = unsaved{declared: d}
		delete(v.restored, d.Path)
	}
	for path := range v.restored {
		g.Remove(path) // removed since it was saved
	}
	v.restored = nil
	for _, path := range changes.Stale {
		g.Forget(path)
		v.pendingOf(path).refers = nil
	}
	v.setUnknown(state, state.Unknown)
	v.probes, v.warnings = source.NewProbes(changes.Probes), changes.Warnings
}

// setUnknown sets the files that are in the graph with unknown content.
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

// resolve resolves files and adds their references to the graph. Files that were resolved
// before an error or the end of ctx stay resolved.
func (v *view) resolve(ctx context.Context, files []string, depth facts.Depth, progress facts.Progress) error {
	g := v.project.graph
	v.project.live = true
	if v.analyzer == nil {
		if err := v.startAnalyzer(ctx, progress); err != nil {
			return err
		}
	}
	put := func(f facts.File) {
		g.Resolve(&f, depth)
		u := v.pendingOf(f.Path)
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

// sources returns the paths in files that are sources of the language.
func (v *view) sources(files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !v.language.IsSource(f) })
}

// pendingOf returns the unsaved facts of a file. The caller may modify them; without a cache,
// that has no effect.
func (v *view) pendingOf(path string) *unsaved {
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
