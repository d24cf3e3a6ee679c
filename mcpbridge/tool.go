package mcpbridge

import "encoding/json"

// Tool is a tool as its server defines it.
type Tool struct {
	Server       string
	Name         string
	Title        string
	Description  string
	InputSchema  json.RawMessage
	OutputSchema json.RawMessage // nil when none
	Annotations  Annotations
	// Definition is the whole definition as the server sent it, Digest its
	// SHA-256 in hex over the canonical form (RFC 8785).
	Definition json.RawMessage
	Digest     string
	// Bound says that the bare name reaches this tool; if not, the server has to
	// be named.
	Bound bool
	// Repeatable is the bridge's verdict on running it twice.
	Repeatable bool
}

// Annotations are a server's own, untrusted hints on a tool. A nil hint was not
// given; MCP's defaults are readOnly false, destructive true, idempotent false,
// openWorld true.
type Annotations struct {
	Title           string
	ReadOnlyHint    *bool
	DestructiveHint *bool
	IdempotentHint  *bool
	OpenWorldHint   *bool
}

// Catalog is what the servers offer at one moment.
type Catalog struct {
	// Tools sorted by server in configuration order, then by name.
	Tools []*Tool
	// Unavailable servers, whose tools are missing here or are those last seen.
	Unavailable []ServerProblem
	// Shadowed are bare names that more than one server offers.
	Shadowed []ShadowedName
	// Revision changes when, and only when, Tools do.
	Revision string
}

// ServerProblem says why a server's tools could not be listed.
type ServerProblem struct {
	Server string
	State  State
	Err    *Error
}

// ShadowedName is a bare name, of a tool, resource or template, with several owners.
type ShadowedName struct {
	Name string
	// Owner is the server that the bare name reaches, Others need naming.
	Owner  string
	Others []string
}
