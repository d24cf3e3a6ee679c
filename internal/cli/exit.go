package cli

import (
	"context"
	"errors"
	"fmt"
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
	// exitUsage: the command line is wrong.
	exitUsage = 2
	// exitToolError: the tool ran and said no.
	exitToolError = 3
	// exitStatus plus the number of a gRPC status code: 15 for NOT_FOUND, which is 5.
	exitStatus = 10
	// exitConfig is EX_CONFIG of sysexits.h.
	exitConfig = 78
	// exitSignal plus the number of a signal: 130 for SIGINT, 143 for SIGTERM.
	exitSignal = 128
)

// usageError says that the command line is wrong.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// toolError says that the tool said no; its words have been printed. told: in a
// form that needs no word of ours.
type toolError struct {
	tool string
	told bool
}

func (e *toolError) Error() string { return "the tool " + e.tool + " reported an error" }

// SignalError is the cause of a context that a signal ended.
type SignalError struct{ signal syscall.Signal }

// NewSignalError returns the cause for a signal.
func NewSignalError(s os.Signal) *SignalError {
	number, _ := s.(syscall.Signal) // on Unix every signal is one
	return &SignalError{number}
}

// Error names the signal.
func (e *SignalError) Error() string { return e.signal.String() }

// ExitCode is 128 and the signal's number, as shells have it.
func (e *SignalError) ExitCode() int { return exitSignal + int(e.signal) }

// exitCode tells what a verb's outcome means to a shell. A signal counts more
// than the error that it caused.
func exitCode(ctx context.Context, err error) int {
	var (
		interrupted *SignalError
		usage       *usageError
		tool        *toolError
		bad         *config.Error
	)
	switch {
	case errors.As(context.Cause(ctx), &interrupted):
		return interrupted.ExitCode()
	case err == nil:
		return exitOK
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
