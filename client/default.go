package client

import (
	"context"
	"sync"

	"google.golang.org/grpc/connectivity"
)

// shared is the client of the process; nil until it is needed.
var shared struct { //nolint:gochecknoglobals // one connection per process is its purpose
	sync.Mutex

	client *Client
}

// Default returns the client that the process shares. It is dialled on first use,
// and again on the next use after it was closed, like a client of Dial("")
// without options. A program need not close it.
func Default() (*Client, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.client != nil && shared.client.conn.GetState() != connectivity.Shutdown {
		return shared.client, nil
	}
	c, err := Dial("")
	if err != nil {
		return nil, err
	}
	shared.client = c
	return c, nil
}

// CallTool runs a tool by its bare name on the client of [Default]. Arguments are
// those of [Call]. It waits for the service, and fails with DEADLINE_EXCEEDED after
// [DefaultTimeout] unless ctx has a deadline. A tool error is a [*ToolError]; the
// Result is nil only if the call failed.
func CallTool(ctx context.Context, tool string, arguments any) (*Result, error) {
	c, err := Default()
	if err != nil {
		return nil, err
	}
	result, err := c.Call(ctx, Call{Tool: tool, Arguments: arguments})
	if err != nil {
		return nil, err
	}
	return result, result.Err()
}
