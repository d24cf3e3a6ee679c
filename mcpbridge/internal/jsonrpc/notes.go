package jsonrpc

import "sync"

// maxNotes bounds the notifications that wait for one call. The reader never
// waits for a slow consumer: older progress gives way to newer.
const maxNotes = 64

// note is the params of one notification.
type note struct {
	log    bool
	params []byte
}

// notes is the queue between the reader and one call's goroutine.
type notes struct {
	progress, logs bool // wanted
	wake           chan struct{}

	mu    sync.Mutex
	queue []note
}

func newNotes(progress, logs bool) *notes {
	return &notes{progress: progress, logs: logs, wake: make(chan struct{}, 1)}
}

// add queues a copy of params and reports whether something was dropped for it.
func (n *notes) add(log bool, params []byte) (dropped bool) {
	if log && !n.logs || !log && !n.progress {
		return false
	}
	n.mu.Lock()
	if len(n.queue) == maxNotes {
		n.dropOldest()
		dropped = true
	}
	n.queue = append(n.queue, note{log: log, params: append([]byte(nil), params...)})
	n.mu.Unlock()
	select {
	case n.wake <- struct{}{}:
	default:
	}
	return dropped
}

// dropOldest removes the oldest progress, or the oldest note if there is none.
func (n *notes) dropOldest() {
	at := 0
	for i := range n.queue {
		if !n.queue[i].log {
			at = i
			break
		}
	}
	n.queue = append(n.queue[:at], n.queue[at+1:]...)
}

// deliver hands what is queued to the request's callbacks.
func (n *notes) deliver(req Request) {
	n.mu.Lock()
	queue := n.queue
	n.queue = nil
	n.mu.Unlock()
	for _, note := range queue {
		if note.log {
			req.OnLog(note.params)
		} else {
			req.OnProgress(note.params)
		}
	}
}
