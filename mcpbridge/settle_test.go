package mcpbridge_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// settling opens a bridge with a short SettleTimeout and two servers. The first start of the
// first one, in the given mode, does not end by itself; the second one is good.
func settling(t *testing.T, mode, param string) *mcpbridge.Bridge {
	t.Helper()
	slow := faulty(t, "slow", mode, param)
	slow.StartTimeout, slow.ProbeTimeout = time.Hour, time.Hour
	return openConfig(t, mcpbridge.Config{
		Servers:       []mcpbridge.ServerConfig{slow, faulty(t, "good", "normal")},
		SettleTimeout: 50 * time.Millisecond,
	})
}

// bound reports whether the bare name of a tool refers to the tool of this server.
func bound(t *testing.T, b *mcpbridge.Bridge, server, name string) bool {
	t.Helper()
	c, err := b.Catalog(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range c.Tools {
		if tool.Server == server && tool.Name == name {
			return tool.Bound
		}
	}
	return false
}

// TestHangingHandshake: a server whose handshake hangs does not delay calls to others.
func TestHangingHandshake(t *testing.T) {
	t.Parallel()
	b := settling(t, "hang-init", "")
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "echo bound to good", func() bool { return bound(t, b, "good", "echo") })
	c, err := b.Catalog(t.Context(), "")
	if err != nil || len(c.Unavailable) != 1 {
		t.Fatalf("Catalog = %+v, error %v, want 1 unavailable server", c, err)
	}
	if p := c.Unavailable[0]; p.Server != "slow" || p.State != mcpbridge.StateStarting ||
		p.Err.Kind != mcpbridge.KindServerUnavailable {
		t.Errorf(`unavailable = %+v, want slow in state starting, "server is unavailable"`, p)
	}
	if c, err := b.Catalog(t.Context(), "slow"); err != nil || len(c.Tools) != 0 || len(c.Unavailable) != 1 {
		t.Errorf("Catalog(slow) = %+v, error %v, want no tools and 1 unavailable server", c, err)
	}
	if got := call(t, b, "", "echo", `{}`); got.Server != "good" {
		t.Errorf("echo: got server %q, want good", got.Server)
	}
	if _, err := try(b, "ehco", `{}`); kindOf(err) != mcpbridge.KindToolNotFound {
		t.Errorf("mistyped tool: got %s, want tool not found", describe(err))
	}
	ctx, end := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer end()
	_, err = b.CallTool(ctx, mcpbridge.Call{Server: "slow", Tool: "echo"})
	if e := asError(t, err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageSpawn {
		t.Errorf("echo of slow: got %s, want deadline exceeded at stage start", describe(err))
	}
}

// TestPassedOver: a server that becomes ready late gets the names that are still free.
func TestPassedOver(t *testing.T) {
	t.Parallel()
	file := tempFile(t)
	b := settling(t, "await", file)
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "echo bound to good", func() bool { return bound(t, b, "good", "echo") })
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	call(t, b, "slow", "echo", `{}`) // waits for it
	await(t, changes, "late bound to slow", func() bool { return bound(t, b, "slow", "late") })
	if got := call(t, b, "", "echo", `{}`); got.Server != "good" {
		t.Errorf("echo after slow has started: got server %q, want good", got.Server)
	}
}
