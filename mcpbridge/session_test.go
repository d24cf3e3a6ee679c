package mcpbridge_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestEras opens sessions with servers of each era.
func TestEras(t *testing.T) {
	t.Parallel()
	tests := []struct {
		mode, pin string
		version   string // empty: the handshake fails
		problem   string
	}{
		{mode: "normal", version: "2025-11-25"},
		{mode: "modern", version: "2026-07-28"},
		{mode: "old", version: "2024-11-05"},
		{mode: "modern-dual", version: "2025-06-18"},
		{mode: "modern-slow", version: "2026-07-28"},
		{mode: "discover-silent", version: "2025-11-25"},
		{mode: "discover-late", version: "2025-11-25"},
		{mode: "pinned", pin: "2025-03-26", version: "2025-03-26"},
		{mode: "modern", pin: "2026-07-28", version: "2026-07-28"},
		{mode: "normal", pin: "2025-03-26", problem: "no common MCP revision"},
		{mode: "normal", pin: "2026-07-28", problem: "server/discover"},
		{mode: "modern-other", problem: "2027-01-01"},
		{mode: "version-2099", problem: "2099-01-01"},
		{mode: "cursor-loop", problem: "too long or repeats a cursor"},
		{mode: "init-exit", problem: "exit status 5"},
	}
	for _, tt := range tests {
		t.Run(tt.mode+tt.pin, func(t *testing.T) {
			t.Parallel()
			sc := faulty(t, "a", tt.mode)
			sc.ProtocolVersion = tt.pin
			switch tt.mode { // the others respond, however slow the machine is
			case "discover-silent", "discover-late", "modern-slow":
				sc.ProbeTimeout = 50 * time.Millisecond
			}
			sc.Backoff.Initial, sc.Backoff.Max = time.Hour, time.Hour
			b := open(t, sc)
			c, err := b.Catalog(t.Context(), "a")
			if err != nil {
				t.Fatal(err)
			}
			status := b.Servers()[0]
			if status.ProtocolVersion != tt.version {
				t.Errorf("version = %q, want %q", status.ProtocolVersion, tt.version)
			}
			if tt.problem == "" {
				call(t, b, "", "echo", `{}`)
				if _, err := b.Ping(t.Context(), "a"); err != nil {
					t.Error(err)
				}
				return
			}
			if len(c.Unavailable) != 1 || !strings.Contains(c.Unavailable[0].Err.Error(), tt.problem) {
				t.Errorf("unavailable = %+v, want %q", c.Unavailable, tt.problem)
			}
			if _, err := b.Ping(t.Context(), "a"); err == nil {
				t.Error("Ping of a server that is down: got no error, want one")
			}
		})
	}
}

// TestProbeKills: a server that exits during the probe is restarted without one.
func TestProbeKills(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "discover-exit"))
	retry(t, b, "echo")
	if c := counters(t, b); c.Starts != 2 {
		t.Errorf("%d starts, want 2", c.Starts)
	}
}

// TestEmptyCursor: only the absence of nextCursor ends a list.
func TestEmptyCursor(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "pages"))
	c, err := b.Catalog(t.Context(), "")
	if err != nil || len(c.Tools) != 2 || c.Tools[0].Name != "first" || c.Tools[1].Name != "second" {
		t.Errorf("Catalog = %+v, error %v, want the tools first and second", c, err)
	}
}

// TestModernMeta: each request of the modern era has the three required members of _meta.
func TestModernMeta(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "modern"))
	got := string(call(t, b, "", "params", `{"text":"x"}`).Raw)
	want := `{"params":{"name":"params","arguments":{"text":"x"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"test","version":"0"}}}}`
	if got != want {
		t.Errorf("params = %s\nwant     %s", got, want)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	var got []mcpbridge.Progress
	_, err := b.CallTool(t.Context(), mcpbridge.Call{
		Tool: "progress", Arguments: []byte(`{"n":40}`),
		OnProgress: func(p mcpbridge.Progress) { got = append(got, p) },
	})
	if err != nil || len(got) != 40 {
		t.Fatalf("%d notifications before the result, error %v, want 40 and no error", len(got), err)
	}
	for i, p := range got {
		if p.Progress != float64(i+1) || p.Total == nil || *p.Total != 40 || p.Message != "m" {
			t.Errorf("progress %d = %+v, want %d of 40 with message m", i, p, i+1)
		}
	}
}

// TestLogLevelWithoutResponse: a server that does not respond to logging/setLevel does not
// delay a call past its deadline.
func TestLogLevelWithoutResponse(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "no-level"))
	call(t, b, "", "echo", `{}`)
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			_, err := b.CallTool(ctx, mcpbridge.Call{Tool: "echo", Arguments: []byte(`{}`), OnLog: func(mcpbridge.Log) {}})
			if err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
}

func TestLogs(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"normal", "modern"} {
		b := open(t, faulty(t, "a", mode))
		var got []mcpbridge.Log
		result, err := b.CallTool(t.Context(), mcpbridge.Call{
			Tool: "log", OnLog: func(l mcpbridge.Log) { got = append(got, l) },
		})
		if err != nil || len(got) != 1 || got[0].Level != "info" || got[0].Logger != "l" || string(got[0].Data) != `{"a":1}` {
			t.Errorf(`%s: logs = %+v, error %v, want one of level info, logger l, data {"a":1}`, mode, got, err)
		} else if mode == "normal" && string(result.Raw) != `{"level":{"level":"info"}}` {
			t.Errorf("the child was asked for %s, want the level info", result.Raw)
		}
	}
}
