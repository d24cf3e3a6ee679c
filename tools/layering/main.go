package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	dir := flag.String("dir", "..", "folder in which the package patterns are resolved, relative to tools")
	verbose := flag.Bool("v", false, "print the order of the files, and the references from later files to earlier ones")
	maxRatio := flag.Float64("max", 1, "largest allowed share of references from a later file to an earlier one, 0 to 1")
	maxFiles := flag.Int("files", 0, "largest allowed number of non-test files in a package; 0 means no limit")
	flag.Parse()

	graphs, err := load(*dir, flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "layering: %v\n", err)
		os.Exit(2)
	}
	limits := limits{ratio: *maxRatio, files: *maxFiles}
	if !report(os.Stdout, graphs, limits, *verbose) {
		os.Exit(1)
	}
}
