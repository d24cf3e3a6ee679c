package mcpbridge

import (
	"context"
	"errors"
)

var errRepeated = errors.New("it is listed twice")

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

// resolve finds the owner of a bare name.
func (b *Bridge) resolve(ctx context.Context, tool string) (*server, *Error) {
	s, err := b.tools.find(ctx, tool)
	if s == nil && err == nil {
		err = b.nowhere(tool)
	}
	return s, err
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
