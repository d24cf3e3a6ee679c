package graph

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Query is one of the six queries, or a search for a path along its relation.
type Query struct {
	Relations []Relation // one, or all for depends-on
	Inbound   bool       // find the sources of edges to the target, not the targets of its edges
	Closure   bool       // follow edges further, up to MaxDepth
	MaxDepth  int
}

// Depth returns the depth to which the query needs files resolved.
func (q Query) Depth() facts.Depth {
	depth := facts.CallsAndImports
	for _, r := range q.Relations {
		depth = max(depth, r.depth())
	}
	return depth
}

// Result is one edge.
type Result struct {
	From       string         `json:"from"`
	To         string         `json:"to"`
	Relation   string         `json:"relation"`
	File       string         `json:"file"`
	Line       int            `json:"line"`
	Column     int            `json:"column"`
	Depth      int            `json:"depth"`
	Resolution string         `json:"resolution"`
	Confidence string         `json:"confidence"`
	Dispatch   string         `json:"dispatch,omitempty"`
	TypeOnly   bool           `json:"type_only,omitempty"`
	Dynamic    bool           `json:"dynamic,omitempty"`
	Member     string         `json:"member,omitempty"`
	Element    *facts.Element `json:"element,omitempty"`
}

// Resolutions of a result.
const (
	Resolved = "resolved"
	External = "external"
)

// Possible is the Dispatch of a call that leads to what the result's element
// overrides or implements, or of such a call of what overrides it.
const Possible = "possible"

// Answer is the result of a query.
type Answer struct {
	Results    []Result // ordered by depth and place; of a path, in its order
	Unresolved UnresolvedCounts
}
