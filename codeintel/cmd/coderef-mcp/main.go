// Command coderef-mcp is an MCP server over stdio that answers questions about
// the code of projects on this machine.
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

// version is set by the linker.
var version = "dev"

const help = `coderef-mcp answers questions about the code of projects: TypeScript, JavaScript, Go and Python
are resolved; Rust, Java, C, C++ and C# are outlined.
It is an MCP server on standard input and output: an MCP client or coderefd starts
it; by hand there is nothing to see. Its tools:
  coderef_scan        lists the declarations of a project
  coderef_query       tells what an element calls, imports or depends on, and who does so with it
  coderef_impact      tells what a change of an element reaches, and how risky it is
  coderef_complexity  measures functions and finds the worst
  coderef_patterns    finds routes, handlers, duplicates, what no test reaches, and more
  coderef_coverage    tells what tests run, or what they reach
  coderef_context     briefs on a project within a token budget
  coderef_validate    checks the references in comments
  coderef_drift       finds the elements of an index again
  coderef_diagram     draws a project
  coderef_tag         writes references into the source as comments
  coderef_export      writes the whole graph into a file
Its resources (coderef://projects and others) show the same by URI, and the source of elements.
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
	// Standard output belongs to the protocol: whatever else prints goes to
	// standard error from here on.
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
	if err := mcpserver.Serve(ctx, mcpserver.Config{Version: version, Logger: logger, Index: index, CLI: cli}, os.Stdin, out); err != nil {
		logger.Error("server stopped", "error", err)
		os.Exit(1)
	}
}
