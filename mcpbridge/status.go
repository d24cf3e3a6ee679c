package mcpbridge

import "time"

// State of a server, or of one of its processes.
type State string

const (
	StateStarting State = "starting" // spawned, handshake under way
	StateReady    State = "ready"    // waiting for calls
	StateBusy     State = "busy"     // calls in flight, signs of life seen
	StateSuspect  State = "suspect"  // pings unanswered
	StateBackoff  State = "backoff"  // down, restart scheduled
	StateParked   State = "parked"   // crash budget spent
	StateStopping State = "stopping" // going down by our will
	StateIdle     State = "idle"     // no process wanted now (per principal or call)
)

// ServerStatus is one server at one moment.
type ServerStatus struct {
	Name    string
	State   State
	Sharing Sharing
	// ProtocolVersion, ServerName, ServerVersion and Instructions are from the
	// last handshake; empty before it.
	ProtocolVersion           string
	ServerName, ServerVersion string
	Instructions              string
	Tools, Resources          int // listed last
	// LeftOutTools are the definitions in the last list that cannot be offered: not
	// readable, repeated, without a usable name, or beyond 10 000 tools.
	LeftOutTools int
	Processes    []ProcessStatus
	// Counters since the bridge opened.
	Counters Counters
	// LastError is why it last went down; nil: never. It is the failure itself
	// (KindSpawnFailed, KindHandshakeFailed or KindServerExited), whether the
	// server is parked or not: State says that. KindServerExited with StageSpawn is
	// an end during the handshake.
	LastError     *Error
	LastErrorTime time.Time
	// RetryAt is when the next start is due, zero when none is.
	RetryAt time.Time
}

// ProcessStatus is one child process.
type ProcessStatus struct {
	PID       int
	State     State
	StartTime time.Time
	InFlight  int
	Queued    int
}

// Counters count events of one server.
type Counters struct {
	Starts, Exits        uint64
	Calls                uint64
	NoiseLines           uint64 // stdout lines that were no JSON-RPC message
	OversizedLines       uint64
	StrayAnswers         uint64 // answers with an unknown, repeated or ill-typed id
	LateAnswers          uint64 // answers to calls already given up
	Cancellations        uint64 // notifications/cancelled sent
	DroppedProgress      uint64
	StderrLines          uint64
	RefusedRequests      uint64 // server-to-client requests answered with an error
	UnknownNotifications uint64 // of an unknown method, of no open call, or unreadable
}
