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

func main() {
	showVersion := flag.Bool("version", false, "print the version and exit")
	flag.Parse()
	// Standard output belongs to the protocol: whatever else prints goes to
	// standard error from here on.
	out := os.Stdout
	os.Stdout = os.Stderr
	if *showVersion {
		fmt.Fprintln(out, "coderef-mcp", version)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := mcpserver.Serve(ctx, mcpserver.Config{Version: version, Logger: logger}, os.Stdin, out); err != nil {
		logger.Error("server stopped", "error", err)
		os.Exit(1)
	}
}
