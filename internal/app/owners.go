package app

import (
	"context"
	"sync/atomic"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

// owners maps bare tool names to servers. It is used by every call, so it reads from memory and never waits
// for a server.
type owners struct {
	names atomic.Pointer[map[string]string]
}

// of returns the server of a tool, or "" if it is unknown.
func (o *owners) of(tool string) string {
	if names := o.names.Load(); names != nil {
		return (*names)[tool]
	}
	return ""
}

// catalog is the part of the bridge that owners uses.
type catalog interface {
	server.Servers
	Catalog(ctx context.Context, server string) (*mcpbridge.Catalog, error)
}

// follow updates the map after each change of the catalog, until ctx ends.
func (o *owners) follow(ctx context.Context, bridge catalog) {
	changes, cancel := bridge.Subscribe()
	defer cancel()
	for {
		if c, err := bridge.Catalog(ctx, ""); err == nil {
			o.set(c)
		}
		select {
		case <-ctx.Done():
			return
		case _, open := <-changes:
			if !open {
				return
			}
		}
	}
}

func (o *owners) set(c *mcpbridge.Catalog) {
	names := map[string]string{}
	for _, tool := range c.Tools {
		if tool.Bound {
			names[tool.Name] = tool.Server
		}
	}
	o.names.Store(&names)
}
