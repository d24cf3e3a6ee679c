package typescript

import (
	"context"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Update implements [facts.Analyzer]. Where only source files were edited, it
// replaces them in the programs they are part of; all else makes the programs
// anew, from the files that are parsed already.
func (a *Analyzer) Update(ctx context.Context, p *facts.Project, progress facts.Progress) (changes facts.Changes, err error) {
	defer recoverTo("update", &err)
	if err := ctx.Err(); err != nil {
		return facts.Changes{}, err
	}
	if a.cache == nil {
		a.cache, a.trees = &tsgo.Cache{}, &summary.Set{}
	}
	var next *state
	edited, same := a.state.changedFiles(p)
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
func (s *state) changedFiles(p *facts.Project) (edited []string, same bool) {
	if s == nil || s.project.Root != p.Root || len(s.digests) != len(p.Known) ||
		!slices.Equal(s.project.Files, p.Files) || !slices.Equal(s.unknown, p.Unknown) || !s.project.FS.Unchanged() {
		return nil, false
	}
	for rel, digest := range p.Known {
		switch old, ok := s.digests[rel]; {
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
