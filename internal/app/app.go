package app

import (
	"context"
	"io"
	"log/slog"
	"net"
	"sync"

	"google.golang.org/grpc"

	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/telemetry"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

// Options are the settings that are not part of the configuration.
type Options struct {
	// Build is reported to clients and servers.
	Build Build
	// Guard is the argv of a process that calls [RunGuard]. Empty means no guard.
	Guard []string
	// Environ is the environment of this process. Child processes get a part of it. Nil is an empty
	// environment.
	Environ []string
	// Log receives the log. If it is nil, the log is discarded.
	Log io.Writer
	// StopHint explains how to stop at once. A text log shows it while calls in flight delay the shutdown.
	// Empty means that the log shows no hint.
	StopHint string
}

// App is a running service. Its methods may be called concurrently.
type App struct {
	config    *config.Config
	log       *slog.Logger
	telemetry *telemetry.Telemetry
	bridge    *mcpbridge.Bridge
	services  *server.Services
	health    *endingHealth
	grpc      *grpc.Server
	listener  net.Listener
	admin     *admin // nil if there is none
	owners    *owners
	calls     inFlight
	// hint is the end of the shutdown record; empty if there is none.
	hint string

	stopFollowing context.CancelFunc
	following     sync.WaitGroup
	closing       sync.Once
	closeErr      error
}

// Addr returns the address of the gRPC listener, in the form that a client dials.
func (a *App) Addr() string {
	if addr := a.listener.Addr(); addr.Network() == "unix" {
		return "unix://" + addr.String()
	}
	return a.listener.Addr().String()
}

// AdminAddr returns the host:port of the admin listener, or "" if there is none.
func (a *App) AdminAddr() string {
	if a.admin == nil {
		return ""
	}
	return a.admin.listener.Addr().String()
}

// Logger returns the service's log.
func (a *App) Logger() *slog.Logger { return a.log }

// RunGuard is the main function of the guard process, which kills the child processes after the service has
// exited.
func RunGuard(stdin io.Reader) error { return mcpbridge.RunGuard(stdin) }
