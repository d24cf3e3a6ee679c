package graph

import "slices"

// direct returns the edges at the target itself.
func (g *Graph) direct(target Node, q Query) []step {
	var steps []step
	for _, relation := range q.Relations {
		switch {
		case relation == Call && q.Inbound:
			steps = append(steps, g.calls(g.objects(target), g.in)...)
		case relation == Call:
			steps = append(steps, g.calls(g.subjects(target), g.out)...)
		case q.Inbound:
			steps = append(steps, g.importsOf(target)...)
		default:
			steps = append(steps, g.importsBy(target)...)
		}
	}
	for i := range steps {
		steps[i].depth = 1
	}
	return steps
}

// calls picks the calls among the edges of some nodes: those of g.out for what
// they call, of g.in for what calls them.
func (g *Graph) calls(nodes []Node, edges [][]int32) []step {
	var steps []step
	for _, n := range nodes {
		for _, i := range edges[n] {
			if e := &g.edges[i]; e.relation == Call {
				steps = append(steps, step{edge: i, from: e.from, to: e.to})
			}
		}
	}
	return steps
}

// importsBy returns what a file imports, or which of its file's imports an
// element and its members use.
func (g *Graph) importsBy(target Node) []step {
	var steps []step
	if g.isFile(target) {
		for _, i := range g.out[target] {
			if e := &g.edges[i]; e.relation == Import {
				steps = append(steps, step{edge: i, from: target, to: e.to})
			}
		}
		return steps
	}
	for _, n := range g.subjects(target) {
		for _, i := range g.users[n] {
			steps = append(steps, step{edge: i, from: n, to: g.edges[i].to})
		}
	}
	return steps
}

// importsOf returns the imports that lead to a file, or to an element through
// whatever re-exports lie between, those re-exports included.
func (g *Graph) importsOf(target Node) []step {
	var steps []step
	if g.isFile(target) {
		for _, i := range g.modules[target] {
			e := &g.edges[i]
			steps = append(steps, step{edge: i, from: e.from, to: e.to})
		}
		return steps
	}
	for _, i := range g.in[target] {
		if e := &g.edges[i]; e.relation == Import {
			steps = append(steps, step{edge: i, from: e.from, to: e.to})
		}
	}
	return append(steps, g.starExports(target)...)
}

// starExports returns the export * statements that pass an element on.
func (g *Graph) starExports(target Node) []step {
	e := g.Element(target)
	if !e.Exported || e.Name == "default" || g.parents[int(target)-len(g.files)] != none {
		return nil
	}
	var steps []step
	files := []Node{g.fileOf(target)}
	for at := 0; at < len(files); at++ {
		for _, i := range g.modules[files[at]] {
			e := &g.edges[i]
			if !e.reExportsAll || slices.Contains(files, e.from) {
				continue
			}
			steps = append(steps, step{edge: i, from: e.from, to: e.to})
			files = append(files, e.from)
		}
	}
	return steps
}
