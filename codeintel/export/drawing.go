package export

import (
	"cmp"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/diagram"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// drawing returns a drawing of all elements, grouped by file. Targets outside of the project are
// not drawn.
func (c *contents) drawing() *diagram.Drawing {
	d := &diagram.Drawing{Level: diagram.Elements}
	places, clusters := map[graph.Node]int{}, map[string]int{}
	for _, n := range c.nodes {
		e := c.Element(n)
		cluster, known := clusters[e.File]
		if !known {
			cluster = len(d.Clusters)
			clusters[e.File] = cluster
			d.Clusters = append(d.Clusters, e.File)
		}
		places[n] = len(d.Nodes)
		d.Nodes = append(d.Nodes, diagram.Node{ID: e.ID, Label: e.Name, Type: e.Type, Cluster: cluster})
	}
	type key struct {
		from, to int
		relation string
	}
	count := map[key]int{}
	for i := range c.edges {
		if e := &c.edges[i]; e.To != graph.None {
			count[key{places[e.From], places[e.To], e.Relation.String()}]++
		}
	}
	for k, n := range count {
		d.Edges = append(d.Edges, diagram.Edge{From: k.from, To: k.to, Relation: k.relation, Count: n})
	}
	slices.SortFunc(d.Edges, func(a, b diagram.Edge) int {
		return cmp.Or(a.From-b.From, a.To-b.To, cmp.Compare(a.Relation, b.Relation))
	})
	return d
}
