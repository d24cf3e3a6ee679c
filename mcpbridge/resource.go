package mcpbridge

import (
	"github.com/coderef-system/coderefd/mcpbridge/internal/uritemplate"
)

// Resource is a resource as listed by its server.
type Resource struct {
	Server      string
	URI         string
	Name        string
	Title       string
	Description string
	MIMEType    string // empty: unknown
	// Size is in bytes, before encoding; nil: unknown.
	Size  *int64
	Hints ContentHints
	// Bound means that the bare URI refers to this resource. If not, a read has to name the
	// server.
	Bound bool

	digest [32]byte // of the definition
}

// ResourceTemplate is a resource template as listed by its server.
type ResourceTemplate struct {
	Server      string
	Template    string // RFC 6570
	Name        string
	Title       string
	Description string
	MIMEType    string // empty: unknown, or different among the resources
	Hints       ContentHints
	// Bound means that the template's text alone refers to it. If not, a request has to name
	// the server.
	Bound bool
	// Variables are in the order in which they first occur.
	Variables []TemplateVariable
	// Problem is why the template cannot be expanded or matched; empty: there is
	// none.
	Problem string

	digest [32]byte
	parsed *uritemplate.Template // nil: see Problem
}

// TemplateVariable is a variable of a resource template.
type TemplateVariable struct {
	Name string
	// Required means that the variable cannot be omitted: it is not part of a query.
	Required bool
}

// ContentHints are MCP's annotations of resources and contents. The bridge does not use them.
type ContentHints struct {
	Audience []string
	// Priority is from 0 to 1; nil: not set.
	Priority *float64
	// LastModified is the time as the server wrote it; MCP requires ISO 8601. Empty: not set.
	LastModified string
}

// Expand returns the expansion of the template with arguments, values by variable. A variable
// without a value is omitted, and a value without a variable is ignored. The template must
// have no Problem.
func (t *ResourceTemplate) Expand(arguments map[string]string) string {
	return t.parsed.Expand(arguments)
}

// Match reports whether the template can expand to uri. A template with a Problem cannot.
func (t *ResourceTemplate) Match(uri string) bool { return t.parsed != nil && t.parsed.Match(uri) }

// ResourceCatalog is the resources and templates that the servers offer at one moment.
type ResourceCatalog struct {
	// Resources are sorted by server in configuration order, then by URI; Templates by
	// server, then by their text.
	Resources []*Resource
	Templates []*ResourceTemplate
	// Unavailable are the servers whose current resources are unknown. Their resources are
	// missing above, or are those of their last successful list.
	Unavailable []ServerProblem
	// ResourcesRevision and TemplatesRevision change if and only if the lists change.
	ResourcesRevision, TemplatesRevision string
}
