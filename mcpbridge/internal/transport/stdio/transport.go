package stdio

import (
	"context"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
)

// Config configures a Transport. All fields are required unless stated otherwise.
type Config struct {
	// Supervisor starts the child processes.
	Supervisor *supervisor.Supervisor
	// Command, Args, Env, Dir and StopGrace are as in [supervisor.Spec].
	Command   string
	Args, Env []string
	Dir       string
	StopGrace time.Duration
	// MaxLineBytes and MaxDepth bound an incoming message, MaxQueue the messages
	// that wait to be written, WriteStall the time that a child may leave its
	// standard input unread.
	MaxLineBytes, MaxDepth, MaxQueue int
	WriteStall                       time.Duration
	// Counters are shared by all instances.
	Counters *transport.Counters
	// OnOutput gets each line that is not a JSON-RPC message, with the name of its
	// stream (stdout or stderr). It must not block or keep the slice.
	OnOutput func(stream string, pid int, line []byte)
}

// Transport implements [transport.Transport] with child processes.
type Transport struct{ cfg Config }

var _ transport.Transport = (*Transport)(nil)

// New returns a Transport.
func New(cfg Config) *Transport { return &Transport{cfg: cfg} }

// Network implements [transport.Transport].
func (t *Transport) Network() string { return "pipe" }

// Start implements [transport.Transport].
func (t *Transport) Start(ctx context.Context, onNotification func(method string) bool) (transport.Instance, error) {
	child, err := t.cfg.Supervisor.Start(ctx, t.spec())
	if err != nil {
		return nil, err
	}
	conn := jsonrpc.NewConn(jsonrpc.Config{
		Stdin: child.Stdin(), Stdout: child.Stdout(),
		MaxLineBytes: t.cfg.MaxLineBytes, MaxDepth: t.cfg.MaxDepth, MaxQueue: t.cfg.MaxQueue,
		Stall: t.cfg.WriteStall, Counters: &t.cfg.Counters.Counters,
		OnNoise: func(line []byte) {
			child.Remember(line)
			t.cfg.OnOutput("stdout", child.PID(), line)
		},
		OnNotification: func(method string, _ []byte) bool { return onNotification(method) },
	})
	return &instance{Conn: conn, child: child}, nil
}

func (t *Transport) spec() supervisor.Spec {
	return supervisor.Spec{
		Command: t.cfg.Command, Args: t.cfg.Args, Env: t.cfg.Env, Dir: t.cfg.Dir,
		StopGrace: t.cfg.StopGrace,
		OnStderr: func(pid int, line []byte) {
			t.cfg.Counters.StderrLines.Add(1)
			t.cfg.OnOutput("stderr", pid, line)
		},
	}
}
