package mcpbridge

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
)

// names gives the bare names of one kind (tools, resources, templates) to servers.
// A name once bound stays bound.
type names struct {
	b *Bridge
	// known is closed when it is known what a server offers, or that it will not be
	// known soon; offered is what it offers then.
	known   func(*server) <-chan struct{}
	offered func(*server) iter.Seq[string]

	mu     sync.RWMutex
	owners map[string]*server
}

func (b *Bridge) newNames(known func(*server) <-chan struct{}, offered func(*server) iter.Seq[string]) *names {
	return &names{b: b, known: known, offered: offered, owners: make(map[string]*server)}
}

// owner returns the server that a name is bound to, or nil.
func (n *names) owner(name string) *server {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.owners[name]
}

// set binds a name, unless it is bound, and returns its owner.
func (n *names) set(name string, s *server) *server {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.owners[name] == nil {
		n.owners[name] = s
	}
	return n.owners[name]
}

// claim gives names to the first server in configuration order that offers them,
// and reports whether it gave any. It stops at a server of which it is not known
// what it offers: that one may still claim a name, unless SettleTimeout has passed,
// when it is passed over.
func (n *names) claim() (changed bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, s := range n.b.servers {
		if !over(n.known(s)) {
			if !over(n.b.settleOver) {
				break
			}
			continue
		}
		for name := range n.offered(s) {
			if n.owners[name] == nil {
				n.owners[name], changed = s, true
			}
		}
	}
	return changed
}

// find returns the owner of a name, or nil. While the name is free it waits, in
// order, for the servers that may yet claim it, until SettleTimeout has passed.
func (n *names) find(ctx context.Context, name string) (*server, *Error) {
	if s := n.owner(name); s != nil {
		return s, nil
	}
	n.claim() // a server that has just come up may not have got round to it
	for _, s := range n.b.servers {
		if owner := n.owner(name); owner != nil {
			return owner, nil
		}
		if over(n.known(s)) {
			continue
		}
		if err := s.await(ctx, n.known(s), n.b.settleOver); err != nil {
			return nil, err
		}
		n.claim()
	}
	return n.owner(name), nil
}

// forget drops the names that keep does not want, once there are more than limit.
func (n *names) forget(limit int, keep func(name string, owner *server) bool) {
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

// shadowed lists the names that a server offers while another owns them.
func (n *names) shadowed() []ShadowedName {
	n.mu.RLock()
	defer n.mu.RUnlock()
	others := make(map[string][]string)
	for _, s := range n.b.servers {
		for name := range n.offered(s) {
			if owner := n.owners[name]; owner != nil && owner != s {
				others[name] = append(others[name], s.cfg.Name)
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

// over reports whether a channel that is only ever closed has been.
func over(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// settle waits until a server's first start is over, or no longer than until
// enough is closed (nil: never).
func (s *server) settle(ctx context.Context, enough <-chan struct{}) *Error {
	return s.await(ctx, s.settled, enough)
}

// await waits until ready is closed, which the server's first start does, or no
// longer than until enough is closed (nil: never).
func (s *server) await(ctx context.Context, ready, enough <-chan struct{}) *Error {
	if over(ready) || over(enough) {
		return nil
	}
	select {
	case <-ready:
		return nil
	case <-enough:
		return nil
	case <-s.b.life.Done():
		return s.fault(KindClosed, StageSpawn, errClosing)
	case <-ctx.Done():
		err := contextError(ctx.Err())
		err.Server, err.Stage = s.cfg.Name, StageSpawn
		return err
	}
}
