package client

import (
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/resolver"

	"github.com/coderef-system/coderefd/internal/method"
)

// Address of the service if [Dial] is given none: the environment variable, or
// else the default, which is also that of `coderefd serve`.
const (
	AddressVariable = "CODEREFD_ADDR"
	DefaultAddress  = "127.0.0.1:50051"
)

// Client is a connection to coderefd. It is safe for concurrent use. Close it
// when done.
type Client struct {
	conn    *grpc.ClientConn
	methods *method.Table
	timeout time.Duration
	retry   retrier
}

// reconnect bounds the time for which a client does not notice that the service
// is back. An attempt to connect ends after minConnectTimeout.
var reconnect = backoff.Config{ //nolint:gochecknoglobals // a constant of a struct type
	BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 2 * time.Second,
}

const minConnectTimeout = 5 * time.Second

// Dial returns a client of the service at addr: host:port, unix:///path, or any
// other target that gRPC resolves. Empty: the value of [AddressVariable], or
// [DefaultAddress]. Dial does not connect; the first call does. It fails if addr
// is malformed, such as a URL or a host without a port.
func Dial(addr string, opts ...Option) (*Client, error) {
	if addr == "" {
		addr = os.Getenv(AddressVariable)
	}
	if addr == "" {
		addr = DefaultAddress
	}
	if err := checkAddress(addr); err != nil {
		return nil, err
	}
	o := newOptions(opts)
	c := &Client{methods: method.Read(), timeout: o.timeout, retry: newRetrier(o.failFast)}
	dial := append([]grpc.DialOption{
		grpc.WithTransportCredentials(o.creds),
		grpc.WithDefaultServiceConfig(o.serviceConfig()),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: reconnect, MinConnectTimeout: minConnectTimeout}),
		grpc.WithChainUnaryInterceptor(c.limitUnary, c.retryUnary),
		grpc.WithChainStreamInterceptor(c.limitStream),
	}, o.grpc...)
	var err error
	if c.conn, err = grpc.NewClient(addr, dial...); err != nil {
		return nil, fmt.Errorf("dial %s: %w", addr, err)
	}
	return c, nil
}

// checkAddress rejects addresses that gRPC accepts but that cannot be a coderefd: with an unresolvable name, every
// call would wait until its deadline, and a host without a port means port 443.
func checkAddress(addr string) error {
	scheme, _, ok := strings.Cut(addr, ":")
	switch {
	case strings.EqualFold(scheme, "http"), strings.EqualFold(scheme, "https"):
		return fmt.Errorf("dial %s: a gRPC address has the form host:port, without %s://", addr, scheme)
	case ok && (strings.Contains(addr, "://") || resolver.Get(scheme) != nil):
		return nil // the resolver of the scheme reads it
	}
	if _, port, err := net.SplitHostPort(addr); err != nil || port == "" {
		return fmt.Errorf("dial %s: want host:port, such as %s, or unix:///path", addr, DefaultAddress)
	}
	return nil
}

// Close closes the connection. Calls in flight fail with CANCELLED.
func (c *Client) Close() error { return c.conn.Close() }

// Conn returns the connection, for services that have no stub here, such as
// health and reflection.
func (c *Client) Conn() *grpc.ClientConn { return c.conn }
