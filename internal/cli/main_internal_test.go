package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"testing"
)

// TestInterruptible: the first signal ends the context, and a later one the process unless it is SIGHUP.
func TestInterruptible(t *testing.T) {
	for _, tt := range []struct {
		signals []syscall.Signal
		exits   []int
	}{
		{[]syscall.Signal{syscall.SIGINT}, nil},
		{[]syscall.Signal{syscall.SIGTERM, syscall.SIGTERM}, []int{143}},
		{[]syscall.Signal{syscall.SIGHUP, syscall.SIGHUP}, nil},
		{[]syscall.Signal{syscall.SIGHUP, syscall.SIGHUP, syscall.SIGINT}, []int{130}},
	} {
		t.Run(fmt.Sprint(tt.signals), func(t *testing.T) {
			signals, exits := make(chan os.Signal), make(chan int, len(tt.signals))
			defer close(signals)
			ctx := interruptible(signals, func(code int) { exits <- code })
			if ctx.Err() != nil {
				t.Errorf("context before a signal: got error %v, want none", ctx.Err())
			}
			for _, s := range tt.signals {
				signals <- s
			}
			<-ctx.Done()
			var cause *SignalError
			if !errors.As(context.Cause(ctx), &cause) || cause.signal != tt.signals[0] {
				t.Errorf("got cause %v, want %v", context.Cause(ctx), tt.signals[0])
			}
			var got []int
			for range tt.exits {
				got = append(got, <-exits)
			}
			if !slices.Equal(got, tt.exits) {
				t.Errorf("got exit codes %v, want %v", got, tt.exits)
			}
		})
	}
}
