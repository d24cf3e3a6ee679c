package mcpbridge

import (
	"encoding/json"
	"time"
)

// Call asks for one run of a tool.
type Call struct {
	// Server is the configured name; empty: the server that the bare name is
	// bound to.
	Server string
	// Tool is the MCP name of the tool.
	Tool string
	// Arguments is one JSON object without line breaks, already validated. Empty
	// means no arguments member. They must not change, not even after CallTool has
	// returned: a request that was given up may still be on its way.
	Arguments json.RawMessage
	// Principal separates callers under SharingPerPrincipal.
	Principal string
	// OnProgress and OnLog, when set, take the call's notifications in order, on
	// one goroutine, all of them before CallTool returns. They must not block for
	// long: when the bounded buffer between them and the child is full, older
	// progress is dropped in favour of newer.
	OnProgress func(Progress)
	OnLog      func(Log)
}

// Progress is a notifications/progress of a call.
type Progress struct {
	Progress float64
	// Total is nil when unknown.
	Total   *float64
	Message string
}

// Log is a notifications/message that arrived while a call was open. Where
// several calls are open on one child, MCP does not say to which it belongs: each
// of them gets it.
type Log struct {
	Level  string
	Logger string
	Data   json.RawMessage
}

// Result is a tool's answer, or the contents of a resource.
type Result struct {
	// Raw is the result member of the response, byte for byte.
	Raw json.RawMessage
	// IsError is the tool's own no (isError in Raw).
	IsError bool
	// Server that answered.
	Server string
	// ProtocolVersion spoken with it.
	ProtocolVersion string
	// QueueTime passed before the request was written (queue, spawn, write),
	// ServerTime from then to the answer.
	QueueTime, ServerTime time.Duration
}
