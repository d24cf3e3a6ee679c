package mcpbridge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/coderef-system/coderefd/mcpbridge/internal/names"
)

// Catalog returns the tools of a server, or of all servers if server is empty. It waits
// for a first start, at most until [Config.SettleTimeout] has passed since Open or for
// the server's StartTimeout. It does not wait for a restart: the tools are then those
// listed last. If the wait ends early, by SettleTimeout or by ctx, the servers that are
// not ready are in [Catalog.Unavailable]. Every error is an [*Error].
func (b *Bridge) Catalog(ctx context.Context, server string) (*Catalog, error) {
	if b.life.Err() != nil {
		return nil, &Error{Kind: KindClosed, Server: server, Err: errClosing}
	}
	upstreams, err := b.upstreamsNamed(server)
	if err != nil {
		return nil, err
	}
	out := &Catalog{}
	for _, u := range upstreams {
		if err := u.await(ctx, u.settled(), b.settleOver); err != nil && err.Kind == KindClosed {
			return nil, err
		}
	}
	b.tools.Claim()
	for _, u := range upstreams {
		out.Tools = append(out.Tools, b.toolsOf(u)...)
		if problem := u.problem(); problem != nil {
			out.Unavailable = append(out.Unavailable, ServerProblem{Server: u.cfg.Name, State: u.state(), Err: problem})
		}
	}
	out.Shadowed = shadowed(b.tools)
	out.Revision = revision(out.Tools)
	return out, nil
}

// Tool returns the definition of one tool. If server is empty, it is the server that the
// bare name is bound to. Every error is an [*Error].
func (b *Bridge) Tool(ctx context.Context, server, name string) (*Tool, error) {
	u, tool, err := b.route(ctx, server, name)
	if err != nil {
		return nil, err
	}
	return b.withBinding(u, tool), nil
}

func (b *Bridge) toolsOf(u *upstream) []*Tool {
	tools := u.tools.Load().tools
	out := make([]*Tool, len(tools))
	for i, tool := range tools {
		out[i] = b.withBinding(u, tool)
	}
	return out
}

// withBinding returns a copy of a tool with Bound set.
func (b *Bridge) withBinding(u *upstream, tool *Tool) *Tool {
	out := *tool
	out.Bound = b.tools.Owner(tool.Name) == u
	return &out
}

// revision returns a digest of a list of tools.
func revision(tools []*Tool) string {
	sum := sha256.New()
	for _, t := range tools {
		fmt.Fprintf(sum, "%q %q %s %t %t\n", t.Server, t.Name, t.Digest, t.Bound, t.Repeatable)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// shadowed converts the shadowed names of a table.
func shadowed(table *names.Table[*upstream]) []ShadowedName {
	shadows := table.Shadows()
	out := make([]ShadowedName, len(shadows))
	for i, s := range shadows {
		out[i] = ShadowedName{Name: s.Name, Owner: s.Owner.cfg.Name}
		for _, other := range s.Others {
			out[i].Others = append(out[i].Others, other.cfg.Name)
		}
	}
	return out
}
