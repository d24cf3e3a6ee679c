package mcpbridge

import (
	"context"
	"errors"
	"time"
)

// killPatience is how long Close waits for processes that were sent SIGKILL. Only
// one that is stuck in the kernel outlasts it.
const killPatience = 10 * time.Second

var errUnkillable = errors.New("a process does not end, not even by SIGKILL")

// Close fails the calls in flight with KindClosed, stops all servers in parallel
// and waits for the end of everything the bridge started. Each child gets the
// stop ladder (stdin closed, SIGTERM, SIGKILL); when ctx ends, what is left is
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
			b.changes.close()
		}()
	})
	select {
	case <-b.closed:
		return nil
	case <-ctx.Done():
	}
	patience := time.NewTimer(killPatience)
	defer patience.Stop()
	select {
	case <-b.closed:
		return nil
	case <-patience.C:
		return &Error{Kind: KindInternal, Err: errUnkillable}
	}
}
