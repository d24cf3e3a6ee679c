package mcpbridge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Catalog lists what a server offers, or all of them if server is empty. It waits
// for a server that is in its first start, at most until [Config.SettleTimeout]
// has passed since Open or for its StartTimeout, and never for a restart: then the
// tools are those last seen. When the wait ends before, by that time or by ctx,
// the servers that are not up yet are among [Catalog.Unavailable].
func (b *Bridge) Catalog(ctx context.Context, server string) (*Catalog, error) {
	if b.life.Err() != nil {
		return nil, &Error{Kind: KindClosed, Server: server, Err: errClosing}
	}
	servers, err := b.serversNamed(server)
	if err != nil {
		return nil, err
	}
	out := &Catalog{}
	for _, s := range servers {
		if err := s.settle(ctx, b.settleOver); err != nil && err.Kind == KindClosed {
			return nil, err
		}
	}
	b.tools.claim()
	for _, s := range servers {
		out.Tools = append(out.Tools, b.toolsOf(s)...)
		if problem := s.problem(); problem != nil {
			out.Unavailable = append(out.Unavailable, ServerProblem{Server: s.cfg.Name, State: s.state(), Err: problem})
		}
	}
	out.Shadowed = b.tools.shadowed()
	out.Revision = revision(out.Tools)
	return out, nil
}

// Tool returns one tool's definition. An empty server means the one that the bare
// name is bound to.
func (b *Bridge) Tool(ctx context.Context, server, name string) (*Tool, error) {
	s, tool, err := b.route(ctx, server, name)
	if err != nil {
		return nil, err
	}
	return b.withBinding(s, tool), nil
}

func (b *Bridge) toolsOf(s *server) []*Tool {
	tools := s.offer.Load().tools
	out := make([]*Tool, len(tools))
	for i, tool := range tools {
		out[i] = b.withBinding(s, tool)
	}
	return out
}

// withBinding returns a copy that says whether the bare name reaches the tool.
func (b *Bridge) withBinding(s *server, tool *Tool) *Tool {
	out := *tool
	out.Bound = b.tools.owner(tool.Name) == s
	return &out
}

func revision(tools []*Tool) string {
	sum := sha256.New()
	for _, t := range tools {
		fmt.Fprintf(sum, "%q %q %s %t %t\n", t.Server, t.Name, t.Digest, t.Bound, t.Repeatable)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
