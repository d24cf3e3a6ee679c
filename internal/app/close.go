package app

import (
	"context"
	"errors"
	"time"
)

// ErrCutOff means that calls were still in flight when the grace period ended.
var ErrCutOff = errors.New("calls in flight were cut off: they took longer than the grace period of the shutdown")

// Close ends the service in this order: it reports NOT_SERVING, ends watches, gives calls in flight the
// configured grace period, and closes everything that was opened. If ctx ends, the grace period ends early. The
// error is or contains [ErrCutOff] if calls had to be cut off. A later Close waits for the first one and
// returns its result.
func (a *App) Close(ctx context.Context) error {
	a.closing.Do(func() { a.closeErr = a.close(ctx) })
	return a.closeErr
}

func (a *App) close(ctx context.Context) error {
	var errs []error
	a.health.Shutdown()
	if a.services != nil {
		a.services.Shutdown()
	}
	if a.grpc != nil {
		errs = append(errs, a.drain(ctx))
	}
	if a.stopFollowing != nil {
		a.stopFollowing()
		a.following.Wait()
	}
	if a.bridge != nil {
		// Do not use ctx here: stopping child processes has its own time limits, and an interrupted stop
		// would leave processes behind.
		errs = append(errs, a.bridge.Close(context.WithoutCancel(ctx)))
	}
	if a.admin != nil {
		errs = append(errs, a.admin.close())
	}
	if a.listener != nil {
		_ = a.listener.Close() // already closed if it was served
	}
	if a.telemetry != nil {
		if err := a.telemetry.Shutdown(ctx); err != nil {
			a.log.Warn("the last telemetry was not exported", "error", err)
		}
	}
	return errors.Join(errs...)
}

// drain waits for calls in flight, up to the grace period. It returns [ErrCutOff] if calls were still in flight
// at its end.
func (a *App) drain(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.config.ShutdownGrace)
	defer cancel()
	start := time.Now()
	cutOff := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		calls := a.calls.calls.Load()
		if calls > 0 {
			a.log.Warn("calls in flight are cut off", "calls", calls, "after", time.Since(start).String())
			cutOff <- ErrCutOff
		}
		close(cutOff)
		a.grpc.Stop() // makes GracefulStop return
	})
	a.grpc.GracefulStop()
	if stop() {
		return nil
	}
	return <-cutOff
}
