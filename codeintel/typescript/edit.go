package typescript

import (
	"context"
	"maps"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/incremental"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/project"
)

// edit updates the programs that contain edited files. The changes list as
// stale the edited files and, if the visible shape of an edited file has changed, the other
// files that this affects.
func (a *Analyzer) edit(
	ctx context.Context, p *facts.Project, edited []string, progress facts.Progress,
) (s *state, c facts.Changes, err error) {
	next := *a.state
	undo := next.project.FS.Rebind(p)
	defer func() {
		if s == nil {
			undo()
		}
	}()
	if len(edited) == 0 {
		return &next, c, nil
	}
	next.digests, next.units, next.versions = maps.Clone(p.Known), slices.Clone(next.units), maps.Clone(next.versions)
	loading := a.loading(ctx, next.project, facts.NewSteps(len(edited), progress))
	for i, u := range next.units {
		if next.units[i], err = a.updateUnit(ctx, &next, u, edited, loading); err != nil {
			return nil, c, err
		}
	}
	stale := map[string]bool{} // files whose facts may all change
	var own, others []incremental.Edit
	for _, f := range edited {
		e, touched := a.state.affectedBy(&next, f, stale)
		others = append(others, touched...)
		if e == nil { // its declarations cannot be identified
			next.parts = incremental.NewCache()
			continue
		}
		own = append(own, *e)
	}
	current := map[*tsgo.SourceFile]bool{}
	for i, u := range next.units {
		if old := a.state.units[i]; !slices.Equal(old.Graph.Globals, u.Graph.Globals) {
			u.AddAll(stale) // an import added or removed global declarations
		}
		for f := range u.Summaries {
			current[f] = true
		}
	}
	a.summaries.Retain(func(f *tsgo.SourceFile) bool { return current[f] })
	next.parts = next.parts.After(slices.Concat(own, others), stale)
	for _, e := range others {
		stale[e.Now.Path] = true
	}
	for _, f := range edited {
		stale[f] = true
		c.Declared = append(c.Declared, next.declared(f))
	}
	c.Stale = slices.Sorted(maps.Keys(stale))
	a.releasePrograms(&next, next.units[next.unitOf[edited[0]]])
	return &next, c, nil
}

// affectedBy determines the effects of an edit of a file. It adds the files whose facts may
// all change to stale. own is the edit of the file itself, or nil if its declarations cannot
// be identified. others are the edits of files in which only some statements are affected.
func (s *state) affectedBy(
	next *state, f string, stale map[string]bool,
) (own *incremental.Edit, others []incremental.Edit) {
	before := s.versions[f]
	now := next.recordVersion(f)
	for i, u := range next.units {
		old := s.units[i]
		if !old.Includes(f) && !u.Includes(f) {
			continue
		}
		var e *incremental.Edit
		if a, b := old.Summary(f), u.Summary(f); a != nil && b != nil {
			e = new(incremental.Edit)
			*e = incremental.NewEdit(a, b)
		}
		if e != nil && i == s.unitOf[f] {
			own = e
		}
		switch {
		case before.shape == now.shape:
			if e != nil {
				e.Names, e.Complete = map[string]bool{}, true
			}
			continue
		case before.global || now.global:
			u.AddAll(stale)
			continue
		case e != nil:
			if changed, ok := e.Changed(); ok {
				var touched []incremental.Edit
				e.Names, touched = incremental.AddAffected(u, stale, f, changed)
				e.Complete, others = true, append(others, touched...)
				continue
			}
		}
		u.AddDependents(stale, f)
	}
	if own != nil && own.Complete {
		own.AddNarrowed()
	}
	return own, others
}

// updateUnit returns the unit with the new versions of the edited files.
func (a *Analyzer) updateUnit(
	ctx context.Context, s *state, u *program.Unit, edited []string, loading tsgo.Loading,
) (*program.Unit, error) {
	var paths []string
	missing := u.Program == nil
	for _, f := range edited {
		if !u.Includes(f) {
			continue
		}
		path := project.Absolute(s.project.Root, f)
		paths = append(paths, path)
		missing = missing || u.Program.SourceFile(path) == nil
	}
	if len(paths) == 0 {
		return u, nil
	}
	renewed := program.New(u.Project, u.Group, u.References)
	if missing {
		return renewed, a.load(ctx, s.disk, renewed, loading)
	}
	rewired := u.Graph.Fork()
	updated, same := u.Program.Update(paths, loading, rewired.Replace)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !same {
		rewired = nil
	}
	renewed.SetProgram(updated, a.summaries, rewired)
	return renewed, nil
}
