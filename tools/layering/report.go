package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// limits are the bounds that every package must keep.
type limits struct {
	ratio float64 // largest share of references against the order
	files int     // largest number of files; 0 means no limit
}

// report prints one row per package and reports whether all keep the limits.
// With verbose set, the order and the references against it follow each row.
func report(w io.Writer, graphs []graph, limits limits, verbose bool) bool {
	var exceeded []string
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "files\treferences\tagainst\tratio\t  package")
	for _, g := range graphs {
		order := g.order()
		against := g.against(order)
		ratio := 0.0
		if edges := g.edges(); edges > 0 {
			ratio = float64(len(against)) / float64(edges)
		}
		fmt.Fprintf(table, "%d\t%d\t%d\t%.2f\t  %s\n", len(g.files), g.edges(), len(against), ratio, g.pkg)
		if verbose {
			_ = table.Flush()
			g.printDetails(w, order, against)
		}
		if ratio > limits.ratio {
			exceeded = append(exceeded, fmt.Sprintf(
				"%s: %.2f of the references point against the order, the limit is %.2f", g.pkg, ratio, limits.ratio))
		}
		if limits.files > 0 && len(g.files) > limits.files {
			exceeded = append(exceeded, fmt.Sprintf("%s: %d files, the limit is %d", g.pkg, len(g.files), limits.files))
		}
	}
	_ = table.Flush()
	for _, line := range exceeded {
		fmt.Fprintln(w, line)
	}
	return len(exceeded) == 0
}

// printDetails prints the order, top layer first, and the references against it.
func (g graph) printDetails(w io.Writer, order []int, against [][2]int) {
	for _, file := range order {
		fmt.Fprintf(w, "    %s\n", g.files[file])
	}
	for _, pair := range against {
		fmt.Fprintf(w, "    against the order: %s uses %s\n", g.files[pair[0]], g.files[pair[1]])
	}
}
