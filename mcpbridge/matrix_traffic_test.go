package mcpbridge_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// respondsToTwo: one write with the responses to two calls, %a the first and %b the second,
// ends both.
func respondsToTwo(t *testing.T, mode, pin, words string) {
	c := newMatrixChild(t, mode, pin)
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	received, ended := start(ctx, c.b, "say", saying(begun))
	<-received
	words = strings.NewReplacer(
		"%a", `{"jsonrpc":"2.0","id":%p,"result":{"is":"a"}}`,
		"%b", `{"jsonrpc":"2.0","id":%s,"result":{"is":"b"}}`,
	).Replace(words)
	if second := call(t, c.b, "", "say", saying(words+"\n")); string(second.Raw) != `{"is":"b"}` {
		t.Errorf(`the second call got %s, want {"is":"b"}`, second.Raw)
	}
	c.echo(t)
	giveUp() // a call without a response by now gets none
	if first := <-ended; first.err != nil || string(first.result.Raw) != `{"is":"a"}` {
		t.Errorf(`the first call got %+v, error %v, want {"is":"a"}`, first.result, first.err)
	}
	c.want.Calls += 2
	if got := counters(t, c.b); got != c.want {
		t.Errorf("counters = %+v\nwant       %+v", got, c.want)
	}
}

// nullIDWithTwoOpen: an error without an id is assigned to no call if several are open.
func nullIDWithTwoOpen(t *testing.T) {
	c := newMatrixChild(t, "", "")
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	received, first := start(ctx, c.b, "say", saying(begun))
	<-received
	received, second := start(ctx, c.b, "say", saying(begun+`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"which?"}}`+"\n"))
	<-received
	c.echo(t)
	if n := c.b.Servers()[0].Instances[0].InFlight; n != 2 {
		t.Errorf("%d calls are open, want 2", n)
	}
	giveUp()
	for _, ended := range []<-chan outcome{first, second} {
		if got := <-ended; kindOf(got.err) != mcpbridge.KindCanceled {
			t.Errorf("call without a response: got result %+v, error %s, want canceled", got.result, describe(got.err))
		}
	}
	c.echo(t)
	c.want.Calls += 2
	c.want.StrayResponses++
	c.want.Cancellations += 2
	if got := counters(t, c.b); got != c.want || !strings.Contains(c.logged.String(), "which?") {
		t.Errorf("counters = %+v\nwant       %+v\nlog: %s", got, c.want, c.logged)
	}
}

// floodsStdout: endless noise is read, counted, and logged with a rate limit.
func floodsStdout(t *testing.T) {
	c := newMatrixChild(t, "", "")
	const lines = 5000
	got := call(t, c.b, "", "say", saying(strings.Repeat("noise\n", lines)+good))
	if string(got.Raw) != goodRaw {
		t.Errorf("result after the noise = %s, want %s", got.Raw, goodRaw)
	}
	c.echo(t)
	c.want.Calls++
	c.want.NoiseLines += lines
	if got := counters(t, c.b); got != c.want {
		t.Errorf("counters = %+v\nwant       %+v", got, c.want)
	}
	if n := strings.Count(c.logged.String(), "stream=stdout"); n == 0 || n > lines/2 {
		t.Errorf("%d of %d lines of stdout logged, want 1 to %d", n, lines, lines/2)
	}
	if ring, err := c.b.StderrTail("a"); err != nil || len(ring) == 0 || len(ring) > 200 {
		t.Errorf("StderrTail returned %d lines, error %v, want 1 to 200", len(ring), err)
	}
}

// floodsProgress: a slow consumer loses the older progress, never the last, and does not
// delay other calls: the second call gets its response, which follows the whole flood, while
// the first notification is still being handled.
func floodsProgress(t *testing.T) {
	b := open(t, faulty(t, "a", "normal"))
	const flood = 100_000
	var last float64
	var n uint64
	result, err := b.CallTool(t.Context(), mcpbridge.Call{
		Tool: "progress", Arguments: []byte(fmt.Sprintf(`{"n":%d}`, flood)),
		OnProgress: func(p mcpbridge.Progress) {
			if n++; n == 1 {
				call(t, b, "", "echo", `{}`)
			}
			if p.Progress <= last {
				t.Errorf("progress %v after %v, want a greater one", p.Progress, last)
			}
			last = p.Progress
		},
	})
	if err != nil || string(result.Raw) != `{}` || last != flood {
		t.Errorf(
			"result = %+v, error %v, last progress %v, want result {} and progress %v",
			result, err, last, float64(flood),
		)
	}
	// At most two full queues are kept: the one that was taken for delivery with the first
	// notification, and the current one.
	if n > 2*64 {
		t.Errorf("%d notifications were kept for a consumer that took none, want at most 128", n)
	}
	call(t, b, "", "echo", `{}`)
	want := mcpbridge.Counters{Starts: 1, Calls: 3, DroppedProgress: flood - n}
	if got := counters(t, b); got != want {
		t.Errorf("counters = %+v\nwant       %+v", got, want)
	}
}

