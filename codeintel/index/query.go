package index

import (
	"context"
	"encoding/hex"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// MaxWarnings bounds the warnings of an answer.
const MaxWarnings = 20

// maxAttempts bounds how often a call starts again because files changed while
// it was working. After that the answer is given as it came out, and nothing it
// was made from is kept.
const maxAttempts = 4

// Question is a query about a target, or about the path to it from a source.
// Both are anything that [graph.Graph.Find] takes.
type Question struct {
	graph.Query
	Target string
	Source string // empty unless a path is asked for
}

// Answer is what a project answers.
type Answer struct {
	graph.Answer
	Element       facts.Element // what the target was taken to be
	FilesAnalyzed int
	Warnings      []string // at most [MaxWarnings], those of configurations first
	Digest        string   // of the project's contents
}

// Query answers a question about the project as it is now. A target or source
// that is not one element is a [graph.LookupError], or wraps [graph.ErrSyntax].
func (p *Project) Query(ctx context.Context, q Question, progress Progress) (*Answer, error) {
	leave, err := p.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	phases := &phases{report: progress}
	for attempt := 1; ; attempt++ {
		if err := p.update(ctx, phases); err != nil {
			return nil, err
		}
		answer, err := p.answer(ctx, q, phases)
		if !p.disturbed() {
			return answer, err
		}
		p.forget()
		if attempt == maxAttempts {
			return answer, err
		}
	}
}

// update brings files, languages and graph up to date.
func (p *Project) update(ctx context.Context, phases *phases) error {
	texts := &texts{byPath: map[string]string{}}
	if err := p.refresh(ctx, nil, texts, phases.next()); err != nil {
		return err
	}
	for _, v := range p.views {
		if err := v.check(ctx); err != nil {
			return err
		}
		if err := v.update(ctx, texts, phases.next()); err != nil {
			return err
		}
	}
	return nil
}

// disturbed reports that a file changed while a language read it.
func (p *Project) disturbed() bool {
	for _, v := range p.views {
		if v.disturbed.Load() {
			return true
		}
	}
	return false
}

func (p *Project) answer(ctx context.Context, q Question, phases *phases) (*Answer, error) {
	target, err := p.graph.Find(q.Target)
	if err != nil {
		return nil, err
	}
	ask := func() (graph.Answer, []string) { return p.graph.Ask(target, q.Query) }
	if q.Source != "" {
		source, err := p.graph.Find(q.Source)
		if err != nil {
			return nil, err
		}
		ask = func() (graph.Answer, []string) { return p.graph.AskPath(source, target, q.Query) }
	}
	found, missing := ask()
	for len(missing) > 0 {
		for _, v := range p.views {
			if files := v.missing(missing); len(files) > 0 {
				if err := v.resolve(ctx, files, phases.next()); err != nil {
					return nil, err
				}
			}
		}
		found, missing = ask()
	}
	return &Answer{
		Answer: found, Element: p.graph.Element(target), FilesAnalyzed: p.graph.FileCount(),
		Warnings: p.warnings(), Digest: hex.EncodeToString(p.digest[:]),
	}, nil
}

// warnings puts those of the configurations first: they concern many files.
func (p *Project) warnings() []string {
	var all []string
	for _, v := range p.views {
		all = append(all, v.warnings...)
	}
	all = append(all, p.graph.Warnings(MaxWarnings)...)
	return all[:min(len(all), MaxWarnings)]
}
