package impact

import (
	"cmp"
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Report is what a change reaches.
type Report struct {
	Element    facts.Element
	Risk       Risk
	Direct     int // dependents in one step; elements, and files for code outside any
	Transitive int // in more steps
	MaxDepth   int // of the dependents that were found
	Files      []File
	Tests      []Test // nearest first
	Unresolved graph.UnresolvedCounts
}

// File is what of one file is hit.
type File struct {
	Path     string
	Severity Severity
	Impact   string // one sentence
	MinDepth int
	Elements []Dependent // by depth, then place
}

// Dependent is one element, or file for code outside any, that is hit.
type Dependent struct {
	facts.Element
	Depth      int // steps to the target
	Severity   Severity
	Relation   graph.Relation
	Confidence facts.Confidence
	TypeOnly   bool
	Possible   bool   // it calls what the target overrides, and so may call the target
	Overrides  bool   // it overrides or implements the target, or a member of it
	Via        string // id of what it is reached through; empty when that is the target

	node  graph.Node
	again bool // an import that is there to hand on what it imports
}

// Analyze tells what an operation on a target reaches within so many steps. The
// target is anything that [graph.Graph.Find] takes.
func Analyze(ctx context.Context, s *index.Snapshot, target string, o Operation, maxDepth int) (*Report, error) {
	n, err := s.Find(ctx, target)
	if err != nil {
		return nil, err
	}
	var steps []graph.Step
	var unresolved graph.UnresolvedCounts
	err = s.Ask(ctx, facts.AllReferences, func(g *graph.Graph) (missing []string) {
		steps, unresolved, missing = g.Dependents(n, maxDepth)
		return missing
	})
	if err != nil {
		return nil, err
	}
	var overriding []graph.Node
	err = s.Ask(ctx, facts.CallsAndImports, func(g *graph.Graph) (missing []string) {
		overriding, missing = g.Overriding(n)
		return missing
	})
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	if err != nil {
		return nil, err
	}
	b := newBuilder(g, n, o)
	b.addSteps(steps)
	b.addOverriding(overriding)
	r := &Report{Element: g.Element(n), Unresolved: unresolved, Files: b.files()}
	if r.Tests, err = b.tests(ctx, s, maxDepth); err != nil {
		return nil, err
	}
	b.count(r)
	r.Risk = assess(b.measure(r))
	return r, nil
}

// count counts dependents by distance.
func (b *builder) count(r *Report) {
	for _, d := range b.found {
		if d.Depth == 1 {
			r.Direct++
		} else {
			r.Transitive++
		}
		r.MaxDepth = max(r.MaxDepth, d.Depth)
	}
}

// builder collects the dependents of a target.
type builder struct {
	*graph.Graph
	target    graph.Node
	operation Operation
	own       map[graph.Node]bool // the target with what belongs to it
	isType    bool                // the target stands for types alone
	depth     map[graph.Node]int  // of all that is reached
	found     []*Dependent        // one for each node, in order of depth
	byNode    map[graph.Node]*Dependent
	steps     []graph.Step
}

func newBuilder(g *graph.Graph, target graph.Node, o Operation) *builder {
	b := &builder{
		Graph: g, target: target, operation: o, own: map[graph.Node]bool{}, depth: map[graph.Node]int{},
		byNode: map[graph.Node]*Dependent{},
	}
	b.isType = isType(g.Element(target).Type)
	b.add(target)
	return b
}

func isType(t string) bool { return t == facts.Interface || t == facts.TypeAlias }

// add makes a node and what belongs to it the target's own.
func (b *builder) add(n graph.Node) {
	if b.own[n] {
		return
	}
	b.own[n] = true
	parts := b.Children(n)
	if b.IsFile(n) {
		parts = b.Elements(n)
	}
	for _, part := range parts {
		b.add(part)
	}
}

// addSteps takes the dependents up, each by the nearest step and among those the
// one that hits hardest.
func (b *builder) addSteps(steps []graph.Step) {
	b.steps = steps
	users := map[graph.Node]bool{} // files in which elements depend on the target
	for i := range steps {
		s := &steps[i]
		if b.own[s.From] {
			continue
		}
		b.take(b.dependent(s))
		if !b.IsFile(s.From) {
			users[b.FileOf(s.From)] = true
		}
	}
	// That a file imports something is no news where an element of it uses it, unless
	// the import itself is at stake.
	b.found = slices.DeleteFunc(b.found, func(d *Dependent) bool {
		return b.IsFile(d.node) && d.Relation == graph.Import && !d.again && users[d.node] && (b.operation == Modify || d.Depth > 1)
	})
}

// take keeps a dependent, unless the same one is known by something that tells
// more.
func (b *builder) take(d *Dependent) {
	known := b.byNode[d.node]
	switch {
	case known == nil:
		b.byNode[d.node] = d
		b.found = append(b.found, d)
	case d.Depth < known.Depth, d.Depth == known.Depth && tellsMore(d, known):
		*known = *d
	default:
		return
	}
	b.depth[d.node] = d.Depth
}

// tellsMore compares two ways in which one dependent depends on the target: what
// hits harder tells more, then a call, heritage, a reference, an import.
func tellsMore(d, known *Dependent) bool {
	if d.Severity != known.Severity {
		return d.Severity > known.Severity
	}
	rank := []graph.Relation{graph.Call, graph.Extends, graph.Implements, graph.Reference, graph.Import}
	return slices.Index(rank, d.Relation) < slices.Index(rank, known.Relation)
}

func (b *builder) dependent(s *graph.Step) *Dependent {
	d := &Dependent{
		Element: b.Element(s.From), Depth: s.Depth, Relation: s.Relation, Confidence: s.Confidence,
		TypeOnly: s.TypeOnly, Possible: s.Possible, node: s.From,
		again: s.ReExports && len(s.Users) == 0, // some languages hand on whatever is imported
	}
	if !b.own[s.To] {
		d.Via = b.Element(s.To).ID
	} else if s.To != b.target && !b.IsFile(b.target) {
		d.Via = b.Element(s.To).ID // a member of the target
	}
	d.Severity = b.severity(d)
	return d
}

// addOverriding takes what overrides or implements a member of the target for
// direct dependents, where the operation touches what they override.
func (b *builder) addOverriding(nodes []graph.Node) {
	if b.operation == Modify {
		return
	}
	for _, n := range nodes {
		if b.own[n] {
			continue
		}
		d := &Dependent{Element: b.Element(n), Depth: 1, Relation: graph.Extends, Overrides: true, node: n}
		if p := b.Parent(b.target); isInterface(b.Graph, b.target) || p != graph.None && isInterface(b.Graph, p) {
			d.Relation = graph.Implements
		}
		d.Severity = Major
		b.take(d)
	}
	slices.SortStableFunc(b.found, func(x, y *Dependent) int { return x.Depth - y.Depth })
}

func isInterface(g *graph.Graph, n graph.Node) bool { return g.Element(n).Type == facts.Interface }

// files gathers the dependents by file, those that are hit hardest first.
func (b *builder) files() []File {
	byPath := map[string]*File{}
	var files []*File
	for _, d := range b.found {
		f := byPath[d.File]
		if f == nil {
			f = &File{Path: d.File, MinDepth: d.Depth}
			byPath[d.File] = f
			files = append(files, f)
		}
		f.Severity, f.MinDepth = max(f.Severity, d.Severity), min(f.MinDepth, d.Depth)
		f.Elements = append(f.Elements, *d)
	}
	out := make([]File, len(files))
	for i, f := range files {
		slices.SortStableFunc(f.Elements, func(a, b Dependent) int {
			return cmp.Or(a.Depth-b.Depth, a.Line-b.Line, cmp.Compare(a.ID, b.ID))
		})
		f.Impact = b.sentence(f)
		out[i] = *f
	}
	slices.SortFunc(out, func(a, b File) int {
		return cmp.Or(int(b.Severity)-int(a.Severity), a.MinDepth-b.MinDepth, cmp.Compare(a.Path, b.Path))
	})
	return out
}
