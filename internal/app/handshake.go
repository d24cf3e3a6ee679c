package app

import (
	"errors"
	"net"
	"sync"
	"time"
)

// handshakeListener closes, when it is closed itself, the connections on which no
// client has spoken gRPC yet. A stop waits for their handshake, so that one open
// connection of a port scanner would hold it up beyond the grace.
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
	if l.closed { // between the two
		return nil, errors.Join(net.ErrClosed, conn.Close())
	}
	l.open[c] = struct{}{}
	return c, nil
}

// Close ends the listener and what has not got beyond its handshake.
func (l *handshakeListener) Close() error {
	err := l.Listener.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for c := range l.open {
		_ = c.Conn.Close() // nobody has been served on it
	}
	return err
}

func (l *handshakeListener) forget(c *handshakeConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, c)
}

// handshakeConn is a connection that has to introduce itself.
type handshakeConn struct {
	net.Conn
	listener *handshakeListener
}

// SetDeadline limits the connection. gRPC sets a limit for the handshake and lifts
// it when that is done.
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