// respondsAtLength: a response of n bytes fails only its call if the limit of a line is
// "below", and arrives complete if the limit is "above".
func respondsAtLength(t *testing.T, n, below, above int) {
	t.Helper()
	sc := faulty(t, "a", "normal")
	sc.MaxLineBytes = below
	b := open(t, sc)
	args := fmt.Sprintf(`{"n":%d}`, n)
	for _, tool := range []string{"big", "big_id_last"} {
		_, err := try(b, tool, args)
		if e := asError(t, err); e.Kind != mcpbridge.KindResponseTooLarge || e.Stage != mcpbridge.StageChild ||
			!e.Written || e.SafeToRetry() {
			t.Errorf(
				`%s of %d bytes: got %s, want "the response is too large" at stage server, written, not safe to retry`,
				tool, n, describe(e),
			)
		}
		call(t, b, "", "echo", `{}`)
	}
	unreadableID(t, b, args)
	want := mcpbridge.Counters{Starts: 1, Calls: 7, OversizedMessages: 3, Cancellations: 1}
	if got := counters(t, b); got != want {
		t.Errorf("counters = %+v\nwant       %+v", got, want)
	}
	sc.MaxLineBytes = above
	b = open(t, sc)
	whole := `{"content":[{"type":"text","text":"` + strings.Repeat("x", n) + `"}]}`
	for _, tool := range []string{"big", "big_id_last"} {
		if got := call(t, b, "", tool, args); string(got.Raw) != whole {
			t.Errorf("%s: got a result of %d bytes, want the %d that the child sent", tool, len(got.Raw), len(whole))
		}
	}
	call(t, b, "", "echo", `{}`)
	if got, want := counters(t, b), (mcpbridge.Counters{Starts: 1, Calls: 3}); got != want {
		t.Errorf("counters = %+v\nwant       %+v", got, want)
	}
}

// unreadableID: an oversized line without a readable id leaves its call open.
func unreadableID(t *testing.T, b *mcpbridge.Bridge, args string) {
	t.Helper()
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	_, ended := start(ctx, b, "big_no_id", args)
	poll(t, "3 oversized messages", func() bool { return counters(t, b).OversizedMessages == 3 })
	call(t, b, "", "echo", `{}`)
	if n := b.Servers()[0].Instances[0].InFlight; n != 1 {
		t.Errorf("%d calls are open, want 1", n)
	}
	giveUp()
	if got := <-ended; kindOf(got.err) != mcpbridge.KindCanceled {
		t.Errorf("call without a response: got result %+v, error %s, want canceled", got.result, describe(got.err))
	}
	call(t, b, "", "echo", `{}`)
}

// respondsOutOfOrder: the child delays the responses until it has all calls, and then sends
// them in reverse order.
func respondsOutOfOrder(t *testing.T) {
	for _, n := range []int{4, 64} {
		b := open(t, faulty(t, "a", "normal"))
		var calls sync.WaitGroup
		for i := range n {
			calls.Go(func() {
				got := call(t, b, "", "reverse", fmt.Sprintf(`{"text":"call %d","n":%d}`, i, n))
				if want := fmt.Sprintf(`{"content":[{"type":"text","text":"call %d"}]}`, i); string(got.Raw) != want {
					t.Errorf("call %d: got %s, want %s", i, got.Raw, want)
				}
			})
		}
		calls.Wait()
		if got, want := counters(t, b), (mcpbridge.Counters{Starts: 1, Calls: uint64(n)}); got != want {
			t.Errorf("counters = %+v\nwant       %+v", got, want)
		}
	}
}
