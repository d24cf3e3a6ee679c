package app

import (
	"context"
	"sync/atomic"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

// owners knows which server each bare tool name reaches. It is asked on every
// call, so it answers from memory and never waits for a server.
type owners struct {
	names atomic.Pointer[map[string]string]
}

// of returns the owner; "" when it is not known.
func (o *owners) of(tool string) string {
	if names := o.names.Load(); names != nil {
		return (*names)[tool]
	}
	return ""
}

// catalog is what the bridge offers here.
type catalog interface {
	server.Servers
	Catalog(ctx context.Context, server string) (*mcpbridge.Catalog, error)
}

// follow keeps up with the catalog until ctx ends.
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
