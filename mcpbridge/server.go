package mcpbridge

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// server is one configured server: its pools of processes, what it offers, and
// what happened to it.
type server struct {
	b    *Bridge
	cfg  ServerConfig
	wire jsonrpc.Counters
	// starts, exits, calls and stderrLines are the counters that wire has not.
	starts, exits, calls, stderrLines atomic.Uint64
	output                            *outputLog
	offer                             atomic.Pointer[offer]
	resources                         atomic.Pointer[resourceOffer]
	// settled is closed when the first start is over, well or not; resourcesSettled
	// when the first list of resources is, or there will be none soon.
	settled, resourcesSettled chan struct{}

	mu sync.Mutex
	// pools by principal; SharingShared uses the empty one only.
	pools map[string]*pool
	// spare is a pool that was started for its list and has no principal yet.
	spare *pool
	// leaving counts the processes of pools that were removed and have not ended.
	leaving int
	// oneShots are the pools of SharingPerCall, gate bounds them.
	oneShots map[*pool]struct{}
	gate     gate
	// held holds back new processes of SharingPerCall after one could not start.
	held hold
	// resourcesErr is why the last list of resources failed; nil: it did not.
	resourcesErr *Error

	info        session.Info
	known       string // revision agreed on last
	isSettled   bool
	lastErr     *Error
	lastErrTime time.Time
	lastWords   []string // stderr of the process that ended last
}

func newServer(b *Bridge, cfg ServerConfig) *server {
	s := &server{
		b: b, cfg: cfg, settled: make(chan struct{}), resourcesSettled: make(chan struct{}),
		pools: make(map[string]*pool), oneShots: make(map[*pool]struct{}),
		gate:   gate{max: cfg.MaxInFlight, maxQueue: cfg.MaxQueue},
		held:   hold{restarts: supervisor.NewRestarts(supervisor.Backoff(cfg.Backoff), rand.Float64)},
		output: newOutputLog(b.log, cfg),
	}
	s.offer.Store(&offer{})
	s.resources.Store(&resourceOffer{})
	return s
}

// open starts what runs without a call: the shared processes, or one process to
// learn the tools from.
func (s *server) open() {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.cfg.Sharing {
	case SharingShared:
		s.pools[""] = s.newPool(s.cfg.Processes)
		s.pools[""].start()
	default:
		s.spare = s.newPool(1)
		s.spare.lister = true
		s.spare.start()
	}
}

// settleLocked ends the first start: on the first success, or when every worker
// that was started for it has failed once.
func (s *server) settleLocked(ok bool) {
	untried := func(w *worker) bool { return w.failure == nil }
	if s.isSettled || (!ok && slices.ContainsFunc(s.workers(), untried)) {
		return
	}
	s.isSettled = true
	close(s.settled)
	if !ok {
		s.settleResourcesLocked()
	}
}

// failedLocked records why a process went down, as it was: whether calls meet a
// server that restarts or one that is parked is the state's business.
func (s *server) failedLocked(err *Error) {
	s.lastErr, s.lastErrTime = err, time.Now()
	s.settleLocked(false)
}

// fault makes an error of this server.
func (s *server) fault(kind Kind, stage Stage, cause error) *Error {
	return &Error{Kind: kind, Server: s.cfg.Name, Stage: stage, Err: cause}
}
