package graph

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Query is one of the six queries, or a search for a path along its relations.
type Query struct {
	Relations []Relation // one relation, or all for depends-on
	Inbound   bool       // find the sources of edges to the target, not the targets of its edges
	Closure   bool       // follow edges further, up to MaxDepth
	MaxDepth  int        // in edges, of a closure or path
	// Unresolved selects the places that could not be resolved in place of the results.
	Unresolved bool
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
	Reason     string         `json:"reason,omitempty"` // why it is unresolved
	Element    *facts.Element `json:"element,omitempty"`
}

// Resolutions of a result.
const (
	Resolved   = "resolved"
	External   = "external"
	Unresolved = "unresolved" // To is the name in the source, and may be empty
)

// Possible is the value of Result.Dispatch for a call whose callee is known only at run time:
// the call names a member, and one end of the result is a member that overrides or implements
// it.
const Possible = "possible"

// Response contains the results of a query.
type Response struct {
	Results    []Result // sorted by depth and place, or in the order of the path
	Unresolved UnresolvedCounts
	Reasons    map[string]int // number of unresolved places by [facts.Reason]
}
