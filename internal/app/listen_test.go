package app_test

import (
	"errors"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/client"
	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/app/apptest"
)

func TestPortInUse(t *testing.T) {
	first, _, _ := start(t)
	cfg := apptest.Config(apptest.Server(t, "scripted"))
	cfg.Listen = first.Addr()
	_, err := app.Open(t.Context(), cfg, app.Options{})
	if !errors.Is(err, app.ErrAddressInUse) || !strings.Contains(err.Error(), "--listen "+first.Addr()) ||
		!strings.Contains(err.Error(), "coderefd status --addr "+first.Addr()+")") {
		t.Errorf("got error %v, want the flag and the command that finds the other service", err)
	}
	_, port, err := net.SplitHostPort(first.Addr())
	if err != nil {
		t.Fatal(err)
	}
	cfg.Listen, cfg.Insecure = "0.0.0.0:"+port, true // no address to connect to
	if _, err := app.Open(t.Context(), cfg, app.Options{}); err == nil ||
		!strings.Contains(err.Error(), "--addr localhost:"+port+")") {
		t.Errorf("got error %v, want a command with --addr localhost:%s", err, port)
	}
}

func TestAdminPortInUse(t *testing.T) {
	first, _, _ := start(t)
	cfg := apptest.Config()
	cfg.AdminListen = first.Addr()
	_, err := app.Open(t.Context(), cfg, app.Options{})
	if !errors.Is(err, app.ErrAddressInUse) || !strings.Contains(err.Error(), "--admin-listen") ||
		strings.Contains(err.Error(), "status") {
		t.Errorf("got error %v, want --admin-listen and no command", err)
	}
}

func TestUnixSocket(t *testing.T) {
	address := apptest.Socket(t)
	path := strings.TrimPrefix(address, "unix://")
	leaveStale(t, path)
	cfg := apptest.Config(apptest.Server(t, "scripted"))
	cfg.Listen = address
	a, stop := apptest.Start(t, cfg)
	if a.Addr() != address {
		t.Errorf("address %s, want %s", a.Addr(), address)
	}
	if _, err := dial(t, address).Call(patient(t), client.Call{Tool: "echo"}); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got mode %v and error %v, want 0600", info.Mode(), err)
	}
	if _, err := app.Open(t.Context(), cfg, app.Options{}); !errors.Is(err, app.ErrAddressInUse) {
		t.Errorf("a second service on the socket: got error %v, want %v", err, app.ErrAddressInUse)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Stat of the socket after the end: got error %v, want %v", err, os.ErrNotExist)
	}
}

// leaveStale leaves a socket on which no process listens, as a killed service does.
func leaveStale(t *testing.T, path string) {
	t.Helper()
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
}

// A file that is not a socket is not removed.
func TestUnixSocketOverFile(t *testing.T) {
	address := apptest.Socket(t)
	path := strings.TrimPrefix(address, "unix://")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := apptest.Config()
	cfg.Listen = address
	if _, err := app.Open(t.Context(), cfg, app.Options{}); !errors.Is(err, app.ErrAddressInUse) {
		t.Errorf("got error %v, want %v", err, app.ErrAddressInUse)
	}
	if text, err := os.ReadFile(path); string(text) != "precious" {
		t.Errorf("got %q and error %v, want the unchanged file", text, err)
	}
}
