package mcpbridge

import (
	"github.com/coderef-system/coderefd/mcpbridge/internal/uritemplate"
)

// Resource is a resource as its server lists it.
type Resource struct {
	Server      string
	URI         string
	Name        string
	Title       string
	Description string
	MIMEType    string // empty: not known
	// Size in bytes before encoding; nil: not known.
	Size  *int64
	Hints ContentHints
	// Bound says that the bare URI reaches this resource; if not, the server has to
	// be named.
	Bound bool

	digest [32]byte // of the definition
}

// ResourceTemplate is a resource template as its server offers it.
type ResourceTemplate struct {
	Server      string
	Template    string // RFC 6570
	Name        string
	Title       string
	Description string
	MIMEType    string // empty: not known, or not the same for all
	Hints       ContentHints
	// Bound says that the template's text alone reaches it; if not, the server has
	// to be named.
	Bound bool
	// Variables in the order in which they first appear.
	Variables []TemplateVariable
	// Problem is why the template can be neither expanded nor matched; empty: it
	// can.
	Problem string

	digest [32]byte
	parsed *uritemplate.Template // nil: see Problem
}

// TemplateVariable is a variable of a resource template.
type TemplateVariable struct {
	Name string
	// Required says that it cannot be left out: it stands outside a query.
	Required bool
}

// ContentHints are MCP's annotations of resources and contents, for those who
// show them.
type ContentHints struct {
	Audience []string
	// Priority from 0 to 1; nil: not said.
	Priority *float64
	// LastModified as the server wrote it, meant to be ISO 8601; empty: not said.
	LastModified string
}

// Expand returns the URI that the template makes of arguments, values by variable.
// Whether they fit is the caller's business: a variable without a value is left
// out, a value without a variable does nothing. The template must have no Problem.
func (t *ResourceTemplate) Expand(arguments map[string]string) string {
	return t.parsed.Expand(arguments)
}

// Match reports whether the template has an expansion like uri. One with a Problem
// has none.
func (t *ResourceTemplate) Match(uri string) bool { return t.parsed != nil && t.parsed.Match(uri) }

// ResourceCatalog is what the servers offer to read at one moment.
type ResourceCatalog struct {
	// Resources sorted by server in configuration order, then by URI; Templates
	// likewise by their text.
	Resources []*Resource
	Templates []*ResourceTemplate
	// Unavailable servers, whose resources are missing here or are those last seen.
	Unavailable []ServerProblem
	// ResourcesRevision and TemplatesRevision change when, and only when, the lists
	// do.
	ResourcesRevision, TemplatesRevision string
}
