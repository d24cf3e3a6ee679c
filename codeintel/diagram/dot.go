package diagram

import (
	"fmt"
	"strings"
)

// DOT returns the drawing in the language of Graphviz. The names of nodes are their ids; styles
// are as in [Drawing.Mermaid]. It sets newrank, because the default ranking of Graphviz fails
// if clusters depend on each other in cycles.
func (d *Drawing) DOT() string {
	var b strings.Builder
	b.WriteString("digraph coderef {\n  rankdir=LR;\n  newrank=true;\n  node [shape=box, style=rounded];\n")
	d.eachCluster(func(name string, nodes []int) {
		indent := "  "
		if name != "" {
			fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s;\n", d.Nodes[nodes[0]].Cluster, dotText(name))
			indent = "    "
		}
		for _, n := range nodes {
			at := &d.Nodes[n]
			fmt.Fprintf(&b, "%s%s [label=%s%s];\n", indent, dotText(at.ID), dotText(at.Label), dotStyle(at))
		}
		if name != "" {
			b.WriteString("  }\n")
		}
	})
	for i := range d.Edges {
		e := &d.Edges[i]
		fmt.Fprintf(&b, "  %s -> %s [class=%s%s];\n",
			dotText(d.Nodes[e.From].ID), dotText(d.Nodes[e.To].ID), dotText(e.Relation), e.dotStyle())
	}
	b.WriteString("}\n")
	return b.String()
}

func dotStyle(n *Node) string {
	style := ""
	switch n.Type {
	case "folder":
		style = ", shape=folder, style=solid"
	case "file":
		style = ", style=solid"
	case "class", "interface", "type", "enum":
		style = ", shape=component, style=solid"
	}
	if n.Focus {
		style += ", penwidth=3"
	}
	return style
}

func (e *Edge) dotStyle() string {
	style := ""
	if e.Possible || e.Relation == "import" || e.Relation == "reference" {
		style = ", style=dashed"
	}
	if label := e.label(); label != "" {
		style += ", label=" + dotText(label)
	}
	return style
}

// dotText returns a quoted string of DOT.
func dotText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
