package mcpbridge_test

import (
	"context"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

// operation is a method of the bridge that names a server.
type operation struct {
	name string
	do   func(ctx context.Context, b *mcpbridge.Bridge, server string) error
	// status means that it reads what the bridge knows, and does not need the server.
	status bool
}

func operations() []operation {
	return []operation{
		{"CallTool", func(ctx context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.CallTool(ctx, mcpbridge.Call{Server: server, Tool: "echo", Arguments: []byte(`{}`)})
			return err
		}, false},
		{"ReadResource", func(ctx context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.ReadResource(ctx, mcpbridge.Read{Server: server, URI: "res:a"})
			return err
		}, false},
		{"Tool", func(ctx context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.Tool(ctx, server, "echo")
			return err
		}, false},
		{"ResourceTemplate", func(ctx context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.ResourceTemplate(ctx, server, "t:{x}")
			return err
		}, false},
		{"Catalog", func(ctx context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.Catalog(ctx, server)
			return err
		}, false},
		{"ResourceCatalog", func(ctx context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.ResourceCatalog(ctx, server)
			return err
		}, false},
		{"Ping", func(ctx context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.Ping(ctx, server)
			return err
		}, false},
		{"Server", func(_ context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.Server(server)
			return err
		}, true},
		{"StderrTail", func(_ context.Context, b *mcpbridge.Bridge, server string) error {
			_, err := b.StderrTail(server)
			return err
		}, true},
	}
}

// TestAfterClose: every operation that needs a server fails with KindClosed and says that
// another bridge may run it; the status remains readable.
func TestAfterClose(t *testing.T) {
	t.Parallel()
	sc := offering(t, "a", "resources", faultchild.Offer{URIs: []string{"res:a"}, Templates: []string{"t:{x}"}})
	b := open(t, sc)
	for _, op := range operations() {
		if err := op.do(patient(t), b, "a"); err != nil {
			t.Errorf("%s before Close: got error %v, want none", op.name, err)
		}
	}
	if err := b.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, op := range operations() {
		err := op.do(patient(t), b, "a")
		switch {
		case op.status:
			if err != nil {
				t.Errorf("%s: got error %v, want none", op.name, err)
			}
		case kindOf(err) != mcpbridge.KindClosed || !asError(t, err).RetryElsewhere():
			t.Errorf("%s: got error %v, want kind %v before anything was written", op.name, err, mcpbridge.KindClosed)
		}
	}
	if err := b.Close(t.Context()); err != nil {
		t.Errorf("second Close: got error %v, want none", err)
	}
}
