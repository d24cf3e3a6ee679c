// Command coderef-mcp is a stdio MCP server with code-intelligence tools for projects on this
// machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/coderef-system/coderefd/codeintel/mcpserver"
)

const help = `coderef-mcp is an MCP server on standard input and output with code-intelligence tools.
TypeScript, JavaScript, Go and Python are resolved; Rust, Java, C, C++ and C# are only parsed.
An MCP client or coderefd starts it; it is not for interactive use. Tools:
  coderef_scan        lists the declarations of a project
  coderef_query       finds what an element calls, imports or depends on, and what uses the element
  coderef_impact      estimates the impact and the risk of changing an element
  coderef_complexity  measures the complexity of functions
  coderef_patterns    finds routes, handlers, duplicates, functions without tests, and other patterns
  coderef_coverage    reports test coverage
  coderef_context     describes a project within a token budget
  coderef_validate    checks the references in comments
  coderef_drift       compares an index file with the project
  coderef_diagram     draws a project
  coderef_tag         writes references into source files as comments
  coderef_export      writes the graph of a project to a file
Resources (coderef://projects and others) return the same data by URI, and the source of elements.
Flags:
`

func usage() {
	fmt.Fprint(flag.CommandLine.Output(), help)
	flag.PrintDefaults()
}

func main() {
	showVersion := flag.Bool("version", false, "print the version and exit")
	options := indexFlags(flag.CommandLine)
	engine := engineFlags(flag.CommandLine)
	flag.Usage = usage
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "coderef-mcp: unexpected argument %q\n", flag.Arg(0))
		usage()
		os.Exit(2)
	}
	// Standard output is for the protocol. Other output goes to standard error from here on.
	out := os.Stdout
	os.Stdout = os.Stderr
	if *showVersion {
		fmt.Fprintln(out, "coderef-mcp", version)
		return
	}
	tuneGC()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	index, err := options(logger)
	if err != nil {
		fmt.Fprintln(os.Stderr, "coderef-mcp:", err)
		os.Exit(2)
	}
	cli, err := engine(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "coderef-mcp:", err)
		os.Exit(2)
	}
	cfg := mcpserver.Config{Version: version, Logger: logger, Index: index, CLI: cli}
	if err := mcpserver.Serve(ctx, cfg, os.Stdin, out); err != nil {
		logger.Error("server stopped", "error", err)
		os.Exit(1)
	}
}
