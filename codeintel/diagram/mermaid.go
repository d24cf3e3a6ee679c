package diagram

import (
	"fmt"
	"strings"
)

// Mermaid returns the drawing as a Mermaid flowchart. Solid arrows are calls and heritage;
// dotted arrows are imports, references and possible calls. The number on an arrow is the
// number of places.
func (d *Drawing) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	d.eachCluster(func(name string, nodes []int) {
		indent := "  "
		if name != "" {
			fmt.Fprintf(&b, "  subgraph c%d[\"%s\"]\n", d.Nodes[nodes[0]].Cluster, mermaidText(name))
			indent = "    "
		}
		for _, n := range nodes {
			open, end := mermaidShape(d.Nodes[n].Type)
			fmt.Fprintf(&b, "%sn%d%s\"%s\"%s\n", indent, n, open, mermaidText(d.Nodes[n].Label), end)
		}
		if name != "" {
			b.WriteString("  end\n")
		}
	})
	for _, e := range d.Edges {
		arrow := "-->"
		if e.Possible || e.Relation == "import" || e.Relation == "reference" {
			arrow = "-.->"
		}
		fmt.Fprintf(&b, "  n%d %s%s n%d\n", e.From, arrow, e.mermaidLabel(), e.To)
	}
	for i := range d.Nodes {
		if d.Nodes[i].Focus {
			fmt.Fprintf(&b, "  style n%d stroke-width:3px\n", i)
		}
	}
	return b.String()
}

func (e *Edge) mermaidLabel() string {
	label := e.label()
	if label == "" {
		return ""
	}
	return "|" + label + "|"
}

// label returns the part of an edge that its arrow does not show.
func (e *Edge) label() string {
	switch {
	case (e.Relation == "extends" || e.Relation == "implements") && e.Count > 1:
		return fmt.Sprintf("%s %d", e.Relation, e.Count)
	case e.Relation == "extends" || e.Relation == "implements":
		return e.Relation
	case e.Count > 1:
		return fmt.Sprint(e.Count)
	}
	return ""
}

// mermaidShape returns the brackets that define the shape of a node.
func mermaidShape(elementType string) (open, end string) {
	switch elementType {
	case "folder":
		return "[(", ")]"
	case "file":
		return "[", "]"
	case "class", "interface", "type", "enum":
		return "[[", "]]"
	}
	return "(", ")"
}

// mermaidText escapes a label: characters that could end it or be interpreted as markup become
// character entities.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < ' ' || r == 0x7f:
			b.WriteByte(' ')
		case strings.ContainsRune("\"#<>&;\\`|{}[]()", r):
			fmt.Fprintf(&b, "#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// eachCluster calls do for the nodes without a cluster, with the name "", and then for each
// cluster. It skips empty groups.
func (d *Drawing) eachCluster(do func(name string, nodes []int)) {
	members := make([][]int, len(d.Clusters)+1)
	for i := range d.Nodes {
		members[d.Nodes[i].Cluster+1] = append(members[d.Nodes[i].Cluster+1], i)
	}
	for c, nodes := range members {
		switch {
		case len(nodes) == 0:
		case c == 0:
			do("", nodes)
		default:
			do(d.Clusters[c-1], nodes)
		}
	}
}
