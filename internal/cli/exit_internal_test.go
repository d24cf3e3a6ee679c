package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/config"
)

func TestExitCode(t *testing.T) {
	ended := func(cause error) context.Context {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(cause)
		return ctx
	}
	plain := context.Background()
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"success", plain, nil, 0},
		{"failure", plain, errors.New("x"), 1},
		{"usage", plain, fmt.Errorf("x: %w", usagef("y")), 2},
		{"tool error", plain, &toolError{tool: "t"}, 3},
		{"not found", plain, status.Error(codes.NotFound, "x"), 15},
		{"unauthenticated, the last", plain, status.Error(codes.Unauthenticated, "x"), 26},
		{"wrapped status", plain, fmt.Errorf("x: %w", status.Error(codes.Unavailable, "x")), 24},
		{"own deadline", plain, context.DeadlineExceeded, 14},
		{"configuration", plain, &config.Error{}, 78},
		{"SIGINT", ended(NewSignalError(syscall.SIGINT)), status.Error(codes.Canceled, "x"), 130},
		{"SIGTERM, and all went well", ended(NewSignalError(syscall.SIGTERM)), nil, 0},
		{"SIGTERM, and calls were cut off", ended(NewSignalError(syscall.SIGTERM)), fmt.Errorf("x: %w", app.ErrCutOff), 143},
		{"ended by another", ended(errors.New("x")), context.Canceled, 11},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := exitCode(test.ctx, test.err); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// A server's text must not move the cursor of a terminal.
func TestPrintErrorIsClean(t *testing.T) {
	var out bytes.Buffer
	printError(&Program{Stderr: &out}, "coderefd", status.Error(codes.Unknown, "a\x1b[2Jb"))
	if bytes.ContainsRune(out.Bytes(), '\x1b') {
		t.Errorf("got %q, want no escape character", out.String())
	}
}
