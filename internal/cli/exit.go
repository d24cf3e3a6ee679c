package cli

import (
	"context"
	"errors"
	"os"
	"syscall"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/internal/config"
)

// Exit codes. Scripts rely on them.
const (
	exitOK      = 0
	exitFailure = 1
	// exitUsage means that the command line is invalid.
	exitUsage = 2
	// exitToolError means that the tool ran and returned a tool error.
	exitToolError = 3
	// exitStatus is added to the number of a gRPC status code: 15 for NOT_FOUND, which is 5.
	exitStatus = 10
	// exitConfig is EX_CONFIG of sysexits.h.
	exitConfig = 78
	// exitSignal is added to the number of the signal that cut off a verb, or that cut off
	// calls in flight of the service: 130 for SIGINT, 143 for SIGTERM.
	exitSignal = 128
)

// toolError reports a tool error whose text has been printed. complete means that the text needs no further
// message.
type toolError struct {
	tool     string
	complete bool
}

func (e *toolError) Error() string { return "the tool " + e.tool + " reported an error" }

// SignalError is the cause of a context that a signal cancelled.
type SignalError struct{ signal syscall.Signal }

// NewSignalError returns the cause for a signal.
func NewSignalError(s os.Signal) *SignalError {
	number, _ := s.(syscall.Signal) // on Unix every signal is one
	return &SignalError{number}
}

// Error names the signal.
func (e *SignalError) Error() string { return e.signal.String() }

// ExitCode returns 128 plus the number of the signal, as shells do.
func (e *SignalError) ExitCode() int { return exitSignal + int(e.signal) }

// exitCode returns the exit code for the result of a verb. A signal takes precedence over the error that it
// caused. A verb that succeeds despite a signal, such as a service after a complete drain, has exit code 0.
func exitCode(ctx context.Context, err error) int {
	var (
		interrupted *SignalError
		usage       *usageError
		tool        *toolError
		bad         *config.Error
	)
	switch {
	case err == nil:
		return exitOK
	case errors.As(context.Cause(ctx), &interrupted):
		return interrupted.ExitCode()
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &bad):
		return exitConfig
	case errors.As(err, &tool):
		return exitToolError
	}
	if s, ok := status.FromError(err); ok && s.Code() != codes.OK {
		return exitStatus + int(s.Code())
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return exitStatus + int(codes.DeadlineExceeded)
	case errors.Is(err, context.Canceled):
		return exitStatus + int(codes.Canceled)
	}
	return exitFailure
}
