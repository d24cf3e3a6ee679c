package mcpbridge

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// process is a child with an open session.
type process struct {
	child *supervisor.Child
	conn  *jsonrpc.Conn
	sess  *session.Session
	// The tools, or the resources, have changed.
	toolsChanged, resourcesChanged chan struct{}
	inFlight                       int // guarded by server.mu
	// abandoned is when a call was last given up that the child still works on,
	// Unix ns; see health.go.
	abandoned atomic.Int64
}

// lost reports whether the process takes no calls any more.
func (p *process) lost() bool {
	select {
	case <-p.conn.Failed():
		return true
	case <-p.conn.Deaf():
		return true
	default:
		return false
	}
}

// stop ends the process and waits until nothing of it is left. A child that is
// being replaced because it does not react is killed; any other gets the ladder.
func (p *process) stop(hurry context.Context, cause error) {
	p.conn.Close(cause)
	if errors.Is(cause, errHung) || errors.Is(cause, errStalled) {
		p.child.Kill()
	}
	p.child.Stop(hurry)
	p.child.Ended()
	p.conn.Ended()
}

// epitaph says why a process that has ended did so.
func (p *process) epitaph(cause error) error {
	if errors.Is(cause, errHung) || errors.Is(cause, errStalled) {
		return cause
	}
	if err := p.child.ExitError(); err != nil {
		return fmt.Errorf("the process ended: %w", err)
	}
	return errors.New("the process ended with status 0")
}

// launch starts a process, opens a session and, where it is needed, lists its
// tools, all within StartTimeout.
func (w *worker) launch() (*process, *Error) {
	s := w.s
	ctx, cancel := context.WithTimeout(w.ctx, s.cfg.StartTimeout)
	defer cancel()
	child, err := s.b.sup.Start(ctx, s.spec())
	if err != nil {
		return nil, s.fault(KindSpawnFailed, StageSpawn, err)
	}
	s.starts.Add(1)
	proc := s.connect(child)
	w.note(child.PID())
	if err := w.handshake(ctx, proc); err != nil {
		proc.stop(s.b.hurry, errHandshake)
		w.ended(proc)
		return nil, s.startError(err, proc)
	}
	return proc, nil
}

var errHandshake = errors.New("the handshake failed")

// note makes a process that starts visible in the status.
func (w *worker) note(pid int) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.pid, w.began = pid, time.Now()
}

// spec is what to start.
func (s *server) spec() supervisor.Spec {
	return supervisor.Spec{
		Command: s.cfg.Command, Args: s.cfg.Args, Env: s.cfg.Env, Dir: s.cfg.Dir,
		StopGrace: s.cfg.StopGrace,
		OnStderr: func(pid int, line []byte) {
			s.stderrLines.Add(1)
			s.output.line("stderr", pid, line)
		},
	}
}

// connect puts a connection on a child's pipes.
func (s *server) connect(child *supervisor.Child) *process {
	proc := &process{child: child, toolsChanged: make(chan struct{}, 1), resourcesChanged: make(chan struct{}, 1)}
	proc.conn = jsonrpc.NewConn(jsonrpc.Config{
		Stdin: child.Stdin(), Stdout: child.Stdout(),
		MaxLineBytes: s.cfg.MaxLineBytes, MaxDepth: s.cfg.MaxDepth,
		// Requests, a cancellation for each, and room for answers to the child.
		MaxQueue: 2*s.cfg.MaxInFlight + 64,
		Stall:    s.cfg.WriteStall, Counters: &s.wire,
		OnNoise: func(line []byte) {
			child.Remember(line)
			s.output.line("stdout", child.PID(), line)
		},
		OnNotification: func(method string, _ []byte) bool { return proc.notified(method) },
	})
	return proc
}

// handshake opens the session and learns the tools. Resources are listed while the
// process serves already, unless it serves a single call: a server that is slow to
// list them is not slow to start.
func (w *worker) handshake(ctx context.Context, proc *process) (err error) {
	s := w.s
	s.mu.Lock()
	known := s.known
	s.known = "" // until it worked again
	s.mu.Unlock()
	proc.sess, err = session.Open(ctx, proc.conn, session.Options{
		ClientName: s.b.cfg.ClientName, ClientVersion: s.b.cfg.ClientVersion,
		Pin: s.cfg.ProtocolVersion, Known: known, ProbeTimeout: s.cfg.ProbeTimeout,
	})
	if err != nil {
		s.rememberEra(known, err)
		return err
	}
	if !s.wantsList(w.pool) {
		return nil
	}
	err = s.list(ctx, proc)
	if err != nil && s.offer.Load().listed() && ctx.Err() == nil && !proc.lost() {
		s.b.log.Warn("tools cannot be listed; keeping the last list", "server", s.cfg.Name, s.output.failure(err))
		err = nil
	}
	if err == nil && s.cfg.Sharing == SharingPerCall {
		listCtx, cancel := context.WithTimeout(ctx, listPatience)
		defer cancel()
		if err := s.listResources(listCtx, proc); err != nil {
			s.keepResources(err)
		}
	}
	return err
}

// rememberEra makes the next start go without a probe if the server ended during
// this one: some do not survive a request before initialize.
func (s *server) rememberEra(known string, err error) {
	var lost *jsonrpc.LostError
	if known == "" && s.cfg.ProtocolVersion == "" && errors.As(err, &lost) {
		s.mu.Lock()
		s.known = session.Fallback()
		s.mu.Unlock()
	}
}

// startError classifies a failed start.
func (s *server) startError(err error, proc *process) *Error {
	var lost *jsonrpc.LostError
	if errors.As(err, &lost) {
		return s.fault(KindServerExited, StageSpawn, fmt.Errorf("during the handshake: %w", proc.epitaph(lost.Err)))
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no handshake within %v: %w", s.cfg.StartTimeout, err)
	}
	return s.fault(KindHandshakeFailed, StageSpawn, err)
}

// notified takes a notification that belongs to no call.
func (p *process) notified(method string) bool {
	switch method {
	case "notifications/tools/list_changed":
		signal(p.toolsChanged)
	case "notifications/resources/list_changed":
		signal(p.resourcesChanged)
	case "notifications/subscriptions/acknowledged":
		// What changed before a subscription began was not told.
		signal(p.toolsChanged)
		signal(p.resourcesChanged)
	case "notifications/resources/updated", "notifications/prompts/list_changed",
		"notifications/elicitation/complete", "notifications/tasks/status":
	default:
		return false
	}
	return true
}

// signal leaves a signal in a channel with room for one.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
