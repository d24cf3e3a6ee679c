package mcpbridge

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
)

// Kind classifies a call failure: a tool could not be run, or a resource could not be
// read. A tool error is not a call failure: see [Result.IsError].
type Kind int

const (
	// KindInternal is a defect of the bridge itself.
	KindInternal Kind = iota
	// KindServerNotFound means that no server with this name is configured.
	KindServerNotFound
	// KindToolNotFound means that no server, or not the named one, offers the tool.
	KindToolNotFound
	// KindResourceNotFound means that no server lists the URI or has a template for it,
	// or that the server reported that it has no such resource: [Error.RPC] is then the
	// server's error.
	KindResourceNotFound
	// KindTemplateNotFound means that no server, or not the named one, offers the
	// resource template.
	KindTemplateNotFound
	// KindMalformedURI means that the text is not a URI: Err is a *URIError.
	KindMalformedURI
	// KindServerUnavailable means that no instance is ready: the server is down,
	// starting or restarting. While the server is down after a failure, Err is that
	// failure, an *Error as for KindServerParked.
	KindServerUnavailable
	// KindServerParked means that the crash budget is spent. Err is the failure that
	// spent it, an *Error that errors.As finds in the result of Unwrap:
	//   - KindSpawnFailed: the server cannot be started. Unwrapping further finds
	//     fs.ErrNotExist for a missing program or folder, fs.ErrPermission for one
	//     that may not be used.
	//   - KindHandshakeFailed: the server runs but does not complete the handshake.
	//   - KindServerExited: the server ends: during the handshake if Stage is StageSpawn,
	//     later if Stage is StageChild.
	KindServerParked
	// KindSpawnFailed means that no instance could be started: command not found, not
	// executable, bad folder.
	KindSpawnFailed
	// KindHandshakeFailed means that the server shares no MCP revision with the bridge,
	// or sent no valid response to the handshake.
	KindHandshakeFailed
	// KindServerExited means that the instance ended, or its connection was lost, while
	// the call was open.
	KindServerExited
	// KindOverloaded means that the queue is full.
	KindOverloaded
	// KindDeadlineExceeded and KindCanceled mean that the caller's context ended.
	KindDeadlineExceeded
	KindCanceled
	// KindProtocol means that the response violated JSON-RPC or MCP.
	KindProtocol
	// KindResponseTooLarge means that the response exceeded MaxLineBytes.
	KindResponseTooLarge
	// KindRPC means that the server returned another JSON-RPC error: see [Error.RPC].
	KindRPC
	// KindTransientResult means that the text of a tool error suggests a transient
	// failure, and that the call may be repeated. [Error.Result] is the result to return
	// when it is not repeated.
	KindTransientResult
	// KindClosed means that the bridge is closing.
	KindClosed
)

// Stage is the stage in which a call failed.
type Stage string

// The values of Stage.
const (
	StageRoute Stage = "route"                // finding the server and tool
	StageQueue       = Stage(pool.StageQueue) // "queue": waiting for a slot
	StageSpawn       = Stage(pool.StageStart) // "start": waiting for an instance and its handshake
	StageWrite Stage = "write"                // waiting for the request to be written
	StageChild       = Stage(pool.StageCall)  // "server": waiting for the response
	// StageList occurs only in a [ServerProblem].
	StageList Stage = "list" // listing what the server offers
)

// RPCError is the error member of a JSON-RPC response, as the server sent it.
type RPCError struct {
	Code    int64
	Message string
	Data    json.RawMessage
}

// Error returns a text for operators.
func (e *RPCError) Error() string { return fmt.Sprintf("JSON-RPC error %d: %s", e.Code, e.Message) }

// URIError means that a text is not a URI by RFC 3986. Its text may be shown to callers.
type URIError struct{ problem string }

// Error returns a phrase that follows "the URI".
func (e *URIError) Error() string { return e.problem }

// Error is a call failure.
//
// Its text is for operators. It never contains stderr or the environment of a child
// process.
type Error struct {
	Kind   Kind
	Server string
	// Tool is the tool that was called, URI the resource that was read.
	Tool, URI string
	Stage     Stage
	// Written means that the request, or a part of it, was written to the server: the
	// tool may have run.
	Written bool
	// Repeatable means that the tool may run again without harm, according to the
	// operator's configuration or a trusted annotation. It is true for every read.
	Repeatable bool
	// RetryIn is the delay after which another attempt may succeed; zero: unknown.
	RetryIn time.Duration
	// RPC is set for KindRPC and, where the server reported it, KindResourceNotFound.
	RPC *RPCError
	// Result is set for KindTransientResult.
	Result *Result
	// Err is the cause; nil: none.
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

// Unwrap returns the cause: for [KindRPC] the *[RPCError], for an ended context its error.
func (e *Error) Unwrap() error {
	if e.RPC != nil {
		return e.RPC
	}
	return e.Err
}

// String describes the kind.
func (k Kind) String() string {
	switch k {
	case KindServerNotFound:
		return "server not found"
	case KindToolNotFound:
		return "tool not found"
	case KindResourceNotFound:
		return "resource not found"
	case KindTemplateNotFound:
		return "resource template not found"
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
		return "the response violates the protocol"
	case KindResponseTooLarge:
		return "the response is too large"
	case KindRPC:
		return "the server returned an error"
	case KindTransientResult:
		return "the tool failed transiently"
	case KindClosed:
		return "the bridge is closing"
	default:
		return "internal error"
	}
}
