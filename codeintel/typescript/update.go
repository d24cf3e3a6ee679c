package typescript

import (
	"context"
	"maps"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Update implements [facts.Analyzer].
func (a *Analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (changes facts.Changes, err error) {
	defer caught("update", &err)
	next, err := a.rebuild(ctx, p, progress)
	if err != nil {
		return facts.Changes{}, err
	}
	changes = a.all(next)
	if a.state != nil {
		for f := range a.state.byFile {
			if next.byFile[f] == nil {
				changes.Removed = append(changes.Removed, f)
			}
		}
	}
	a.state = next
	return changes, nil
}

// all reports every file as new.
func (a *Analyzer) all(s *state) facts.Changes {
	c := facts.Changes{Stale: s.project.files, Warnings: s.warnings, Probes: s.project.fs.probesFrom(0)}
	for _, f := range s.project.files {
		c.Declared = append(c.Declared, s.declared(f))
	}
	s.probes = len(c.Probes)
	return c
}

// declared returns what a file declares and mentions.
func (s *state) declared(rel string) facts.Declared {
	u := s.byFile[rel]
	t := u.tree(rel)
	if t == nil {
		return facts.Declared{Path: rel}
	}
	return facts.Declared{Path: rel, Lines: t.lines, Decls: t.decls, Members: t.sketch.members, Mentions: u.mentions(t), Warning: t.warning}
}

// rebuild groups the files anew and loads all programs.
func (a *Analyzer) rebuild(ctx context.Context, p *facts.Project, progress facts.Progress) (*state, error) {
	fs := newFiles(p)
	if a.cache == nil {
		a.cache, a.trees = &tsgo.Cache{}, &forest{}
	}
	a.cache.Forget() // their probes are those of the old files
	s := &state{
		project: newProject(p, fs), known: maps.Clone(p.Known), unknown: slices.Clone(p.Unknown),
		disk: tsgo.NewDisk(fs), byFile: make(map[string]*unit, len(p.Files)),
	}
	var groups []*group
	groups, s.warnings = groupFiles(s.project)
	references := referencesOf(s.project, groups)
	loading := a.loading(ctx, s.project, newSteps(len(p.Files), progress))
	for i, g := range groups {
		u := newUnit(s.project, g, others(references, i))
		if err := a.load(ctx, s, u, loading); err != nil {
			return nil, err
		}
		s.units = append(s.units, u)
		for _, f := range g.files {
			s.byFile[f] = u
		}
	}
	return s, nil
}

// load makes the program of a unit.
func (a *Analyzer) load(ctx context.Context, s *state, u *unit, loading tsgo.Loading) error {
	roots := make([]string, len(u.group.files))
	for i, f := range u.group.files {
		roots[i] = absolute(s.project.root, f)
	}
	program := tsgo.NewProgram(tsgo.ProgramConfig{
		Dir: u.group.dir, Disk: s.disk, Options: u.group.options, Roots: roots, References: u.references,
		Cache: a.cache, Loading: loading,
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	u.use(program, a.trees)
	return nil
}
