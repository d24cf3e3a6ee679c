package mcpbridge

import (
	"encoding/json"
	"time"
)

// Call is a request to run a tool once.
type Call struct {
	// Server is the configured name; empty: the server that the bare name is bound to.
	Server string
	// Tool is the MCP name of the tool.
	Tool string
	// Arguments is one JSON object; it is not validated. Empty: no arguments member. It
	// must not change, not even after CallTool has returned: a canceled request may still
	// be in a queue.
	Arguments json.RawMessage
	// Principal separates callers under SharingPerPrincipal.
	Principal string
	// OnProgress and OnLog, if set, get the call's notifications in order, on one
	// goroutine, all of them before CallTool returns. They must not block for long: when
	// the bounded buffer is full, older progress is dropped in favor of newer.
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

// Log is a notifications/message that arrived while a call was open. MCP does not define to
// which call it belongs: if several calls are open on an instance, each of them gets it.
type Log struct {
	Level  string
	Logger string
	Data   json.RawMessage
}

// Result is the result of a tool, or the contents of a resource.
type Result struct {
	// Raw is the result member of the response, byte for byte.
	Raw json.RawMessage
	// IsError means that the result is a tool error (isError in Raw): the tool ran and
	// reported a failure.
	IsError bool
	// Server is the name of the server that ran the call.
	Server string
	// ProtocolVersion is the MCP revision of the session.
	ProtocolVersion string
	// QueueTime is the time until the request was written (queue, start, write),
	// ServerTime the time from then to the response.
	QueueTime, ServerTime time.Duration
}
