// Command coderefd puts MCP servers behind a typed gRPC contract: see
// coderefd help.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/coderef-system/coderefd/internal/cli"
)

// version is set by the linker.
var version string

// commit is set by the linker.
var commit string //nolint:gochecknoglobals // the linker can set nothing else

func main() {
	ctx := interruptible()
	os.Exit(cli.Run(ctx, cli.Program{
		Version: version,
		Commit:  commit,
		Path:    os.Args[0],
		Args:    os.Args[1:],
		Environ: os.Environ(),
		Stdin:   os.Stdin,
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
	}))
}

// interruptible returns a context that the first SIGINT or SIGTERM ends, with the
// signal as its cause. The second ends the process at once; the guard then ends
// its children.
func interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		cancel(cli.NewSignalError(<-signals))
		os.Exit(cli.NewSignalError(<-signals).ExitCode())
	}()
	return ctx
}
