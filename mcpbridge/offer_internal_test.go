package mcpbridge

import (
	"testing"
	"time"
)

// TestToolNameBytes: a name that is no UTF-8 could not be sent to callers, nor back
// to its server once it was repaired.
func TestToolNameBytes(t *testing.T) {
	t.Parallel()
	s := newBridge(Config{Servers: []ServerConfig{{Name: "a"}}}).servers[0]
	for name, usable := range map[string]bool{"a\ufffdb": true, "a\xffb": false, `a\ud800b`: false} {
		if _, err := s.readTool([]byte(`{"name":"` + name + `","inputSchema":{}}`)); (err == nil) != usable {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestPublish: only a list that differs from the last is told.
func TestPublish(t *testing.T) {
	t.Parallel()
	b := newBridge(Config{Servers: []ServerConfig{{Name: "a"}}})
	changes, cancel := b.Subscribe()
	defer cancel()
	list := func(digests ...string) *offer {
		out := &offer{at: time.Now()}
		for _, digest := range digests {
			out.tools = append(out.tools, &Tool{Name: digest, Digest: digest})
		}
		return out
	}
	for i, step := range []struct {
		next *offer
		told bool
	}{
		{list(), true}, // its first
		{list(), false},
		{list("1"), true},
		{list("1"), false},
		{list("2"), true},
		{list("2", "3"), true},
		{list("2", "3"), false},
	} {
		b.servers[0].publish(step.next)
		if got := len(changes) > 0; got != step.told {
			t.Errorf("step %d: told %t", i, got)
		}
		select {
		case <-changes:
		default:
		}
	}
}
