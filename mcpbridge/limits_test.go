package mcpbridge_test

import (
	"strings"
	"testing"
)

// TestLargeArguments: large messages arrive complete, whatever else is in flight.
func TestLargeArguments(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	for _, n := range []int{10, 16 << 10, 64 << 10, 3 << 20} {
		text := strings.Repeat("y", n)
		if got := call(t, b, "", "echo", `{"text":"`+text+`"}`); string(got.Raw) != `{"content":[{"type":"text","text":"`+text+`"}]}` {
			t.Errorf("echo of %d bytes: got a result of %d bytes, want the same text", n, len(got.Raw))
		}
	}
}
