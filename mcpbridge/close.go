package mcpbridge

import (
	"context"
	"errors"
	"time"
)

// killWait is how long Close waits for processes after SIGKILL. Only a process that is
// stuck in the kernel lasts longer.
const killWait = 10 * time.Second

var errUnkillable = errors.New("a process does not end after SIGKILL")

// Close fails the calls in flight with KindClosed, stops all servers in parallel and
// waits until everything that the bridge started has ended. Each child process gets the
// stop sequence (close of stdin, SIGTERM, SIGKILL); when ctx ends, the remaining ones are
// killed at once. Close may be called more than once; every call waits.
func (b *Bridge) Close(ctx context.Context) error {
	stop := context.AfterFunc(ctx, b.hurryUp)
	defer stop()
	b.closing.Do(func() {
		b.admitMu.Lock()
		b.end(errClosing)
		b.admitMu.Unlock()
		go func() {
			defer close(b.closed)
			b.running.Wait()
			b.sup.Close()
			b.hurryUp()
			b.changes.Close()
		}()
	})
	select {
	case <-b.closed:
		return nil
	case <-ctx.Done():
	}
	timer := time.NewTimer(killWait)
	defer timer.Stop()
	select {
	case <-b.closed:
		return nil
	case <-timer.C:
		return &Error{Kind: KindInternal, Err: errUnkillable}
	}
}
