package mcpbridge_test

import (
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestLongLine: an answer over the limit fails its call and nothing else.
func TestLongLine(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.MaxLineBytes = 1 << 20
	b := open(t, sc)
	for _, tool := range []string{"big", "big_id_last"} {
		_, err := try(b, tool, `{"n":20000000}`)
		if e := asError(t, err); e.Kind != mcpbridge.KindResponseTooLarge || e.SafeToRetry() {
			t.Errorf("%s: %+v", tool, e)
		}
		call(t, b, "", "echo", `{}`)
	}
	if _, err := tryFor(b, 500*time.Millisecond, "big_no_id", `{"n":3000000}`); kindOf(err) != mcpbridge.KindDeadlineExceeded {
		t.Errorf("no id: %v", err)
	}
	if got := call(t, b, "", "big", `{"n":1000000}`); len(got.Raw) < 1_000_000 || strings.Count(string(got.Raw), "x") != 1_000_002 {
		t.Errorf("an answer under the limit came as %d bytes", len(got.Raw))
	}
	if c := counters(t, b); c.OversizedLines != 3 || c.Starts != 1 {
		t.Errorf("counters = %+v", c)
	}
}

// TestLargeArguments: large messages arrive whole, whatever else is in flight.
func TestLargeArguments(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	for _, n := range []int{10, 16 << 10, 64 << 10, 3 << 20} {
		text := strings.Repeat("y", n)
		if got := call(t, b, "", "echo", `{"text":"`+text+`"}`); string(got.Raw) != `{"content":[{"type":"text","text":"`+text+`"}]}` {
			t.Errorf("%d bytes came back as %d", n, len(got.Raw))
		}
	}
}
