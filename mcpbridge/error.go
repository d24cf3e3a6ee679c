package mcpbridge

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Kind classifies a failure to run a tool or read a resource. A tool that ran and said no is not a
// failure: see [Result.IsError].
type Kind int

const (
	// KindInternal is a defect of the bridge itself.
	KindInternal Kind = iota
	// KindServerNotFound names a server that is not configured.
	KindServerNotFound
	// KindToolNotFound names a tool that no server, or not this one, offers.
	KindToolNotFound
	// KindResourceNotFound names a URI that no server lists or has a template for,
	// or a resource that this server says it does not have: [Error.RPC] then holds
	// its words.
	KindResourceNotFound
	// KindTemplateNotFound means that no server, or not this one, offers that
	// resource template.
	KindTemplateNotFound
	// KindMalformedURI means that the URI is none: Err is a *URIError.
	KindMalformedURI
	// KindServerUnavailable means that the child is down, starting or restarting.
	// While it is down after a process ended, Err is that failure, an *Error as for
	// KindServerParked.
	KindServerUnavailable
	// KindServerParked means that the crash budget is spent. Err is the failure
	// that spent it, an *Error (so errors.As on what Unwrap returns finds it):
	//   - KindSpawnFailed: it cannot be started. Unwrapping further finds
	//     fs.ErrNotExist for a missing program or folder, fs.ErrPermission for one
	//     that may not be used.
	//   - KindHandshakeFailed: it runs but does not complete the handshake.
	//   - KindServerExited: it ends, during the handshake if its Stage is
	//     StageSpawn, later if StageChild.
	KindServerParked
	// KindSpawnFailed means that the child could not be started at all: command
	// not found, not executable, bad folder.
	KindSpawnFailed
	// KindHandshakeFailed means that no common MCP revision was found or the
	// server did not answer the handshake.
	KindHandshakeFailed
	// KindServerExited means that the child died, or its pipes closed, while the
	// call was open.
	KindServerExited
	// KindOverloaded means that the queue is full.
	KindOverloaded
	// KindDeadlineExceeded and KindCanceled mean that the caller's context ended.
	KindDeadlineExceeded
	KindCanceled
	// KindProtocol means that the child's answer broke JSON-RPC or MCP.
	KindProtocol
	// KindResponseTooLarge means that the child's answer was over MaxLineBytes.
	KindResponseTooLarge
	// KindRPC means that the child answered with another JSON-RPC error: see
	// [Error.RPC].
	KindRPC
	// KindTransientResult means that the tool's error text reads as transient and
	// the call may be repeated; [Error.Result] holds the answer to give when it
	// will not be.
	KindTransientResult
	// KindClosed means that the bridge is closing.
	KindClosed
)

// Stage is where in its way a call was when it failed.
type Stage string

const (
	StageRoute Stage = "route"  // finding the server and tool
	StageQueue Stage = "queue"  // waiting for a free slot
	StageSpawn Stage = "start"  // waiting for the process and its handshake
	StageWrite Stage = "write"  // waiting for the request to be written
	StageChild Stage = "server" // waiting for the answer
	// StageList is of a [ServerProblem] only.
	StageList Stage = "list" // listing what the server offers
)

// RPCError is the error member of a JSON-RPC response, as the child sent it.
type RPCError struct {
	Code    int64
	Message string
	Data    json.RawMessage
}

// Error is for operators.
func (e *RPCError) Error() string { return fmt.Sprintf("JSON-RPC error %d: %s", e.Code, e.Message) }

// Error says why a call, or a read, could not be carried out.
//
// Its text is for operators; it never holds a child's stderr or environment.
type Error struct {
	Kind   Kind
	Server string
	// Tool that was called, or URI that was read.
	Tool, URI string
	Stage     Stage
	// Written says that the request, or a part of it, had reached the child's
	// stdin: the tool may have run.
	Written bool
	// Repeatable says that running the tool again does no harm, by the operator's
	// word or a trusted annotation. A read never does any.
	Repeatable bool
	// RetryIn is when a further attempt may succeed; zero: unknown.
	RetryIn time.Duration
	// RPC is set for KindRPC and, where the server said so, KindResourceNotFound.
	RPC *RPCError
	// Result is set for KindTransientResult.
	Result *Result
	// Err is the cause, if any.
	Err error
}

// Error is for operators.
func (e *Error) Error() string {
	var text strings.Builder
	if e.Server != "" {
		fmt.Fprintf(&text, "server %q: ", e.Server)
	}
	if e.Tool != "" {
		fmt.Fprintf(&text, "tool %q: ", e.Tool)
	}
	if e.URI != "" {
		fmt.Fprintf(&text, "resource %q: ", e.URI)
	}
	text.WriteString(e.Kind.String())
	if e.Stage != "" {
		fmt.Fprintf(&text, " (stage %s)", e.Stage)
	}
	if e.RPC != nil {
		fmt.Fprintf(&text, ": %v", e.RPC)
	} else if e.Err != nil {
		fmt.Fprintf(&text, ": %v", e.Err)
	}
	return text.String()
}

// Unwrap returns the cause: for [KindRPC] the *[RPCError], for an ended context
// its error.
func (e *Error) Unwrap() error {
	if e.RPC != nil {
		return e.RPC
	}
	return e.Err
}

// String names the kind in words.
func (k Kind) String() string {
	switch k {
	case KindServerNotFound:
		return "no such server"
	case KindToolNotFound:
		return "no such tool"
	case KindResourceNotFound:
		return "no such resource"
	case KindTemplateNotFound:
		return "no such resource template"
	case KindMalformedURI:
		return "the URI is malformed"
	case KindServerUnavailable:
		return "server is unavailable"
	case KindServerParked:
		return "server is parked after repeated failures"
	case KindSpawnFailed:
		return "server cannot be started"
	case KindHandshakeFailed:
		return "handshake failed"
	case KindServerExited:
		return "server exited"
	case KindOverloaded:
		return "too many calls are waiting"
	case KindDeadlineExceeded:
		return "deadline exceeded"
	case KindCanceled:
		return "canceled"
	case KindProtocol:
		return "the answer broke the protocol"
	case KindResponseTooLarge:
		return "the answer is too large"
	case KindRPC:
		return "the server answered with an error"
	case KindTransientResult:
		return "the tool failed in passing"
	case KindClosed:
		return "the bridge is closed"
	default:
		return "internal error"
	}
}
