package impact

import (
	"cmp"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// addSteps adds the dependents up to maxDepth steps away, each with its nearest step. If several
// steps are equally near, it chooses the one with the highest severity.
func (b *builder) addSteps(steps []graph.Step, maxDepth int) {
	b.steps = steps
	users := map[graph.Node]bool{} // files in which elements depend on the target
	for i := range steps {
		s := &steps[i]
		if b.owns(s.From) {
			continue
		}
		if known, ok := b.depth[s.From]; !ok || s.Depth < known {
			b.depth[s.From] = s.Depth
		}
		if s.Depth > maxDepth {
			continue
		}
		b.keep(b.dependent(s))
		if !b.IsFile(s.From) {
			users[b.FileOf(s.From)] = true
		}
	}
	// An import adds no information if an element of the file uses it, unless the operation
	// affects the import itself.
	b.found = slices.DeleteFunc(b.found, func(d *Dependent) bool {
		return b.IsFile(d.node) && d.Relation == graph.Import && !d.reExport && users[d.node] &&
			(d.operation == Modify || d.Depth > 1)
	})
}

// keep adds a dependent. If the node is a known dependent, it keeps the nearer or more
// informative one.
func (b *builder) keep(d *Dependent) {
	known := b.byNode[d.node]
	switch {
	case known == nil:
		b.byNode[d.node] = d
		b.found = append(b.found, d)
	case d.Depth < known.Depth, d.Depth == known.Depth && isMoreInformative(d, known):
		*known = *d
	}
}

// isMoreInformative compares two dependencies of one node on the target. Higher severity comes
// first, then a call, heritage, a reference, an import.
func isMoreInformative(d, known *Dependent) bool {
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
		reExport: s.ReExports && len(s.Users) == 0, // in some languages, files re-export all imported names
	}
	i, own := b.own[s.To]
	if !own {
		d.Via, d.operation = b.Element(s.To).ID, b.strongest()
		d.Severity = severity(d, false)
		return d
	}
	subject := &b.subjects[i]
	if len(b.subjects) > 1 || s.To != subject.node && !b.IsFile(subject.node) {
		d.Via = b.Element(s.To).ID // one of several subjects, or a member of the subject
	}
	d.operation = subject.operation
	d.Severity = severity(d, isType(b.Element(subject.node).Type))
	return d
}

// addOverriding adds the members that override or implement an overridable node as direct
// dependents.
func (b *builder) addOverriding(nodes []graph.Node) {
	for _, n := range nodes {
		if b.owns(n) {
			continue
		}
		d := &Dependent{
			Element: b.Element(n), Depth: 1, Relation: graph.Extends, Overrides: true, node: n, operation: Refactor,
		}
		if slices.ContainsFunc(b.overridable(), b.inInterface) {
			d.Relation = graph.Implements
		}
		d.Severity = Major
		b.keep(d)
		b.depth[n] = 1
	}
	slices.SortStableFunc(b.found, func(x, y *Dependent) int { return x.Depth - y.Depth })
}

// inInterface reports whether a node is an interface or a member of one.
func (b *builder) inInterface(n graph.Node) bool {
	p := b.Parent(n)
	return b.Element(n).Type == facts.Interface || p != graph.None && b.Element(p).Type == facts.Interface
}

// files groups the dependents by file. The files with the highest severity come first.
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
		f.Impact = sentence(f)
		out[i] = *f
	}
	slices.SortFunc(out, func(a, b File) int {
		return cmp.Or(int(b.Severity)-int(a.Severity), a.MinDepth-b.MinDepth, cmp.Compare(a.Path, b.Path))
	})
	return out
}
