package mcpbridge

import (
	"log/slog"
	"testing"
	"time"
)

// TestToolNameBytes: a name that is not UTF-8 cannot be sent to callers, and a repaired
// name could not be sent back to its server.
func TestToolNameBytes(t *testing.T) {
	t.Parallel()
	cfg := &ServerConfig{Name: "a"}
	for name, usable := range map[string]bool{"a\ufffdb": true, "a\xffb": false, `a\ud800b`: false} {
		if _, err := readTool(cfg, []byte(`{"name":"`+name+`","inputSchema":{}}`)); (err == nil) != usable {
			t.Errorf("%q: got error %v, want usable %t", name, err, usable)
		}
	}
}

// TestPublishTools: subscribers are signaled only when a list differs from the last one.
func TestPublishTools(t *testing.T) {
	t.Parallel()
	b := newBridge(Config{Servers: []ServerConfig{{Name: "a"}}}, slog.New(slog.DiscardHandler), nil)
	changes, cancel := b.Subscribe()
	defer cancel()
	list := func(digests ...string) *toolList {
		out := &toolList{listedAt: time.Now()}
		for _, digest := range digests {
			out.tools = append(out.tools, &Tool{Name: digest, Digest: digest})
		}
		return out
	}
	for i, step := range []struct {
		next     *toolList
		signaled bool
	}{
		{list(), true}, // the first list
		{list(), false},
		{list("1"), true},
		{list("1"), false},
		{list("2"), true},
		{list("2", "3"), true},
		{list("2", "3"), false},
	} {
		b.upstreams[0].publishTools(step.next)
		if got := len(changes) > 0; got != step.signaled {
			t.Errorf("step %d: got signaled %t, want %t", i, got, step.signaled)
		}
		select {
		case <-changes:
		default:
		}
	}
}
