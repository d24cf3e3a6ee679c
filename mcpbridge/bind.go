package mcpbridge

import (
	"context"
	"errors"
)

var (
	errNoName   = errors.New("the tool has no name")
	errRepeated = errors.New("the tool is listed twice")
)

// bind gives bare names to the first server in configuration order that offers
// them, and reports whether it gave any. It stops at a server whose first start
// is not over: that one may still claim a name, unless SettleTimeout has passed,
// when it is passed over. A name once bound stays bound.
func (b *Bridge) bind() (changed bool) {
	b.bindMu.Lock()
	defer b.bindMu.Unlock()
	for _, s := range b.servers {
		if !over(s.settled) {
			if !over(b.settleOver) {
				break
			}
			continue
		}
		for _, tool := range s.offer.Load().tools {
			if b.bindings[tool.Name] == nil {
				b.bindings[tool.Name], changed = s, true
			}
		}
	}
	return changed
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

// owner returns the server that a bare name is bound to, or nil.
func (b *Bridge) owner(name string) *server {
	b.bindMu.RLock()
	defer b.bindMu.RUnlock()
	return b.bindings[name]
}

// settle waits until a server's first start is over, or no longer than until
// enough is closed (nil: never).
func (s *server) settle(ctx context.Context, enough <-chan struct{}) *Error {
	if over(s.settled) || over(enough) {
		return nil
	}
	select {
	case <-s.settled:
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

// route finds the server and definition for a call.
func (b *Bridge) route(ctx context.Context, name, tool string) (*server, *Tool, *Error) {
	if b.life.Err() != nil {
		return nil, nil, &Error{Kind: KindClosed, Stage: StageRoute, Err: errClosing}
	}
	if name == "" {
		s, err := b.resolve(ctx, tool)
		if err != nil {
			return nil, nil, err
		}
		name = s.cfg.Name
	}
	s := b.byName[name]
	if s == nil {
		return nil, nil, &Error{Kind: KindServerNotFound, Server: name, Tool: tool, Stage: StageRoute}
	}
	found, err := s.tool(ctx, tool)
	return s, found, err
}

// resolve finds the owner of a bare name. While the name is free it waits for the
// first start of the servers, in order, that may yet claim it, until SettleTimeout
// has passed.
func (b *Bridge) resolve(ctx context.Context, tool string) (*server, *Error) {
	if s := b.owner(tool); s != nil {
		return s, nil
	}
	for _, s := range b.servers {
		if err := s.settle(ctx, b.settleOver); err != nil {
			return nil, err
		}
		b.bind()
		if owner := b.owner(tool); owner != nil {
			return owner, nil
		}
	}
	return nil, b.nowhere(tool)
}

// nowhere says that no server offers a tool, or, while a server whose tools are
// unknown may come up soon, why they are.
func (b *Bridge) nowhere(tool string) *Error {
	for _, s := range b.servers {
		if s.offer.Load().listed() || !s.expected() {
			continue
		}
		if problem := s.problem(); problem != nil {
			return problem
		}
	}
	return &Error{Kind: KindToolNotFound, Tool: tool, Stage: StageRoute}
}

// tool returns a server's definition of a tool. The call is for this server and no
// other, so it waits for the first start as long as it may.
func (s *server) tool(ctx context.Context, name string) (*Tool, *Error) {
	if tool := s.offer.Load().byName[name]; tool != nil {
		return tool, nil
	}
	if err := s.settle(ctx, nil); err != nil {
		return nil, err
	}
	offer := s.offer.Load()
	if tool := offer.byName[name]; tool != nil {
		return tool, nil
	}
	if offer.listed() {
		return nil, &Error{Kind: KindToolNotFound, Server: s.cfg.Name, Tool: name, Stage: StageRoute}
	}
	if problem := s.problem(); problem != nil {
		return nil, problem
	}
	// It came up this very moment.
	return nil, s.fault(KindServerUnavailable, StageSpawn, nil).again(s.cfg.Backoff.Initial)
}
