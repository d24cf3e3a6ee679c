package pool

import (
	"context"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
)

// health distinguishes a hung instance from a busy one.
//
// Only an instance with open calls is watched. When it has produced no output for
// interval, it is pinged. Any output, protocol or diagnostic, is a liveness signal and
// resets the count. A tool that hangs in an instance that responds to pings is ended by
// the caller's deadline and does not restart the instance.
type health struct {
	inst     *instance
	interval time.Duration
	failures int // pings without a response that make the instance count as hung
	// hasCalls reports whether calls are open; suspect shows in the state whether the
	// last ping got no response.
	hasCalls func() bool
	suspect  func(bool)

	// misses counts the consecutive pings without a response. still counts the
	// pings since the instance last used processor time.
	misses, still int
	cpu           time.Duration
}

// watch returns ErrHung when the instance has to be replaced, nil when ctx ends.
func (h *health) watch(ctx context.Context) error {
	tick := time.NewTicker(h.interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if !h.hasCalls() || h.active() || h.ping(ctx) || ctx.Err() != nil {
			h.reset()
			h.suspect(false)
			continue
		}
		h.missed()
		h.suspect(true)
		if h.misses >= h.failures && !h.working() {
			return transport.ErrHung
		}
	}
}

func (h *health) reset() {
	h.misses, h.still = 0, 0
	h.cpu, _ = h.inst.CPUTime()
}

func (h *health) missed() {
	h.misses++
	h.still++
	if used, ok := h.inst.CPUTime(); ok && used > h.cpu {
		h.cpu, h.still = used, 0
	}
}

// active reports whether there was a liveness signal within the interval.
func (h *health) active() bool { return time.Since(h.inst.Signs().LastActivity) < h.interval }

// working reports whether the instance, although silent, uses processor time for a call
// that its caller still waits for: a single-threaded server responds to no ping while
// it computes. After that caller gave up, replacing the instance loses nothing, and an
// endless loop has to end.
func (h *health) working() bool {
	return h.still < h.failures && !time.Unix(0, h.inst.abandoned.Load()).After(h.inst.Signs().LastActivity)
}

// ping reports whether the instance responded within the interval. An error response
// counts, and so does any other output; a ping that could not be sent does not.
func (h *health) ping(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, h.interval)
	defer cancel()
	before := h.inst.Signs().LastReceived
	err := h.inst.sess.Ping(ctx)
	return err == nil || jsonrpc.IsResponse(err) || h.inst.Signs().LastReceived.After(before)
}
