package pool

import (
	"context"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
)

// Sharing determines which callers may use the same instance.
type Sharing string

// The values of Sharing.
const (
	SharingShared       Sharing = "shared"        // all callers
	SharingPerPrincipal Sharing = "per_principal" // the calls of one principal
	SharingPerCall      Sharing = "per_call"      // one call
)

// Config configures a Pool. There are no defaults: every field is used as it is.
type Config struct {
	Transport transport.Transport
	// Session configures the sessions; its Known is not used.
	Session  session.Options
	Catalog  Catalog
	Observer Observer
	Output   *outputlog.Log
	// Spawn runs a function on a goroutine of its own. It reports false, without
	// running the function, when the bridge is closing.
	Spawn func(func()) bool

	Sharing Sharing
	// Instances is the number of instances with SharingShared.
	Instances int
	// MaxInFlight bounds the concurrent calls of one instance. With SharingPerCall, it
	// bounds the instances. MaxQueue bounds the calls that wait for a free place;
	// 0 means that no call waits.
	MaxInFlight, MaxQueue int
	// MaxPrincipals bounds the instances of SharingPerPrincipal, 0: no bound.
	MaxPrincipals int
	// IdleTimeout stops the instance of a principal that made no call for that time.
	IdleTimeout time.Duration
	// StartTimeout bounds start, handshake and listing of an instance together.
	StartTimeout time.Duration
	// PingInterval is the time without a liveness signal after which an instance with
	// open calls is pinged. After PingFailures pings without a response, the instance
	// is replaced.
	PingInterval time.Duration
	PingFailures int
	Backoff      backoff.Policy
}

// Catalog keeps the tools and resources of the upstream. Its methods may be called
// concurrently. A list whose session ends meanwhile returns the error of that session.
type Catalog interface {
	// ListTools and ListResources request the lists from the server of a session and
	// store them. After an error the previous lists remain.
	ListTools(ctx context.Context, sess *session.Session) error
	ListResources(ctx context.Context, sess *session.Session) error
	// ToolsListedAt returns the time of the last successful ListTools, or zero. The
	// Pool calls it while it holds its lock.
	ToolsListedAt() time.Time
}

// Observer is notified of changes. The Pool calls the methods without holding its lock,
// possibly concurrently.
type Observer interface {
	// Started means that an instance is ready for calls.
	Started()
	// WentDown means that an instance failed and will be restarted.
	WentDown(Down)
	// Changed means that the state of an instance changed in another way.
	Changed()
}

// Down describes an instance that failed.
type Down struct {
	Failure *Error
	// State is StateBackoff or StateParked, RetryIn the delay before the next start.
	State   State
	RetryIn time.Duration
	// Output is the end of its diagnostic output.
	Output []outputlog.Entry
	// StartFailed means that the first start of the upstream ended with this failure.
	StartFailed bool
}
