package apptest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/config"
)

// Patience bounds every wait of a test. No test waits until it has passed.
const Patience = 30 * time.Second

// Server returns a server whose child process is the scripted one.
func Server(t testing.TB, name string) config.Server {
	t.Helper()
	path, args, variable, err := Command()
	if err != nil {
		t.Fatal(err)
	}
	key, value, _ := strings.Cut(variable, "=")
	s := config.DefaultServer(name)
	s.Command = path
	s.Args = args
	s.Env = map[string]string{key: value}
	s.Sharing = config.SharingShared
	s.Timeouts.StopGrace = time.Second
	return s
}

// Config returns a configuration with the given servers, on free ports, and without the default server.
func Config(servers ...config.Server) *config.Config {
	cfg := config.Default()
	cfg.Listen = "127.0.0.1:0"
	cfg.AdminListen = ""
	cfg.ShutdownGrace = 5 * time.Second
	cfg.Log.Level = "error"
	cfg.Servers = servers
	return cfg
}

// Start builds a service and serves until stop is called or the test ends. stop returns the result of Serve
// and may be called more than once.
func Start(t testing.TB, cfg *config.Config) (a *app.App, stop func() error) {
	t.Helper()
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), cfg, app.Options{
		Build:   app.Build{Version: "v0.0.0-test", GoVersion: "go0"},
		Environ: os.Environ(),
		Log:     t.Output(),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = a.Serve(ctx)
	}()
	stop = func() error {
		cancel()
		select {
		case <-done:
			return err
		case <-time.After(Patience):
			t.Fatal("the service did not stop")
			return nil
		}
	}
	t.Cleanup(func() {
		// If the test leaves a call open, the shutdown cuts the call off.
		if err := stop(); err != nil && !errors.Is(err, app.ErrCutOff) {
			t.Errorf("service: %v", err)
		}
	})
	return a, stop
}

// Socket returns the address of a unix socket in a new folder whose path is short enough.
func Socket(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "s") //nolint:usetesting // t.TempDir is too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return "unix://" + filepath.Join(folder, "s")
}
