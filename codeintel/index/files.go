package index

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"path/filepath"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// refresh updates the states of the files. If outline is not nil, files are outlined to the
// depth that outline returns. If keep is not nil, refresh stores in keep the texts that it
// reads.
func (p *Project) refresh(
	ctx context.Context, outline func(path string) outlined, keep *texts, progress facts.Progress,
) error {
	changed, err := p.tree.Update(ctx)
	if err != nil {
		return err
	}
	if p.treeChanged = p.treeChanged || changed; p.treeChanged {
		p.version++
	}
	if !p.treeChanged && outline == nil {
		return p.identify(ctx)
	}
	if !p.restored {
		p.restored, p.files = true, p.restoreFiles()
	}
	files := make(map[string]*fileState, len(p.tree.Files()))
	var stale []*source.File
	for _, f := range p.tree.Files() {
		old := p.files[f.Path]
		if old == nil || old.stamp != f.Stamp || old.fresh || outline != nil && old.outlined < outline(f.Path) {
			stale = append(stale, f)
		} else {
			files[f.Path] = old
		}
	}
	if err := p.load(ctx, stale, outline, keep, files, progress); err != nil {
		return err
	}
	// Needed even if the tree reports no change: a file may have changed before it was read.
	p.markStale(files)
	p.digest = digestOfAll(p.tree.Files(), files)
	p.files, p.treeChanged = files, false
	p.subject = nil
	return p.identify(ctx)
}

// markStale marks the languages with changed files as stale.
func (p *Project) markStale(files map[string]*fileState) {
	changed := func(path string) {
		for _, v := range p.views {
			v.stale = v.stale || v.concerns(path)
		}
	}
	for path, now := range files {
		if old := p.files[path]; old == nil || old.digest != now.digest || old.reason != now.reason {
			changed(path)
		}
	}
	for path := range p.files {
		if files[path] == nil {
			changed(path)
		}
	}
}

// load reads files on all processors and adds their states to into.
func (p *Project) load(ctx context.Context, files []*source.File, outline func(string) outlined, keep *texts,
	into map[string]*fileState, progress facts.Progress,
) error {
	if len(files) == 0 {
		return nil
	}
	p.live, p.dirty = true, true
	loaded := make([]*fileState, len(files))
	step := facts.NewSteps(len(files), progress)
	err := parallel.For(ctx, len(files), 1, func(i int) {
		f := files[i]
		depth := notOutlined
		if outline != nil {
			depth = outline(f.Path)
		}
		loaded[i] = p.loadFile(f, p.files[f.Path], depth, keep)
		step.One()
	})
	if err != nil {
		return err
	}
	for i, f := range files {
		into[f.Path] = loaded[i]
	}
	return nil
}

// loadFile reads one file. If its content is unchanged, the new state keeps the analysis of
// old, which may be nil.
func (p *Project) loadFile(f *source.File, old *fileState, outline outlined, keep *texts) *fileState {
	state := &fileState{stamp: f.Stamp, fresh: f.Fresh}
	text, reason := p.read(f.Path)
	if reason != "" {
		state.reason, state.digest, state.outlined = reason, digestOf(reason), whole
		return state
	}
	state.digest = digestOf(text)
	if old != nil && old.digest == state.digest {
		state.reason, state.decls, state.warning, state.outlined = old.reason, old.decls, old.warning, old.outlined
		state.generated = old.generated
	} else {
		if languageOf(f.Path) != nil {
			state.generated = source.Generated(f.Path, text)
		}
		keep.put(f.Path, text)
	}
	if state.outlined < outline {
		state.outline(f.Path, text, outline)
	}
	return state
}

func (s *fileState) outline(path, text string, depth outlined) {
	var err error
	s.decls, s.warning, err = Outline(path, text, depth == shallow)
	detach(s.decls, text)
	switch {
	case errors.Is(err, facts.ErrTooDeep):
		s.reason = source.ReasonTooDeep
	case err != nil:
		s.reason = source.ReasonPanic
	}
	s.outlined = depth
}

// read returns the text of a source or configuration file, or the reason to skip it.
func (p *Project) read(rel string) (text, reason string) {
	limit := int64(source.MaxFileBytes)
	if languageOf(rel) == nil {
		limit = source.MaxConfigBytes
	}
	return p.store.options.Roots.ReadText(p.absolute(rel), limit)
}

func (p *Project) absolute(rel string) string { return filepath.Join(p.root, filepath.FromSlash(rel)) }

// digestOfAll digests all paths and contents.
func digestOfAll(files []*source.File, states map[string]*fileState) facts.Digest {
	h := sha256.New()
	var length [8]byte
	for _, f := range files {
		binary.LittleEndian.PutUint64(length[:], uint64(len(f.Path)))
		h.Write(length[:])
		h.Write([]byte(f.Path))
		digest := states[f.Path].digest
		h.Write(digest[:])
	}
	return facts.Digest(h.Sum(nil)[:16])
}
