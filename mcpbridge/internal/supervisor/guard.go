package supervisor

import (
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/guard"
)

const (
	// guardTimeout bounds a write to the guard and the wait for its exit. A slower guard is
	// considered stuck.
	guardTimeout = 2 * time.Second
	// guardRestart is the delay before a guard that ended is replaced.
	guardRestart = time.Second
)

// guardProcess is the service's side of the guard (see package guard). A nil guardProcess
// does nothing. A guard that ends is replaced, and the new one gets every group.
type guardProcess struct {
	argv []string
	log  *slog.Logger
	quit chan struct{}
	loop chan struct{} // closed when run has returned

	mu     sync.Mutex
	stdin  *os.File
	pid    int
	groups map[int]struct{}
}

func startGuard(argv []string, log *slog.Logger) (*guardProcess, error) {
	g := &guardProcess{
		argv: argv, log: log, groups: map[int]struct{}{},
		quit: make(chan struct{}), loop: make(chan struct{}),
	}
	cmd, err := g.spawn()
	if err != nil {
		return nil, err
	}
	go g.run(cmd)
	return g, nil
}

// spawn starts a guard and registers every known group with it.
func (g *guardProcess) spawn() (*exec.Cmd, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd := exec.Command(g.argv[0], g.argv[1:]...)
	cmd.Stdin, cmd.Env, cmd.SysProcAttr = r, []string{}, guardAttr()
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stdin, g.pid = w, cmd.Process.Pid
	for pgid := range g.groups {
		g.write(guard.Register(pgid))
	}
	return cmd, nil
}

// run waits for the end of the guard and replaces it, until close.
func (g *guardProcess) run(cmd *exec.Cmd) {
	defer close(g.loop)
	for {
		if cmd != nil {
			g.waitEnd(cmd)
		}
		select {
		case <-g.quit:
			return
		case <-time.After(guardRestart):
		}
		var err error
		if cmd, err = g.spawn(); err != nil {
			g.log.Error("guard process cannot be restarted", "error", err)
			continue
		}
		g.log.Info("guard process replaced", "pid", cmd.Process.Pid)
	}
}

func (g *guardProcess) waitEnd(cmd *exec.Cmd) {
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		g.dropPipe()
		g.log.Error("guard process ended; replacing it")
	case <-g.quit:
		g.dropPipe()
		select {
		case <-ended:
		case <-time.After(guardTimeout):
			_ = cmd.Process.Kill()
			<-ended
		}
	}
}

func (g *guardProcess) dropPipe() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stdin != nil {
		_ = g.stdin.Close()
		g.stdin = nil
	}
}

func (g *guardProcess) register(pgid int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.groups[pgid] = struct{}{}
	g.write(guard.Register(pgid))
}

func (g *guardProcess) deregister(pgid int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.groups, pgid)
	g.write(guard.Deregister(pgid))
}

// write sends a line to the guard. The caller holds mu. A write fails if the guard is ending;
// the failure is ignored because spawn registers every group with the next guard.
func (g *guardProcess) write(line []byte) {
	if g.stdin == nil {
		return
	}
	_ = g.stdin.SetWriteDeadline(time.Now().Add(guardTimeout))
	_, _ = g.stdin.Write(line)
}

// close ends the guard. No group may be registered after it.
func (g *guardProcess) close() {
	if g == nil {
		return
	}
	select {
	case <-g.quit:
	default:
		close(g.quit)
	}
	<-g.loop
}
