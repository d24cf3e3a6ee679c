package main

import (
	"fmt"
	"runtime"
	"strings"
)

const intro = `# Speed of the code-intelligence server

Written by ` + "`make bench-engine`" + `. Both sides of a comparison took turns on the same machine, and their medians are
compared: the ratios hold elsewhere, the times do not. Goals are judged on medians. Times of queries are from writing the request
to the last byte of the answer, over MCP on standard input and output, default settings,
but for the cache on disk, which is off.
`

// report is the table, in Markdown.
func (b *bench) report() string {
	var out strings.Builder
	out.WriteString(intro)
	fmt.Fprintf(&out, "\nMachine: %d processors, %s/%s.", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	for _, c := range b.packages {
		fmt.Fprintf(&out, " %s: %d files, %d lines.", c.name, c.files, c.lines)
	}
	fmt.Fprintf(&out, " Seed %d, %d targets, %d repetitions.\n\n", b.seed, b.targets, b.repeat)
	out.WriteString("| job | of | coderef-mcp | peer | figure | goal | |\n|---|---|---|---|---|---|---|\n")
	for _, r := range b.rows {
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s |\n", r.job, r.corpus, r.ours, r.theirs, r.figure, r.goal, r.met)
	}
	return out.String()
}
