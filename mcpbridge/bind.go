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
// them. It stops at a server whose first start is not over: that one may still
// claim a name. A name once bound stays bound.
func (b *Bridge) bind() {
	b.bindMu.Lock()
	defer b.bindMu.Unlock()
	for _, s := range b.servers {
		if !s.settledNow() {
			return
		}
		for _, tool := range s.offer.Load().tools {
			if b.bindings[tool.Name] == nil {
				b.bindings[tool.Name] = s
			}
		}
	}
}

func (s *server) settledNow() bool {
	select {
	case <-s.settled:
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

// settle waits until a server's first start is over.
func (s *server) settle(ctx context.Context) *Error {
	select {
	case <-s.settled:
		return nil
	default:
	}
	select {
	case <-s.settled:
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
// first start of the servers, in order, that may yet claim it.
func (b *Bridge) resolve(ctx context.Context, tool string) (*server, *Error) {
	if s := b.owner(tool); s != nil {
		return s, nil
	}
	for _, s := range b.servers {
		if err := s.settle(ctx); err != nil {
			return nil, err
		}
		b.bind()
		if owner := b.owner(tool); owner != nil {
			return owner, nil
		}
	}
	return nil, b.nowhere(tool)
}

// nowhere says that no server offers a tool, or, while the tools of some server
// are unknown, why they are.
func (b *Bridge) nowhere(tool string) *Error {
	for _, s := range b.servers {
		if s.offer.Load().listed() {
			continue
		}
		if problem := s.problem(); problem != nil {
			return problem
		}
	}
	return &Error{Kind: KindToolNotFound, Tool: tool, Stage: StageRoute}
}

// tool returns a server's definition of a tool.
func (s *server) tool(ctx context.Context, name string) (*Tool, *Error) {
	if tool := s.offer.Load().byName[name]; tool != nil {
		return tool, nil
	}
	if err := s.settle(ctx); err != nil {
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
