package index

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// restoreFiles returns the saved states of the files.
func (p *Project) restoreFiles() map[string]*fileState {
	c := p.store.options.Cache
	if c == nil {
		return nil
	}
	var saved []savedFile
	if err := c.Load(p.root, outlinesSection, &saved); err != nil {
		return nil // the files will be analysed again
	}
	files := make(map[string]*fileState, len(saved))
	for i := range saved {
		files[saved[i].Path] = saved[i].state()
	}
	return files
}

// section returns the name of the cache section that contains the view.
func (v *view) section() string { return "facts " + v.word() }

// word returns the shortest of the language's words, the alphabetically first of several.
func (v *view) word() string {
	best := ""
	for word := range v.language.Words() {
		if best == "" || len(word) < len(best) || len(word) == len(best) && word < best {
			best = word
		}
	}
	return best
}

// restore restores the view and its part of the graph from the cache. It does so only if the
// project's files, and all observations outside of them that the saved facts depend on, are
// unchanged. It reports whether it restored the view.
func (v *view) restore(ctx context.Context, state *facts.Project) (bool, error) {
	c := v.project.store.options.Cache
	if c == nil || v.restoreTried {
		return false, nil
	}
	v.restoreTried = true
	var saved savedView
	if err := c.Load(v.project.root, v.section(), &saved); err != nil || saved.State != stateDigest(state) {
		return false, nil //nolint:nilerr // the files will be analysed again
	}
	probes, resolved := source.NewProbes(saved.Probes), source.NewProbes(saved.Resolved)
	for _, p := range []*source.Probes{probes, resolved} {
		if hold, err := p.Hold(ctx); err != nil || !hold {
			return false, err
		}
	}
	g := v.project.graph
	v.restored = make(map[string]bool, len(saved.Files))
	for i := range saved.Files {
		f := &saved.Files[i]
		g.Declare(&f.Declared)
		v.restored[f.Declared.Path] = true
	}
	for i := range saved.Files { // all declarations must be in the graph before references
		if f := &saved.Files[i]; f.Refers != nil {
			g.Resolve(f.Refers, f.Depth)
		}
	}
	v.setUnknown(state, saved.Unknown)
	v.known, v.probes, v.resolved, v.warnings = state.Known, probes, resolved, saved.Warnings
	v.savedState = saved.State
	return true, nil
}

// startAnalyzer creates an analyzer for a restored view and updates it to the state of the
// restored part of the graph.
func (v *view) startAnalyzer(ctx context.Context, progress facts.Progress) error {
	analyzer := v.language.NewAnalyzer()
	state := v.state()
	changes, err := analyzer.Update(ctx, state, progress)
	if err != nil {
		return err // drops the analyzer: after a failed update it would report changes since its last one
	}
	v.analyzer, v.restored = analyzer, nil
	v.probes, v.warnings = source.NewProbes(changes.Probes), changes.Warnings
	return nil
}
