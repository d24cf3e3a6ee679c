// Package names binds bare names to the owners that offer them: the first owner in order
// gets a name, and keeps it.
package names

import (
	"cmp"
	"iter"
	"slices"
	"sync"
)

// Config configures a [Table]. All fields are required.
type Config[O comparable] struct {
	// Owners are in order of precedence.
	Owners []O
	// Known returns a channel that is closed when the names of an owner are known, or will
	// not be known soon; Offered yields them then.
	Known   func(O) <-chan struct{}
	Offered func(O) iter.Seq[string]
	// Settled is closed when owners whose names are unknown no longer reserve names.
	Settled <-chan struct{}
}

// Table contains the owner of each bound name. It is safe for concurrent use.
type Table[O comparable] struct {
	cfg Config[O]

	mu     sync.RWMutex
	owners map[string]O
}

// New returns a table without bound names.
func New[O comparable](cfg Config[O]) *Table[O] {
	return &Table[O]{cfg: cfg, owners: make(map[string]O)}
}

// Owner returns the owner that a name is bound to, or the zero value.
func (t *Table[O]) Owner(name string) O {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.owners[name]
}

// Bind binds a name unless it is bound, and returns its owner.
func (t *Table[O]) Bind(name string, owner O) O {
	t.mu.Lock()
	defer t.mu.Unlock()
	if bound, ok := t.owners[name]; ok {
		return bound
	}
	t.owners[name] = owner
	return owner
}

// Claim binds free names to the first owner that offers them, and reports whether it bound
// any. It stops at an owner whose names are unknown, because that owner may still claim a
// name. After Settled it skips such an owner.
func (t *Table[O]) Claim() (changed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, o := range t.cfg.Owners {
		if !isClosed(t.cfg.Known(o)) {
			if !isClosed(t.cfg.Settled) {
				break
			}
			continue
		}
		for name := range t.cfg.Offered(o) {
			if _, bound := t.owners[name]; !bound {
				t.owners[name], changed = o, true
			}
		}
	}
	return changed
}

// Find returns the owner of a name, or the zero value. While the name is free, Find calls
// wait(owner, known) for each owner that may still claim it, in order. The call returns
// true when "known" or Settled is closed, or false to give up.
func (t *Table[O]) Find(name string, wait func(owner O, known <-chan struct{}) bool) O {
	var none O
	if o := t.Owner(name); o != none {
		return o
	}
	t.Claim() // an owner whose names have just become known may not have claimed them yet
	for _, o := range t.cfg.Owners {
		if owner := t.Owner(name); owner != none {
			return owner
		}
		known := t.cfg.Known(o)
		if isClosed(known) {
			continue
		}
		if !wait(o, known) {
			return none
		}
		t.Claim()
	}
	return t.Owner(name)
}

// Forget drops the names for which keep(name, owner) is false, but only if the table has
// more than limit names.
func (t *Table[O]) Forget(limit int, keep func(name string, owner O) bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.owners) <= limit {
		return
	}
	for name, owner := range t.owners {
		if !keep(name, owner) {
			delete(t.owners, name)
		}
	}
}

// Shadow is a name that owners offer while another one owns it.
type Shadow[O comparable] struct {
	Name   string
	Owner  O
	Others []O // in order of precedence
}

// Shadows returns the shadowed names in order.
func (t *Table[O]) Shadows() []Shadow[O] {
	t.mu.RLock()
	defer t.mu.RUnlock()
	others := make(map[string][]O)
	for _, o := range t.cfg.Owners {
		for name := range t.cfg.Offered(o) {
			if owner, bound := t.owners[name]; bound && owner != o {
				others[name] = append(others[name], o)
			}
		}
	}
	out := make([]Shadow[O], 0, len(others))
	for name, list := range others {
		out = append(out, Shadow[O]{Name: name, Owner: t.owners[name], Others: list})
	}
	slices.SortFunc(out, func(a, b Shadow[O]) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// isClosed reports whether a channel that is only ever closed has been closed.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
