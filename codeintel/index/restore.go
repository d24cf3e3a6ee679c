package index

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// restoreFiles returns what was known of the files when they were last saved.
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

// section is the section of the cache that holds the view.
func (v *view) section() string { return "facts " + v.word() }

// word is the shortest and first of the language's words.
func (v *view) word() string {
	best := ""
	for word := range v.language.Words() {
		if best == "" || len(word) < len(best) || len(word) == len(best) && word < best {
			best = word
		}
	}
	return best
}

// restore makes the view and its part of the graph what they were when they were
// saved, if the files and all that decided about the language's answers outside
// of them are the same. It reports whether that was so.
func (v *view) restore(ctx context.Context, state *facts.Project) (bool, error) {
	c := v.project.store.options.Cache
	if c == nil || v.tried {
		return false, nil
	}
	v.tried = true
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
	for i := range saved.Files { // what they refer to is declared by now
		if f := &saved.Files[i]; f.Refers != nil {
			g.Resolve(f.Refers, f.Depth)
		}
	}
	v.setUnknown(state, saved.Unknown)
	v.known, v.probes, v.resolved, v.warnings = state.Known, probes, resolved, saved.Warnings
	v.kept = saved.State
	return true, nil
}

// wake updates a new analyzer to the state that the restored part of the graph has.
func (v *view) wake(ctx context.Context, progress facts.Progress) error {
	analyzer := v.language.NewAnalyzer()
	state := v.state()
	changes, err := analyzer.Update(ctx, state, progress)
	if err != nil {
		return err // it would report from its own last update on: a new one is to be made
	}
	v.analyzer, v.restored = analyzer, nil
	v.probes, v.warnings = source.NewProbes(changes.Probes), changes.Warnings
	return nil
}
