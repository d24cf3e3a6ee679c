package config

import (
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
)

// Address is where a listener stands.
type Address struct {
	// Network is tcp or unix.
	Network string
	// Address is host:port, or the path of the socket.
	Address string
}

// maxSocketPath is what the kernel takes, less the final NUL.
const maxSocketPath = 107

// ParseAddress reads host:port, :port, or unix:///path. Abstract sockets have no
// permissions and are refused.
func ParseAddress(s string) (Address, error) {
	if path, ok := strings.CutPrefix(s, "unix:"); ok {
		path = strings.TrimPrefix(path, "//")
		if !filepath.IsAbs(path) {
			return Address{}, fmt.Errorf("must be unix:///an/absolute/path, not %q", s)
		}
		if len(path) > maxSocketPath {
			return Address{}, fmt.Errorf("the path of a socket holds at most %d bytes, not %d", maxSocketPath, len(path))
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

// Loopback reports whether only this machine reaches the address. Names other
// than localhost count as reachable, whatever they resolve to.
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

func (c *Config) checkListen(k checker) {
	address, err := ParseAddress(c.Listen)
	switch {
	case err != nil:
		k.fail("listen", "%v", err)
	case !address.Loopback() && !c.Insecure:
		k.fail("listen", "%s can be reached from other machines, and coderefd does not speak TLS yet: "+
			"listen on a loopback address or a unix socket, behind something that does, "+
			"or give --insecure to serve in plain text", c.Listen)
	}
	if c.AdminListen == "" {
		return
	}
	address, err = ParseAddress(c.AdminListen)
	switch {
	case err != nil:
		k.fail("admin_listen", "%v", err)
	case address.Network != "tcp":
		k.fail("admin_listen", "must be host:port, not %q", c.AdminListen)
	case !address.Loopback() && !c.Insecure:
		k.fail("admin_listen", "%s can be reached from other machines, and shows profiles of this process to all who ask: "+
			"use a loopback address, or give --insecure", c.AdminListen)
	}
}
