package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Main runs the program with the arguments, the environment, the standard streams and the signals of this
// process, and returns the exit code. See [Program] for version and commit.
func Main(version, commit string) int {
	return Run(interruptible(notified(), os.Exit), Program{
		Version: version,
		Commit:  commit,
		Path:    os.Args[0],
		Args:    os.Args[1:],
		Environ: os.Environ(),
		Stdin:   os.Stdin,
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
	})
}

// notified returns a channel that gets each SIGINT, SIGTERM and SIGHUP of this process.
func notified() <-chan os.Signal {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	return signals
}

// interruptible returns a context that the first signal ends, with a [SignalError] as its cause. For a later
// SIGINT or SIGTERM it calls exit, which ends the process at once; the guard then ends its children. A later
// SIGHUP does nothing, because the kernel and the shell may each send one when a terminal closes.
func interruptible(signals <-chan os.Signal, exit func(code int)) context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		for s := range signals {
			switch {
			case ctx.Err() == nil:
				cancel(NewSignalError(s))
			case s != syscall.SIGHUP:
				exit(NewSignalError(s).ExitCode())
			}
		}
	}()
	return ctx
}
