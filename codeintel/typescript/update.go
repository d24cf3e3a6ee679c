package typescript

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/project"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Update implements [facts.Analyzer]. Where only source files were edited, it
// replaces them in the programs they are part of; all else makes the programs
// anew, from the files that are parsed already.
func (a *Analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (changes facts.Changes, err error) {
	defer caught("update", &err)
	if err := ctx.Err(); err != nil {
		return facts.Changes{}, err
	}
	if a.cache == nil {
		a.cache, a.trees = &tsgo.Cache{}, &summary.Set{}
	}
	var next *state
	edited, same := a.state.edits(p)
	if same {
		next, changes, err = a.edit(ctx, p, edited, progress)
	} else {
		next, changes, err = a.rebuild(ctx, p, progress)
	}
	if err != nil {
		return facts.Changes{}, err
	}
	changes.Probes, changes.Warnings = next.project.FS.ProbesSince(0), next.warnings
	next.probes = len(changes.Probes)
	a.state = next
	return changes, nil
}

// edits returns the source files whose content has changed. same is false when
// more than that has.
func (s *state) edits(p *facts.Project) (edited []string, same bool) {
	if s == nil || s.project.Root != p.Root || len(s.known) != len(p.Known) ||
		!slices.Equal(s.project.Files, p.Files) || !slices.Equal(s.unknown, p.Unknown) || !s.project.FS.Unchanged() {
		return nil, false
	}
	for rel, digest := range p.Known {
		switch old, ok := s.known[rel]; {
		case ok && old == digest:
		case ok && s.project.Analysed[rel]:
			edited = append(edited, rel)
		default:
			return nil, false
		}
	}
	slices.Sort(edited)
	return edited, true
}

// rebuild groups the files anew and loads all programs.
func (a *Analyzer) rebuild(ctx context.Context, p *facts.Project, progress facts.Progress) (s *state, c facts.Changes, err error) {
	fs := project.NewFileSystem(p)
	if a.state != nil && a.state.project.Root == p.Root && a.state.project.FS.Unchanged() {
		fs = a.state.project.FS // what was read from the disk is still so
		undo := fs.Rebind(p)
		defer func() {
			if s == nil {
				undo()
			}
		}()
	} else {
		a.cache.Forget()
	}
	next := &state{
		project: project.New(p, fs), known: maps.Clone(p.Known), unknown: slices.Clone(p.Unknown),
		disk: tsgo.NewDisk(fs), memory: newMemory(), unitOf: make(map[string]int, len(p.Files)), seen: make(map[string]sight, len(p.Files)),
	}
	var groups []*project.Group
	groups, next.warnings = project.GroupFiles(next.project)
	references := project.References(next.project, groups)
	loading := a.loading(ctx, next.project, facts.NewSteps(len(p.Files), progress))
	for i, g := range groups {
		u := program.New(next.project, g, project.OtherReferences(references, i))
		if err := a.load(ctx, next.disk, u, loading); err != nil {
			return nil, c, err
		}
		next.units = append(next.units, u)
		for _, f := range g.Files {
			next.unitOf[f] = i
		}
		declared, err := next.declaredIn(g.Files)
		if err != nil {
			return nil, c, err
		}
		c.Declared = append(c.Declared, declared...)
		for _, f := range g.Files {
			next.look(f)
		}
		a.trim(next, u)
	}
	slices.SortFunc(c.Declared, func(a, b facts.Declared) int { return strings.Compare(a.Path, b.Path) })
	used := map[*tsgo.SourceFile]bool{}
	for _, u := range next.units {
		u.EachFile(func(f *tsgo.SourceFile) { used[f] = true })
	}
	a.cache.Keep(func(f *tsgo.SourceFile) bool { return used[f] })
	a.trees.Retain(func(f *tsgo.SourceFile) bool { return used[f] })
	c.Stale = next.project.Files
	if a.state != nil {
		for _, f := range a.state.project.Files {
			if !next.project.Analysed[f] {
				c.Removed = append(c.Removed, f)
			}
		}
	}
	return next, c, nil
}

// load makes the program of a unit.
func (a *Analyzer) load(ctx context.Context, disk *tsgo.Disk, u *program.Unit, loading tsgo.Loading) error {
	roots := make([]string, len(u.Group.Files))
	for i, f := range u.Group.Files {
		roots[i] = project.Absolute(u.Project.Root, f)
	}
	loaded := tsgo.NewProgram(tsgo.ProgramConfig{
		Dir: u.Group.Dir, Disk: disk, Options: u.Group.Options, Roots: roots, References: u.References,
		Cache: a.cache, Loading: loading,
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	u.SetProgram(loaded, a.trees, nil)
	return nil
}
