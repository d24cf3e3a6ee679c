package jsonrpc

import (
	"slices"
	"sync"
)

// maxNotes and maxNoteBytes bound the notifications that wait for one call. The reader
// never waits for a slow consumer: older progress is dropped in favor of newer.
const (
	maxNotes     = 64
	maxNoteBytes = 1 << 20
)

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
	bytes int // of all params in queue
}

func newNotes(progress, logs bool) *notes {
	return &notes{progress: progress, logs: logs, wake: make(chan struct{}, 1)}
}

// wants reports whether the call wants this kind of notification.
func (n *notes) wants(log bool) bool { return log && n.logs || !log && n.progress }

// add queues params, which it keeps. It reports whether a notification was dropped: an
// older one, or this one because of its size.
func (n *notes) add(log bool, params []byte) (dropped bool) {
	if len(params) > maxNoteBytes {
		return true
	}
	n.mu.Lock()
	for len(n.queue) == maxNotes || n.bytes+len(params) > maxNoteBytes {
		n.dropOldest()
		dropped = true
	}
	n.queue = append(n.queue, note{log: log, params: params})
	n.bytes += len(params)
	n.mu.Unlock()
	select {
	case n.wake <- struct{}{}:
	default:
	}
	return dropped
}

// dropOldest removes the oldest progress, or the oldest note if there is none.
func (n *notes) dropOldest() {
	at := max(0, slices.IndexFunc(n.queue, func(q note) bool { return !q.log }))
	n.bytes -= len(n.queue[at].params)
	n.queue = slices.Delete(n.queue, at, at+1)
}

// deliver passes the queued notifications to the request's callbacks.
func (n *notes) deliver(req Request) {
	n.mu.Lock()
	queue := n.queue
	n.queue, n.bytes = nil, 0
	n.mu.Unlock()
	for _, note := range queue {
		if note.log {
			req.OnLog(note.params)
		} else {
			req.OnProgress(note.params)
		}
	}
}
