package reach

import (
	"context"
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Possible returns the functions that tests do not reach by calls and may reach nevertheless,
// each with the reason: the runtime, the standard library or a framework calls them, code that
// tests reach passes them on as values, or another such function calls them. Only functions in
// files that tests reach are considered. It resolves those files to [facts.AllReferences].
// functions contains the declarations of the functions to consider.
func (s *Set) Possible(
	ctx context.Context, of *index.Snapshot, functions map[graph.Node]*facts.Decl,
) (map[graph.Node]string, error) {
	p := &possible{walk: s.walk, reasons: map[graph.Node]string{}, values: map[graph.Node][]graph.Node{}}
	if p.walk == nil {
		return p.reasons, nil
	}
	err := of.ResolveMissing(ctx, facts.AllReferences, func(g *graph.Graph) (missing []string) {
		for _, file := range g.Files() {
			if name := g.Element(file).File; s.Has(file) && !g.Resolved(name, facts.AllReferences) {
				missing = append(missing, name)
			}
		}
		return missing
	})
	if err != nil {
		return nil, err
	}
	p.collectValues(s)
	for n, d := range functions {
		if s.Has(p.FileOf(n)) {
			p.add(n, calledByRuntime(d))
		}
	}
	for from, values := range p.values {
		if s.Has(from) {
			p.pass(from, values)
		}
	}
	p.run()
	return p.reasons, nil
}

// possible is the state of a walk from the functions that are possibly reached.
type possible struct {
	*walk
	reasons map[graph.Node]string
	values  map[graph.Node][]graph.Node // the functions whose values an element or file reads
	queue   []graph.Node
}

// add adds a function that tests do not reach. An empty reason adds nothing.
func (p *possible) add(n graph.Node, reason string) {
	if reason == "" || p.set.Has(n) || p.reasons[n] != "" || p.IsFile(n) {
		return
	}
	p.reasons[n] = reason
	p.queue = append(p.queue, n)
}

func (p *possible) pass(from graph.Node, values []graph.Node) {
	for _, to := range values {
		p.add(to, "used as a value by "+p.nameOf(from))
	}
}

func (p *possible) nameOf(n graph.Node) string {
	if p.IsFile(n) {
		return p.Element(n).File
	}
	return p.Element(n).Name
}

func (p *possible) run() {
	for ; len(p.queue) > 0; p.queue = p.queue[1:] {
		n := p.queue[0]
		reason := fmt.Sprintf("called by %s, which is possibly reached", p.nameOf(n))
		for _, to := range p.to[n] {
			p.add(to, reason)
		}
		p.pass(n, p.values[n])
		for _, c := range p.Children(n) {
			if p.runsWith(n, c) {
				p.add(c, "declared in "+p.nameOf(n)+", which is possibly reached")
			}
		}
	}
}

// collectValues collects the functions whose values the reached files read.
func (p *possible) collectValues(s *Set) {
	for _, file := range p.Files() {
		if !s.Has(file) {
			continue
		}
		for e := range p.Edges(file) {
			if e.Relation != graph.Reference || e.To == graph.None || s.Has(e.To) {
				continue
			}
			switch p.Element(e.To).Type {
			case facts.Function, facts.Method, facts.Component, facts.Hook:
				p.values[e.From] = append(p.values[e.From], e.To)
			}
		}
	}
}
