package main

import (
	"fmt"
	"runtime"
	"strings"
)

const intro = `# Speed of the code-intelligence server

Written by ` + "`make bench-engine`" + `. The sides of a comparison ran alternately on one machine, and their
medians are compared. The ratios apply to other machines too, the times do not. Goals are judged on medians. The time
of a query is from writing the request to the last byte of the response, over MCP on standard input and output. The
settings are the defaults, except that the cache on disk is off.
`

// report returns the table as Markdown.
func (b *bench) report() string {
	var out strings.Builder
	out.WriteString(intro)
	fmt.Fprintf(&out, "\nMachine: %d processors, %s/%s.", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	for _, c := range b.packages {
		fmt.Fprintf(&out, " %s: %d files, %d lines.", c.name, c.files, c.lines)
	}
	fmt.Fprintf(&out, " Seed %d, %d targets, %d repetitions.\n\n", b.seed, b.targets, b.repeat)
	out.WriteString("| job | project | coderef-mcp | peer | figure | goal | verdict |\n|---|---|---|---|---|---|---|\n")
	for _, r := range b.rows {
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s |\n",
			r.job, r.corpus, r.ours, r.theirs, r.figure, r.goal, r.met)
	}
	return out.String()
}
