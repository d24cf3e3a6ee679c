package mcpbridge

import "encoding/json"

// Tool is a tool as defined by its server.
type Tool struct {
	Server       string
	Name         string
	Title        string
	Description  string
	InputSchema  json.RawMessage
	OutputSchema json.RawMessage // nil when none
	Annotations  Annotations
	// Definition is the whole definition as the server sent it, Digest the SHA-256 of its
	// canonical form (RFC 8785), in hex.
	Definition json.RawMessage
	Digest     string
	// Bound means that the bare name refers to this tool. If not, a call has to name the
	// server.
	Bound bool
	// Repeatable means that the tool may run twice without harm, according to the
	// operator's configuration or trusted annotations.
	Repeatable bool
}

// Annotations are a server's hints on a tool. They are not trusted by default. Nil: not set;
// MCP's defaults are readOnly false, destructive true, idempotent false, openWorld true.
type Annotations struct {
	Title           string `json:"title"`
	ReadOnlyHint    *bool  `json:"readOnlyHint"`
	DestructiveHint *bool  `json:"destructiveHint"`
	IdempotentHint  *bool  `json:"idempotentHint"`
	OpenWorldHint   *bool  `json:"openWorldHint"`
}

// Catalog is the tools that the servers offer at one moment.
type Catalog struct {
	// Tools are sorted by server in configuration order, then by name.
	Tools []*Tool
	// Unavailable are the servers whose current tools are unknown. Their tools are missing
	// above, or are those of their last successful list.
	Unavailable []ServerProblem
	// Shadowed are the bare names that more than one server offers.
	Shadowed []ShadowedName
	// Revision changes if and only if Tools change.
	Revision string
}

// ServerProblem is why a server's tools or resources could not be listed.
type ServerProblem struct {
	Server string
	State  State
	Err    *Error
}

// ShadowedName is the bare name of a tool, resource or template that several servers offer.
type ShadowedName struct {
	Name string
	// Owner is the server that the bare name refers to. A call to one of Others has to name
	// the server.
	Owner  string
	Others []string
}
