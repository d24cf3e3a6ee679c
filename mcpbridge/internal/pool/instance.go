package pool

import (
	"sync/atomic"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
)

// instance is a running instance of the upstream with its session.
type instance struct {
	transport.Instance
	started time.Time
	sess    *session.Session // set by the handshake
	// changes contains the changes of lists that the upstream reported.
	changes *listChanges
	// inFlight counts the calls that hold a slot. It is guarded by Pool.mu.
	inFlight int
	// abandoned is when a caller last gave up a call that the instance still
	// executes, in Unix ns; see health.go.
	abandoned atomic.Int64
}

// age is the time since the start.
func (i *instance) age() time.Duration { return time.Since(i.started) }

// abandon records that a caller gave up a call after it was sent.
func (i *instance) abandon(now time.Time) { i.abandoned.Store(now.UnixNano()) }

// listChanges are the list_changed notifications that were not yet handled. Each
// channel has room for one signal.
type listChanges struct{ tools, resources chan struct{} }

func newListChanges() *listChanges {
	return &listChanges{tools: make(chan struct{}, 1), resources: make(chan struct{}, 1)}
}

// notify handles a notification that belongs to no call and reports whether its method
// is known.
func (c *listChanges) notify(method string) bool {
	switch method {
	case "notifications/tools/list_changed":
		signal(c.tools)
	case "notifications/resources/list_changed":
		signal(c.resources)
	case "notifications/subscriptions/acknowledged":
		// Changes before the start of a subscription were not reported.
		signal(c.tools)
		signal(c.resources)
	case "notifications/resources/updated", "notifications/prompts/list_changed",
		"notifications/elicitation/complete", "notifications/tasks/status":
	default:
		return false
	}
	return true
}

// signal puts a signal into a channel with room for one.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
