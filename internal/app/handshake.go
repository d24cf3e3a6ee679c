package app

import (
	"errors"
	"net"
	"sync"
	"time"
)

// handshakeListener also closes, when it is closed, the connections on which no client has completed the gRPC
// handshake. A stop waits for handshakes, so a single open connection of a port scanner would delay it beyond
// the grace period.
type handshakeListener struct {
	net.Listener
	mu     sync.Mutex
	open   map[*handshakeConn]struct{}
	closed bool
}

func newHandshakeListener(l net.Listener) *handshakeListener {
	return &handshakeListener{Listener: l, open: map[*handshakeConn]struct{}{}}
}

// Accept returns the next connection.
func (l *handshakeListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &handshakeConn{Conn: conn, listener: l}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed { // closed after Accept returned
		return nil, errors.Join(net.ErrClosed, conn.Close())
	}
	l.open[c] = struct{}{}
	return c, nil
}

// Close closes the listener and the connections that have not completed their handshake.
func (l *handshakeListener) Close() error {
	err := l.Listener.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for c := range l.open {
		_ = c.Conn.Close() // no call was served on it
	}
	return err
}

func (l *handshakeListener) forget(c *handshakeConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, c)
}

// handshakeConn is a connection that has not completed its handshake.
type handshakeConn struct {
	net.Conn
	listener *handshakeListener
}

// SetDeadline sets the deadline of the connection. gRPC sets one for the handshake and clears it afterwards.
func (c *handshakeConn) SetDeadline(t time.Time) error {
	if t.IsZero() {
		c.listener.forget(c)
	}
	return c.Conn.SetDeadline(t)
}

// Close closes the connection.
func (c *handshakeConn) Close() error {
	c.listener.forget(c)
	return c.Conn.Close()
}
