package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Serve serves until ctx ends or a listener fails, then closes the App. It returns the error of a failed
// listener and that of [App.Close]: nil if ctx ended and all calls in flight did so within the grace period. It
// may be called once.
func (a *App) Serve(ctx context.Context) error {
	failed := make(chan error, 2)
	var serving sync.WaitGroup
	serving.Go(func() { failed <- a.grpc.Serve(a.listener) })
	if a.admin != nil {
		serving.Go(func() { failed <- a.admin.serve() })
	}
	var err error
	select {
	case <-ctx.Done():
		a.log.Info("shutting down"+a.waitingFor(), "grace", a.config.ShutdownGrace.String())
	case err = <-failed:
	}
	err = errors.Join(err, a.Close(context.WithoutCancel(ctx)))
	serving.Wait()
	return err
}

// waitingFor describes the calls that delay the shutdown, for a person. It is empty if there are none.
func (a *App) waitingFor() string {
	calls := a.calls.calls.Load()
	switch {
	case a.hint == "" || calls == 0:
		return ""
	case calls == 1:
		return ": waiting for 1 call in flight; " + a.hint
	}
	return fmt.Sprintf(": waiting for %d calls in flight; %s", calls, a.hint)
}
