package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/coderef-system/coderefd/internal/config"
)

// socketMode allows only the user of this process to connect to a unix socket.
const socketMode = 0o600

// ErrAddressInUse means that another program listens on the address.
var ErrAddressInUse = errors.New("the address is in use")

// listen listens on the address of a flag.
func listen(ctx context.Context, text, flag string) (net.Listener, error) {
	address, err := config.ParseAddress(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	if address.Network == "unix" {
		removeStale(ctx, address.Address)
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, address.Network, address.Address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		hint := inUseHint(address, flag)
		return nil, fmt.Errorf("%s %s: %w%s; choose another with %s", flag, text, ErrAddressInUse, hint, flag)
	case err != nil:
		return nil, fmt.Errorf("%s %s: %w", flag, text, err)
	}
	if address.Network == "unix" {
		if err := os.Chmod(address.Address, socketMode); err != nil {
			return nil, errors.Join(fmt.Errorf("%s %s: %w", flag, text, err), listener.Close())
		}
	}
	return listener, nil
}

// inUseHint returns a phrase with the command that finds another coderefd at an address. It is empty
// for a flag other than --listen.
func inUseHint(address config.Address, flag string) string {
	if flag != "--listen" {
		return ""
	}
	addr := address.Address
	if host, port, err := net.SplitHostPort(addr); err == nil && (host == "" || net.ParseIP(host).IsUnspecified()) {
		addr = net.JoinHostPort("localhost", port)
	}
	if address.Network == "unix" {
		addr = "unix://" + addr
	}
	return ", perhaps by another coderefd (see: coderefd status --addr " + addr + ")"
}

// removeStale removes a socket on which no process listens, such as one of a killed service. Any other file
// is kept and makes listen fail.
func removeStale(ctx context.Context, path string) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() != os.ModeSocket {
		return
	}
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "unix", path)
	if err == nil {
		_ = conn.Close() // the connection was only a probe
		return
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		_ = os.Remove(path) // if this fails, listen reports it
	}
}
