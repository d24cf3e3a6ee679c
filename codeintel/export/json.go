package export

import (
	"encoding/json"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// schemaVersion is the version of the JSON format. It increases when a field is removed or
// changes its meaning.
const schemaVersion = "1.0.0"

type document struct {
	SchemaVersion string          `json:"schemaVersion"`
	Generator     string          `json:"generator"`
	Digest        string          `json:"digest"` // of the contents of the project
	Precision     facts.Precision `json:"precision"`
	Nodes         []node          `json:"nodes"`
	Edges         []edge          `json:"edges"`
	Statistics    statistics      `json:"statistics"`
}

type node struct {
	facts.Element
	Parent string `json:"parent,omitempty"`
}

type edge struct {
	From       string `json:"from"`
	To         string `json:"to"` // an id, or package#name
	Relation   string `json:"relation"`
	File       string `json:"file"`
	Line       int    `json:"line"`
	Column     int    `json:"column"`
	Resolution string `json:"resolution"`
	Confidence string `json:"confidence"`
	Member     string `json:"member,omitempty"`
	TypeOnly   bool   `json:"typeOnly,omitempty"`
	Dynamic    bool   `json:"dynamic,omitempty"`
	ReExports  bool   `json:"reExports,omitempty"`
}

type statistics struct {
	NodeCount   int            `json:"nodeCount"`
	EdgeCount   int            `json:"edgeCount"`
	NodesByType map[string]int `json:"nodesByType"`
	EdgesByType map[string]int `json:"edgesByType"`
}

func (c *contents) json() ([]byte, error) {
	d := document{
		SchemaVersion: schemaVersion, Generator: "coderef-mcp", Digest: c.digest, Precision: c.precision,
		Nodes: make([]node, 0, len(c.nodes)), Edges: make([]edge, 0, len(c.edges)),
		Statistics: statistics{
			NodeCount: len(c.nodes), EdgeCount: len(c.edges),
			NodesByType: map[string]int{}, EdgesByType: map[string]int{},
		},
	}
	for _, n := range c.nodes {
		out := node{Element: c.Element(n)}
		if p := c.parent(n); p != graph.None {
			out.Parent = c.Element(p).ID
		}
		d.Nodes = append(d.Nodes, out)
		d.Statistics.NodesByType[out.Type]++
	}
	for i := range c.edges {
		out := c.edge(&c.edges[i])
		d.Edges = append(d.Edges, out)
		d.Statistics.EdgesByType[out.Relation]++
	}
	return json.Marshal(d)
}

func (c *contents) edge(e *graph.Edge) edge {
	out := edge{
		From: c.Element(e.From).ID, To: e.External, Relation: e.Relation.String(),
		File: c.Element(e.File).File, Line: e.Line, Column: e.Column,
		Resolution: graph.External, Confidence: e.Confidence.String(), Member: e.Member,
		TypeOnly: e.TypeOnly, Dynamic: e.Dynamic, ReExports: e.ReExports,
	}
	if e.To != graph.None {
		out.To, out.Resolution = c.Element(e.To).ID, graph.Resolved
	}
	return out
}
