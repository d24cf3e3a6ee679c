package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
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

// The exit codes of run.
const (
	exitOK      = 0
	exitFailure = 1 // the server stopped with an error
	exitUsage   = 2 // the command line is invalid
)

// protocolOutput returns the standard output. It is for the protocol: other output to os.Stdout
// goes to standard error from here on.
func protocolOutput() *os.File {
	out := os.Stdout
	os.Stdout = os.Stderr
	return out
}

// run serves until stdin ends or the process gets SIGINT or SIGTERM, and returns the exit code.
// args are the arguments without the program's name. stdout gets messages of the protocol, or
// the version; everything else goes to stderr.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("coderef-mcp", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, help)
		flags.PrintDefaults()
	}
	showVersion := flags.Bool("version", false, "print the version and exit")
	options := indexFlags(flags)
	engine := engineFlags(flags)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil: // Parse has printed it
		return exitUsage
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "coderef-mcp: unexpected argument %q\n", flags.Arg(0))
		flags.Usage()
		return exitUsage
	case *showVersion:
		fmt.Fprintln(stdout, "coderef-mcp", version)
		return exitOK
	}
	tuneGC()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	logger := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	index, err := options(logger)
	if err != nil {
		fmt.Fprintln(stderr, "coderef-mcp:", err)
		return exitUsage
	}
	cli, err := engine(ctx)
	if err != nil {
		fmt.Fprintln(stderr, "coderef-mcp:", err)
		return exitUsage
	}
	cfg := mcpserver.Config{Version: version, Logger: logger, Index: index, CLI: cli}
	if err := mcpserver.Serve(ctx, cfg, stdin, stdout); err != nil {
		logger.Error("server stopped", "error", err)
		return exitFailure
	}
	return exitOK
}
