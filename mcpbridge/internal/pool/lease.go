package pool

import (
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// Lease is the slot of one call on an instance. Release must be called once.
type Lease struct {
	group *group
	inst  *instance
	// AwaitedStart means that the call waited for an instance to start.
	AwaitedStart bool
}

// Session is the session of the instance.
func (l Lease) Session() *session.Session { return l.inst.sess }

// Abandon records that the caller gave up a request after it was sent.
func (l Lease) Abandon() { l.inst.abandon(time.Now()) }

// Release gives the slot back.
func (l Lease) Release() {
	l.group.mu.Lock()
	defer l.group.mu.Unlock()
	l.inst.inFlight--
	l.group.leases--
	l.group.refresh()
}
