package index

import (
	"context"
)

// maxAttempts bounds how often a call starts again because files changed while it ran. The
// last attempt returns its result even if files changed, but the analysis is not kept.
const maxAttempts = 4

// Examine calls f with the current state of the project. If files change while f runs, f is
// called again, up to 4 times in total, and must discard the results of its earlier calls. The
// context of f ends with ctx. progress may be nil.
func (p *Project) Examine(ctx context.Context, progress Progress, f func(context.Context, *Snapshot) error) error {
	leave, err := p.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return p.examine(ctx, progress, f)
}

// examine is Examine for a caller that has entered the project.
func (p *Project) examine(ctx context.Context, progress Progress, f func(context.Context, *Snapshot) error) error {
	phases := &phases{report: progress}
	for attempt := 1; ; attempt++ {
		s := &Snapshot{project: p, phases: phases, texts: &texts{byPath: map[string]string{}}}
		if err := p.refresh(ctx, nil, s.texts, phases.next()); err != nil {
			return err
		}
		err := f(ctx, s)
		if !s.outdated() {
			return err
		}
		p.forget()
		if attempt == maxAttempts {
			return err
		}
	}
}
