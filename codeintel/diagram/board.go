package diagram

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/graph"
)

// painter converts edges of the graph to a level.
type painter struct {
	*graph.Graph
	Options
	focus map[graph.Node]bool
}

// board contains all nodes and edges of one level, before the node limit is applied.
type board struct {
	painter *painter
	nodes   map[string]*Node
	edges   map[edgeKey]*boardEdge
}

type edgeKey struct{ from, to, relation string }

type boardEdge struct {
	count    int
	possible bool
}

// lift returns the board of a level. Edges inside one node are not drawn.
func (p *painter) lift(edges []rawEdge, level Level) *board {
	b := &board{painter: p, nodes: map[string]*Node{}, edges: map[edgeKey]*boardEdge{}}
	for _, e := range edges {
		from, to := b.node(e.from, level), b.node(e.to, level)
		if from == to {
			continue
		}
		key := edgeKey{from.ID, to.ID, e.relation.String()}
		at := b.edges[key]
		if at == nil {
			at = &boardEdge{possible: true}
			b.edges[key] = at
			from.degree++
			to.degree++
		}
		at.count++
		at.possible = at.possible && e.possible
	}
	for n := range p.focus { // drawn even without edges
		b.node(n, level)
	}
	return b
}

// node returns the node of a level that represents a node of the graph.
func (b *board) node(n graph.Node, level Level) *Node {
	p := b.painter
	out := Node{node: n, Cluster: -1}
	switch {
	case level == Folders:
		dir := shorten(path.Dir(p.Element(n).File), p.Depth, p.focus != nil)
		out.ID, out.Label, out.Type = dir, dir, "folder"
	case level == Files || p.IsFile(n):
		out.node = p.FileOf(n)
		e := p.Element(out.node)
		out.ID, out.Label, out.Type = e.ID, e.File, e.Type
	default:
		e := p.Element(n)
		out.ID, out.Label, out.Type = e.ID, e.Name, e.Type
	}
	at := b.nodes[out.ID]
	if at == nil {
		at = &out
		b.nodes[out.ID] = at
	}
	at.Focus = at.Focus || p.focus[n]
	return at
}

// shorten cuts the path of a folder to a number of levels, unless whole is set.
func shorten(dir string, levels int, whole bool) string {
	if whole {
		return dir
	}
	parts := strings.Split(dir, "/")
	return strings.Join(parts[:min(len(parts), max(levels, 1))], "/")
}

// around keeps the nodes that are at most depth edges away from the focus, in either direction.
func (b *board) around(depth int) {
	next := map[string][]string{}
	for key := range b.edges {
		next[key.from] = append(next[key.from], key.to)
		next[key.to] = append(next[key.to], key.from)
	}
	steps := map[string]int{}
	var queue []string
	for id, n := range b.nodes {
		if n.Focus {
			steps[id] = 0
			queue = append(queue, id)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := steps[queue[0]]
		if at == depth {
			continue
		}
		for _, id := range next[queue[0]] {
			if _, seen := steps[id]; !seen {
				steps[id] = at + 1
				queue = append(queue, id)
			}
		}
	}
	for id := range b.nodes {
		if _, near := steps[id]; !near {
			delete(b.nodes, id)
		}
	}
	for key := range b.edges {
		if b.nodes[key.from] == nil || b.nodes[key.to] == nil {
			delete(b.edges, key)
		}
	}
}

// draw applies the node limit: it keeps the focus first, then the nodes with the most edges.
func (b *board) draw(level Level) *Drawing {
	all := make([]*Node, 0, len(b.nodes))
	for _, n := range b.nodes {
		all = append(all, n)
	}
	slices.SortFunc(all, func(x, y *Node) int {
		return cmp.Or(compareBool(y.Focus, x.Focus), y.degree-x.degree, cmp.Compare(x.ID, y.ID))
	})
	kept := all[:min(len(all), b.painter.MaxNodes)]
	slices.SortFunc(kept, func(x, y *Node) int { return cmp.Compare(x.ID, y.ID) })
	d := &Drawing{Level: level, OmittedNodes: len(all) - len(kept)}
	places := make(map[string]int, len(kept))
	for i, n := range kept {
		places[n.ID] = i
		n.Cluster = d.cluster(b.clusterOf(n, level))
		d.Nodes = append(d.Nodes, *n)
	}
	for key, e := range b.edges {
		from, ok := places[key.from]
		to, too := places[key.to]
		if !ok || !too {
			d.OmittedEdges++
			continue
		}
		d.Edges = append(d.Edges, Edge{From: from, To: to, Relation: key.relation, Count: e.count, Possible: e.possible})
	}
	slices.SortFunc(d.Edges, func(x, y Edge) int {
		return cmp.Or(x.From-y.From, x.To-y.To, cmp.Compare(x.Relation, y.Relation))
	})
	return d
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}

// clusterOf returns the name of a node's cluster, or "" for none.
func (b *board) clusterOf(n *Node, level Level) string {
	file := b.painter.Element(n.node).File
	switch by := b.painter.Cluster; {
	case by == None, level == Folders:
		return ""
	case by == ByFolder, by == ByDefault && level == Files:
		return path.Dir(file)
	case level == Elements:
		return file
	default:
		return ""
	}
}

// cluster returns the index of a cluster, which it adds if necessary; -1 for no name.
func (d *Drawing) cluster(name string) int {
	if name == "" {
		return -1
	}
	if i := slices.Index(d.Clusters, name); i >= 0 {
		return i
	}
	d.Clusters = append(d.Clusters, name)
	return len(d.Clusters) - 1
}
