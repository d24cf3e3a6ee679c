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

// edit replaces files in the programs that have them and tells whose facts may
// differ now: those of the files themselves, and, if what others see of a file has
// changed, of all that need it.
func (a *Analyzer) edit(ctx context.Context, p *facts.Project, edited []string, progress facts.Progress) (s *state, c facts.Changes, err error) {
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
	stale := map[string]bool{} // anywhere
	var own, others []incremental.Edit
	for _, f := range edited {
		e, touched := a.state.affectedBy(&next, f, stale)
		others = append(others, touched...)
		if e == nil { // nothing tells what became of its declarations
			next.memory = incremental.NewCache()
			continue
		}
		own = append(own, *e)
	}
	current := map[*tsgo.SourceFile]bool{}
	for i, u := range next.units {
		if old := a.state.units[i]; !slices.Equal(old.Graph.Globals, u.Graph.Globals) {
			u.AddAll(stale) // an import brought in, or took away, what is seen without one
		}
		for f := range u.Summaries {
			current[f] = true
		}
	}
	a.trees.Retain(func(f *tsgo.SourceFile) bool { return current[f] })
	next.memory = next.memory.After(slices.Concat(own, others), stale)
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

// follow adds the files whose facts may differ now that a file was edited, but for
// those that it can tell more of, which are others, and returns what became of the file
// itself; nil if that is not known.
func (s *state) affectedBy(next *state, f string, stale map[string]bool) (own *incremental.Edit, others []incremental.Edit) {
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
			if words, ok := e.Changed(); ok {
				var touched []incremental.Edit
				e.Names, touched = incremental.AddAffected(u, stale, f, words)
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

// renew returns the unit with the edited files as they are now.
func (a *Analyzer) updateUnit(ctx context.Context, s *state, u *program.Unit, edited []string, loading tsgo.Loading) (*program.Unit, error) {
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
	renewed.SetProgram(updated, a.trees, rewired)
	return renewed, nil
}
