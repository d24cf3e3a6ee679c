package incremental

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/resolve"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Edit relates two versions of a file. The parts of unchanged statements are kept,
// unless a statement mentions a name whose meaning may have changed.
type Edit struct {
	before, Now *summary.File
	// Names are the names whose meaning in the file may have changed. Complete means that they
	// cover all effects of the edit.
	Names    map[string]bool
	Complete bool

	previous []int // for every statement, its index in the old version, or -1
}

// NewEdit compares the statements of two versions of a file. It does not set Names and Complete.
func NewEdit(before, now *summary.File) Edit {
	e := Edit{before: before, Now: now}
	old, new := before.Source.Statements.Nodes, now.Source.Statements.Nodes
	e.previous = make([]int, len(new))
	first := 0
	for first < len(old) && first < len(new) && summary.SameStatement(before, old[first], now, new[first]) {
		e.previous[first] = first
		first++
	}
	last := 1
	for last <= len(old)-first && last <= len(new)-first && summary.SameStatement(before, old[len(old)-last], now,
		new[len(new)-last]) {
		e.previous[len(new)-last] = len(old) - last
		last++
	}
	for i := first; i <= len(new)-last; i++ {
		e.previous[i] = -1
	}
	return e
}

// newTouch returns an edit that changes the meaning of names but not the text of the
// file.
func newTouch(t *summary.File, names map[string]bool) Edit {
	e := Edit{before: t, Now: t, Names: names, Complete: true, previous: make([]int, len(t.Source.Statements.Nodes))}
	for i := range e.previous {
		e.previous[i] = i
	}
	return e
}

// AddNarrowed adds the names that changed statements can narrow without declaring them,
// such as assert(name).
func (e *Edit) AddNarrowed() {
	collect := func(t *summary.File, i int) {
		n := t.Source.Statements.Nodes[i]
		if n.Kind != tsgo.KindExpressionStatement {
			return
		}
		var visit func(n *tsgo.Node)
		visit = func(n *tsgo.Node) {
			switch {
			case tsgo.IsFunctionLike(n):
				return
			case n.Kind == tsgo.KindIdentifier:
				e.Names[n.Text()] = true
			}
			n.ForEachChild(func(c *tsgo.Node) bool { visit(c); return false })
		}
		if call := tsgo.SkipOuter(n.Expression()); call.Kind == tsgo.KindCallExpression {
			for _, a := range call.Arguments() {
				visit(a)
			}
		}
	}
	kept := make(map[int]bool, len(e.previous))
	for i, from := range e.previous {
		if from < 0 {
			collect(e.Now, i)
		}
		kept[from] = true
	}
	for i := range e.before.Source.Statements.Nodes {
		if !kept[i] {
			collect(e.before, i)
		}
	}
}

// renumbering returns the new number of each declaration, or nil if the edit did not
// change the numbers.
func (e *Edit) renumbering() *resolve.Renumbering {
	if e.before == e.Now {
		return nil
	}
	r := &resolve.Renumbering{File: e.Now.Path, Now: make([]int, len(e.before.Decls))}
	for i := range r.Now {
		r.Now[i] = -1
	}
	old, new := e.before.DeclsByStatement(), e.Now.DeclsByStatement()
	taken := make([]bool, len(e.Now.Decls))
	match := func(a, b []int) {
		if len(a) != len(b) {
			return
		}
		for i := range a {
			if r.Now[a[i]] < 0 && !taken[b[i]] && e.before.Decls[a[i]].Name == e.Now.Decls[b[i]].Name {
				r.Now[a[i]], taken[b[i]] = b[i], true
			}
		}
	}
	for i, from := range e.previous {
		if from >= 0 {
			match(old[from], new[i])
		}
	}
	left, right := map[string][]int{}, map[string][]int{}
	for i := range e.before.Decls {
		if r.Now[i] < 0 {
			left[e.before.Decls[i].Name] = append(left[e.before.Decls[i].Name], i)
		}
	}
	for i := range e.Now.Decls {
		if !taken[i] {
			right[e.Now.Decls[i].Name] = append(right[e.Now.Decls[i].Name], i)
		}
	}
	for name, a := range left {
		match(a, right[name])
	}
	for i, now := range r.Now {
		if i != now {
			return r
		}
	}
	return nil
}

// carryOver returns the parts of the new version. Parts that the edit may affect are
// unresolved. ok is false if no part can be kept.
func (e *Edit) carryOver(parts []resolve.Part, since []resolve.Renumbering) ([]resolve.Part, bool) {
	if !e.Complete || e.Now.Source.IsJS() || tsgo.IsGlobal(e.before.Source) || tsgo.IsGlobal(e.Now.Source) {
		return nil, false
	}
	touched := e.Now.Mentioning(e.Names)
	out := make([]resolve.Part, len(e.previous))
	for i, from := range e.previous {
		if from < 0 || touched[i] || !parts[from].Resolved {
			continue
		}
		line := func(t *summary.File, i int) int {
			at, _ := tsgo.LineColumnOf(t.Source, t.Source.Statements.Nodes[i].Pos())
			return at
		}
		if p, ok := parts[from].Move(line(e.Now, i)-line(e.before, from), e.Now.Path, since); ok {
			out[i] = p
		}
	}
	return out, true
}
