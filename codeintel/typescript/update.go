package typescript

import (
	"context"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Update implements [facts.Analyzer]. If only source files were edited, it updates the
// programs that contain them; otherwise it creates all programs again from the parsed
// files.
func (a *Analyzer) Update(
	ctx context.Context, p *facts.Project, progress facts.Progress,
) (changes facts.Changes, err error) {
	defer recoverTo("update", &err)
	if err := ctx.Err(); err != nil {
		return facts.Changes{}, err
	}
	if a.cache == nil {
		a.cache, a.summaries = &tsgo.Cache{}, &summary.Set{}
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

// changedFiles returns the source files with changed content. same is false if anything
// else has changed.
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
