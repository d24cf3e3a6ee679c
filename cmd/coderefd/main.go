// Command coderefd serves the tools of MCP servers over a typed gRPC contract.
// See coderefd help.
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

// interruptible returns a context that the first SIGINT, SIGTERM or SIGHUP ends,
// with the signal as its cause. A second SIGINT or SIGTERM ends the process at once;
// the guard then ends its children. A second SIGHUP does nothing, because the kernel
// and the shell may each send one when a terminal closes.
func interruptible() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		cancel(cli.NewSignalError(<-signals))
		for s := range signals {
			if s != syscall.SIGHUP {
				os.Exit(cli.NewSignalError(s).ExitCode())
			}
		}
	}()
	return ctx
}
