package index

import (
	"context"
)

// maxAttempts bounds how often a call starts again because files changed while
// it was working. After that the call returns the last result, and nothing
// it was made from is kept.
const maxAttempts = 4

// Examine calls f with the project as it is now. If files change while f runs,
// f is called again and must discard the results of its earlier calls. The context of f
// ends with ctx.
func (p *Project) Examine(ctx context.Context, progress Progress, f func(context.Context, *Snapshot) error) error {
	leave, err := p.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return p.examine(ctx, progress, f)
}

// examine is Examine for a caller that holds the turn.
func (p *Project) examine(ctx context.Context, progress Progress, f func(context.Context, *Snapshot) error) error {
	phases := &phases{report: progress}
	for attempt := 1; ; attempt++ {
		s := &Snapshot{project: p, phases: phases, texts: &texts{byPath: map[string]string{}}}
		if err := p.refresh(ctx, nil, s.texts, phases.next()); err != nil {
			return err
		}
		err := f(ctx, s)
		if !s.disturbed() {
			return err
		}
		p.forget()
		if attempt == maxAttempts {
			return err
		}
	}
}
