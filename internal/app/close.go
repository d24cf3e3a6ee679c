package app

import (
	"context"
	"errors"
	"time"
)

// Close ends the service in order: it is reported as not serving, watches end,
// calls in flight get the configured grace, then everything that was opened is
// closed. ctx ends the grace early. A later Close waits for the first and returns
// its outcome.
func (a *App) Close(ctx context.Context) error {
	a.closing.Do(func() { a.closeErr = a.close(ctx) })
	return a.closeErr
}

func (a *App) close(ctx context.Context) error {
	a.health.Shutdown()
	if a.services != nil {
		a.services.Shutdown()
	}
	if a.grpc != nil {
		a.drain(ctx)
	}
	if a.stopFollowing != nil {
		a.stopFollowing()
		a.following.Wait()
	}
	var errs []error
	if a.bridge != nil {
		// Not under ctx: stopping children has time limits of its own, and leaving
		// it half done would leave processes behind.
		errs = append(errs, a.bridge.Close(context.WithoutCancel(ctx)))
	}
	if a.admin != nil {
		errs = append(errs, a.admin.close())
	}
	if a.listener != nil {
		_ = a.listener.Close() // closed already, if it was ever served on
	}
	if a.telemetry != nil {
		if err := a.telemetry.Shutdown(ctx); err != nil {
			a.log.Warn("last telemetry was not exported", "error", err)
		}
	}
	return errors.Join(errs...)
}

// drain waits for calls in flight, and no longer than the grace.
func (a *App) drain(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, a.config.ShutdownGrace)
	defer cancel()
	start := time.Now()
	stop := context.AfterFunc(ctx, func() {
		a.log.Warn("calls in flight are cut off", "after", time.Since(start).String())
		a.grpc.Stop() // makes GracefulStop return
	})
	a.grpc.GracefulStop()
	stop()
}
