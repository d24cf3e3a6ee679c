package graph

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Resolve sets the references of a file, resolved to a depth. It drops edges to declarations
// that the graph does not contain.
func (g *Graph) Resolve(r *facts.File, depth facts.Depth) {
	f := g.fileAt(r.Path)
	if f == nil {
		return
	}
	refs := &references{depth: depth, heritage: map[Node][]Node{}}
	g.addEdges(f, r, refs)
	for _, h := range r.Heritage {
		of, known := g.target(h.Of)
		n, ok := g.declaration(f, h.Decl)
		if ok && known && of != none && n != of && !slices.Contains(refs.heritage[n], of) {
			refs.heritage[n] = append(refs.heritage[n], of)
		}
	}
	for i := range r.Unresolved {
		if u, ok := g.unresolvedOf(f, &r.Unresolved[i]); ok {
			refs.unresolved = append(refs.unresolved, u)
		}
	}
	refs.sort()
	g.setReferences(f, refs)
}

// addEdges adds the calls, imports and references of a file.
func (g *Graph) addEdges(f *file, r *facts.File, into *references) {
	add := func(from int, to facts.Target, e edge, by []int) {
		var ok, known bool
		e.from, ok = g.declaration(f, from)
		if e.to, known = g.target(to); !ok || !known {
			return
		}
		e.external, e.member = g.names.text(to.External), g.names.text(to.Member)
		for _, u := range by {
			if n, ok := g.declaration(f, u); ok {
				e.users = append(e.users, n)
			}
		}
		into.edges = append(into.edges, e)
	}
	for _, c := range r.Calls {
		e := edge{
			relation: Call, module: none, through: none, line: int32(c.Line), column: int32(c.Column), exact: c.Exact,
			confidence: c.Confidence,
		}
		if c.Through != nil {
			if n, known := g.target(*c.Through); known {
				e.through = n
			}
		}
		add(c.From, c.To, e, nil)
	}
	for _, i := range r.Imports {
		e := edge{
			relation: Import, module: none, through: none, line: int32(i.Line), column: int32(i.Column),
			typeOnly: i.TypeOnly, dynamic: i.Dynamic, reExportsAll: i.ReExportsAll,
		}
		for _, name := range i.ExportedAs {
			e.exportedAs = append(e.exportedAs, g.names.intern(name))
		}
		if m := g.fileAt(i.Module); m != nil {
			e.module = m.node
		}
		add(facts.ModuleLevel, i.To, e, i.Users)
	}
	for _, ref := range r.References {
		e := edge{
			module: none, through: none, line: int32(ref.Line), column: int32(ref.Column), confidence: ref.Confidence,
		}
		e.relation, e.typeOnly = relationOf(ref.Kind)
		add(ref.From, ref.To, e, nil)
	}
}

func (g *Graph) unresolvedOf(f *file, r *facts.Unresolved) (unresolved, bool) {
	u := unresolved{
		from: none, name: g.names.intern(r.Name), module: g.names.intern(r.Module), reason: r.Reason,
		line: int32(r.Line), column: int32(r.Column),
	}
	if r.Import {
		u.relation = Import
	}
	var ok bool
	if u.inside, ok = g.declaration(f, r.From); !ok {
		return u, false
	}
	if !r.Inbound {
		u.from = u.inside
	}
	for _, t := range r.Maybe {
		if to, ok := g.target(t); ok && to != none {
			u.maybe = append(u.maybe, to)
		}
	}
	return u, true
}

// declaration returns the node of a declaration of a file, or of the file.
func (g *Graph) declaration(f *file, decl int) (Node, bool) {
	switch {
	case decl == facts.ModuleLevel:
		return f.node, true
	case decl < 0 || decl >= len(f.elements):
		return none, false
	default:
		return f.elements[decl], true
	}
}

// target returns the node of a target: none for a target outside the project. ok is false if
// the graph does not contain the declaration.
func (g *Graph) target(t facts.Target) (n Node, ok bool) {
	if t.External != "" {
		return none, true
	}
	f := g.fileAt(t.File)
	if f == nil {
		return none, false
	}
	return g.declaration(f, t.Decl)
}

// setReferences sets the references of a file, nil for none, and updates the number of
// resolved files.
func (g *Graph) setReferences(f *file, refs *references) {
	for depth := range g.resolved {
		if f.resolved(facts.Depth(depth)) {
			g.resolved[depth]--
		}
	}
	f.references = refs
	for depth := range g.resolved {
		if f.resolved(facts.Depth(depth)) {
			g.resolved[depth]++
		}
	}
}

// complete reports whether all files are resolved to a depth.
func (g *Graph) complete(depth facts.Depth) bool { return g.resolved[depth] == len(g.sorted()) }
