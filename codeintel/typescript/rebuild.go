package typescript

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/incremental"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/project"
)

// rebuild assigns the files to groups and loads all programs.
func (a *Analyzer) rebuild(
	ctx context.Context, p *facts.Project, progress facts.Progress,
) (s *state, c facts.Changes, err error) {
	fs := project.NewFileSystem(p)
	if a.state != nil && a.state.project.Root == p.Root && a.state.project.FS.Unchanged() {
		fs = a.state.project.FS // no file on the disk has changed
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
		project: project.New(p, fs), digests: maps.Clone(p.Known), unknown: slices.Clone(p.Unknown),
		disk: tsgo.NewDisk(fs), parts: incremental.NewCache(), unitOf: make(map[string]int, len(p.Files)),
		versions: make(map[string]version, len(p.Files)),
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
		declared, err := next.declaredIn(ctx, g.Files)
		if err != nil {
			return nil, c, err
		}
		c.Declared = append(c.Declared, declared...)
		for _, f := range g.Files {
			next.recordVersion(f)
		}
		a.releasePrograms(next, u)
	}
	slices.SortFunc(c.Declared, func(a, b facts.Declared) int { return strings.Compare(a.Path, b.Path) })
	used := map[*tsgo.SourceFile]bool{}
	for _, u := range next.units {
		u.EachFile(func(f *tsgo.SourceFile) { used[f] = true })
	}
	a.cache.Keep(func(f *tsgo.SourceFile) bool { return used[f] })
	a.summaries.Retain(func(f *tsgo.SourceFile) bool { return used[f] })
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
