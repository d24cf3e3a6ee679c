package mcpbridge

import (
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
)

// State of a server, or of one of its instances.
type State string

// The values of State.
const (
	StateStarting = State(pool.StateStarting) // "starting": the MCP handshake is in progress
	StateReady    = State(pool.StateReady)    // "ready": no calls in flight
	StateBusy     = State(pool.StateBusy)     // "busy": calls in flight, liveness signals received
	StateSuspect  = State(pool.StateSuspect)  // "suspect": the last ping got no response
	StateBackoff  = State(pool.StateBackoff)  // "backoff": down, restart scheduled
	StateParked   = State(pool.StateParked)   // "parked": crash budget spent
	StateStopping = State(pool.StateStopping) // "stopping": stopped by the bridge
	StateIdle     = State(pool.StateIdle)     // "idle": no instance is needed (per principal or call)
)

// ServerStatus is a server at one moment.
type ServerStatus struct {
	Name    string
	State   State
	Sharing Sharing
	// ProtocolVersion, ServerName, ServerVersion and Instructions are from the last
	// handshake; empty before it.
	ProtocolVersion           string
	ServerName, ServerVersion string
	Instructions              string
	// Tools and Resources count the definitions in the last lists.
	Tools, Resources int
	// ToolsListed reports whether the server has returned a list of tools.
	ToolsListed bool
	// OmittedTools counts the definitions in the last list that cannot be offered:
	// unreadable, duplicate, without a usable name, or beyond 10 000 tools.
	OmittedTools int
	// Instances are the running ones, in no particular order.
	Instances []InstanceStatus
	// Counters since the bridge opened.
	Counters Counters
	// LastError is why an instance went down last; nil: none did. It is the failure
	// itself (KindSpawnFailed, KindHandshakeFailed or KindServerExited), whether the
	// server is parked (see State) or not. KindServerExited with StageSpawn is an end
	// during the handshake.
	LastError     *Error
	LastErrorTime time.Time
	// LastErrorReport are the facts of LastError for operators: the program and the places
	// where it was searched, its working folder, exit code or signal, stage and duration. It
	// contains no output of the server. Values of its environment are masked, except PATH.
	LastErrorReport string
	// RetryAt is when the next start is due; zero: none is.
	RetryAt time.Time
}

// InstanceStatus is a running instance of a server at one moment.
type InstanceStatus struct {
	PID       int // 0: not a local process
	State     State
	StartTime time.Time
	InFlight  int // calls
	Queued    int // calls that wait for a slot on this instance or another that serves the same callers
}

// Counters count events of one server. Those that do not apply to its transport are 0.
type Counters struct {
	Starts, Exits        uint64 // of instances
	Calls                uint64
	NoiseLines           uint64 // stdout lines that were not JSON-RPC messages
	OversizedMessages    uint64
	StrayResponses       uint64 // responses with an unknown, duplicate or ill-typed id
	LateResponses        uint64 // responses to calls that had been canceled
	Cancellations        uint64 // notifications/cancelled sent
	DroppedProgress      uint64
	StderrLines          uint64
	RefusedRequests      uint64 // server-to-client requests refused with an error
	UnknownNotifications uint64 // of an unknown method, of no open call, or unreadable
}

// Servers returns the status of every server in configuration order.
func (b *Bridge) Servers() []ServerStatus {
	out := make([]ServerStatus, len(b.upstreams))
	for i, u := range b.upstreams {
		out[i] = u.status()
	}
	return out
}

// Server returns one server's status. Its error is an [*Error].
func (b *Bridge) Server(name string) (ServerStatus, error) {
	u, err := b.upstream(name)
	if err != nil {
		return ServerStatus{}, err
	}
	return u.status(), nil
}

// StderrTail returns the last lines that a server's processes wrote to stderr, and those
// on stdout that were not messages, oldest first; lines of the process that ended last
// precede those of running ones. Lines are cut, and the values of the server's
// environment are masked. They are for operators, not for callers of tools.
func (b *Bridge) StderrTail(server string) ([]string, error) {
	u, err := b.upstream(server)
	if err != nil {
		return nil, err
	}
	return u.outputTail(), nil
}

// Subscribe returns a channel that gets a signal when the state of a server or the
// catalog has changed since the last signal was received. It is closed when the bridge
// has closed. cancel ends the subscription and may be called more than once.
func (b *Bridge) Subscribe() (changes <-chan struct{}, cancel func()) {
	return b.changes.Subscribe()
}
