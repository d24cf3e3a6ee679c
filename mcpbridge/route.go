package mcpbridge

import (
	"context"

	"github.com/coderef-system/coderefd/mcpbridge/internal/names"
)

// route finds the upstream and definition for a call.
func (b *Bridge) route(ctx context.Context, name, tool string) (*upstream, *Tool, *Error) {
	if b.life.Err() != nil {
		return nil, nil, closedError(StageRoute)
	}
	if name == "" {
		u, err := b.resolve(ctx, tool)
		if err != nil {
			return nil, nil, err
		}
		name = u.cfg.Name
	}
	u := b.byName[name]
	if u == nil {
		return nil, nil, &Error{Kind: KindServerNotFound, Server: name, Tool: tool, Stage: StageRoute}
	}
	found, err := u.tool(ctx, tool)
	return u, found, err
}

// resolve finds the owner of a bare name.
func (b *Bridge) resolve(ctx context.Context, tool string) (*upstream, *Error) {
	u, err := b.owner(ctx, b.tools, tool)
	if u == nil && err == nil {
		err = b.toolNotFound(tool)
	}
	return u, err
}

// owner returns the upstream that a name is bound to, or nil. While the name is free, it
// waits for the upstreams that may still claim it.
func (b *Bridge) owner(ctx context.Context, of *names.Table[*upstream], name string) (*upstream, *Error) {
	var failed *Error
	u := of.Find(name, func(u *upstream, known <-chan struct{}) bool {
		failed = u.await(ctx, known, b.settleOver)
		return failed == nil
	})
	return u, failed
}

// toolNotFound returns the error for a tool that no upstream offers or, while an
// upstream whose tools are unknown may start soon, the problem of that upstream.
func (b *Bridge) toolNotFound(tool string) *Error {
	for _, u := range b.upstreams {
		if u.tools.Load().listed() || !u.expected(b.settleOver) {
			continue
		}
		if problem := u.problem(); problem != nil {
			return problem
		}
	}
	return &Error{Kind: KindToolNotFound, Tool: tool, Stage: StageRoute}
}

// tool returns an upstream's definition of a tool. The caller named the upstream, so the
// call waits for its first start until ctx ends.
func (u *upstream) tool(ctx context.Context, name string) (*Tool, *Error) {
	if tool := u.tools.Load().byName[name]; tool != nil {
		return tool, nil
	}
	if err := u.await(ctx, u.settled(), nil); err != nil {
		return nil, err
	}
	list := u.tools.Load()
	if tool := list.byName[name]; tool != nil {
		return tool, nil
	}
	if list.listed() {
		return nil, &Error{Kind: KindToolNotFound, Server: u.cfg.Name, Tool: name, Stage: StageRoute}
	}
	if problem := u.problem(); problem != nil {
		return nil, problem
	}
	return nil, u.unavailable(StageSpawn)
}
