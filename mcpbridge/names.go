package mcpbridge

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
)

// names binds the bare names of one kind (tools, resources, templates) to upstreams. A
// bound name stays bound.
type names struct {
	upstreams []*upstream // in configuration order
	// settleOver is Bridge.settleOver.
	settleOver <-chan struct{}
	// known is closed when the names of an upstream are known, or will not be known
	// soon; offered yields them then.
	known   func(*upstream) <-chan struct{}
	offered func(*upstream) iter.Seq[string]

	mu     sync.RWMutex
	owners map[string]*upstream
}

// owner returns the upstream that a name is bound to, or nil.
func (n *names) owner(name string) *upstream {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.owners[name]
}

// set binds a name, unless it is bound, and returns its owner.
func (n *names) set(name string, u *upstream) *upstream {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.owners[name] == nil {
		n.owners[name] = u
	}
	return n.owners[name]
}

// claim binds free names to the first upstream in configuration order that offers them,
// and reports whether it bound any. It stops at an upstream whose names are unknown,
// because that one may still claim a name. After SettleTimeout it skips such an upstream.
func (n *names) claim() (changed bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, u := range n.upstreams {
		if !isClosed(n.known(u)) {
			if !isClosed(n.settleOver) {
				break
			}
			continue
		}
		for name := range n.offered(u) {
			if n.owners[name] == nil {
				n.owners[name], changed = u, true
			}
		}
	}
	return changed
}

// find returns the owner of a name, or nil. While the name is free, find waits in order
// for the upstreams that may still claim it, until SettleTimeout has passed.
func (n *names) find(ctx context.Context, name string) (*upstream, *Error) {
	if u := n.owner(name); u != nil {
		return u, nil
	}
	n.claim() // an upstream that has just listed may not have claimed its names yet
	for _, u := range n.upstreams {
		if owner := n.owner(name); owner != nil {
			return owner, nil
		}
		if isClosed(n.known(u)) {
			continue
		}
		if err := u.await(ctx, n.known(u), n.settleOver); err != nil {
			return nil, err
		}
		n.claim()
	}
	return n.owner(name), nil
}

// forget drops the names for which keep is false if there are more than limit.
func (n *names) forget(limit int, keep func(name string, owner *upstream) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.owners) <= limit {
		return
	}
	for name, owner := range n.owners {
		if !keep(name, owner) {
			delete(n.owners, name)
		}
	}
}

// shadowed returns the names that an upstream offers while another one owns them.
func (n *names) shadowed() []ShadowedName {
	n.mu.RLock()
	defer n.mu.RUnlock()
	others := make(map[string][]string)
	for _, u := range n.upstreams {
		for name := range n.offered(u) {
			if owner := n.owners[name]; owner != nil && owner != u {
				others[name] = append(others[name], u.cfg.Name)
			}
		}
	}
	out := make([]ShadowedName, 0, len(others))
	for name, servers := range others {
		out = append(out, ShadowedName{Name: name, Owner: n.owners[name].cfg.Name, Others: servers})
	}
	slices.SortFunc(out, func(a, b ShadowedName) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
