package resolve

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// renumberer moves a part to other lines and to other declaration numbers.
type renumberer struct {
	lines int
	file  string // file of the part
	since []Renumbering
	ok    bool // every declaration has a number
}

// Move returns the part after its statement moved by a number of lines and after the
// given renumberings of declarations. ok is false if it refers to a declaration that no
// longer has a number.
func (p *Part) Move(lines int, file string, since []Renumbering) (q Part, ok bool) {
	m := renumberer{lines: lines, file: file, since: since, ok: true}
	q = m.part(p)
	return q, m.ok
}

func (m *renumberer) part(p *Part) Part {
	if m.lines == 0 && len(m.since) == 0 {
		return *p
	}
	q := Part{Resolved: true, depth: p.depth, uses: slices.Clone(p.uses)}
	q.Calls, q.Unresolved = slices.Clone(p.Calls), slices.Clone(p.Unresolved)
	q.Heritage, q.References = slices.Clone(p.Heritage), slices.Clone(p.References)
	for i := range q.Calls {
		c := &q.Calls[i]
		c.Line, c.From, c.To = c.Line+m.lines, m.decl(c.From), m.target(c.To)
		if c.Through != nil {
			through := m.target(*c.Through)
			c.Through = &through
		}
	}
	for i := range q.Unresolved {
		u := &q.Unresolved[i]
		u.From, u.Maybe = m.decl(u.From), m.targets(u.Maybe)
	}
	for i := range q.Heritage {
		h := &q.Heritage[i]
		h.Decl, h.Of = m.decl(h.Decl), m.target(h.Of)
	}
	for i := range q.References {
		r := &q.References[i]
		r.Line, r.From, r.To = r.Line+m.lines, m.decl(r.From), m.target(r.To)
	}
	for i := range q.uses {
		u := &q.uses[i]
		u.from, u.targets = m.decl(u.from), m.targets(u.targets)
		if u.inside != nil {
			inside := *u.inside
			inside.Line, inside.To = inside.Line+m.lines, m.target(inside.To)
			inside.Users = slices.Clone(inside.Users)
			for j := range inside.Users {
				inside.Users[j] = m.decl(inside.Users[j])
			}
			u.inside = &inside
		}
	}
	return q
}

func (m *renumberer) targets(all []facts.Target) []facts.Target {
	out := slices.Clone(all)
	for i := range out {
		out[i] = m.target(out[i])
	}
	return out
}

func (m *renumberer) target(t facts.Target) facts.Target {
	if t.External == "" {
		t.Decl = m.number(t.File, t.Decl)
	}
	return t
}

func (m *renumberer) decl(decl int) int { return m.number(m.file, decl) }

func (m *renumberer) number(file string, decl int) int {
	for i := range m.since {
		if r := &m.since[i]; decl != facts.ModuleLevel && r.File == file {
			if decl = r.Now[decl]; decl < 0 {
				m.ok = false
				return facts.ModuleLevel
			}
		}
	}
	return decl
}

// Renumbering maps the old declaration indexes of a file to the new ones. An index is
// -1 if the declaration was removed or cannot be identified.
type Renumbering struct {
	File string
	Now  []int
}
