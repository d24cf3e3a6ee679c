package config

import (
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
)

// Address is the address of a listener.
type Address struct {
	// Network is tcp or unix.
	Network string
	// Address is host:port, or the path of the socket.
	Address string
}

// maxSocketPath is the limit of the kernel, without the final NUL.
const maxSocketPath = 107

// ParseAddress reads host:port, :port, or unix:///path. Abstract sockets have no permissions and are
// rejected.
func ParseAddress(s string) (Address, error) {
	if path, ok := strings.CutPrefix(s, "unix:"); ok {
		path = strings.TrimPrefix(path, "//")
		if !filepath.IsAbs(path) {
			return Address{}, fmt.Errorf("must be unix:///an/absolute/path, not %q", s)
		}
		if len(path) > maxSocketPath {
			return Address{}, fmt.Errorf(
				"the path of a socket must be at most %d bytes long, not %d", maxSocketPath, len(path),
			)
		}
		return Address{"unix", path}, nil
	}
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return Address{}, fmt.Errorf("must be host:port or unix:///path, not %q", s)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return Address{}, fmt.Errorf("port must be between 0 and 65535, not %q", port)
	}
	return Address{"tcp", net.JoinHostPort(host, port)}, nil
}

// Loopback reports whether only this machine can reach the address. Names other than localhost count as
// reachable, because they are not resolved.
func (a Address) Loopback() bool {
	if a.Network == "unix" {
		return true
	}
	host, _, err := net.SplitHostPort(a.Address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}
