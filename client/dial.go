package client

import (
	_ "embed"
	"fmt"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/health" // for healthCheckConfig, which is ignored without it

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

//go:embed service_config.json
var serviceConfig string

// ServiceConfig is the gRPC service config that [Dial] uses: JSON as the gRPC
// documentation defines it, for clients that are made without this package.
func ServiceConfig() string { return serviceConfig }

// Client is a connection to coderefd. It is safe for concurrent use. Close it
// when done.
type Client struct {
	conn *grpc.ClientConn
}

// Option changes how [Dial] connects.
type Option func(*options)

type options struct {
	creds  credentials.TransportCredentials
	config string
	grpc   []grpc.DialOption
}

// WithHealthChecks keeps calls away from replicas that are not ready or are
// shutting down, at the price of one open stream to each. With a single replica
// it gains nothing.
func WithHealthChecks() Option {
	return func(o *options) { o.config = healthChecked(o.config) }
}

// WithTransportCredentials replaces plain text, which is the default since
// coderefd serves this machine only unless told otherwise.
func WithTransportCredentials(creds credentials.TransportCredentials) Option {
	return func(o *options) { o.creds = creds }
}

// WithDialOptions adds options of gRPC itself; they win over those of Dial.
func WithDialOptions(opts ...grpc.DialOption) Option {
	return func(o *options) { o.grpc = append(o.grpc, opts...) }
}

// Dial returns a client of the service at addr: host:port, unix:///path, or any
// other target that gRPC resolves. It connects with the first call, so an address
// where nothing listens is that call's error, not Dial's.
func Dial(addr string, opts ...Option) (*Client, error) {
	o := options{creds: insecure.NewCredentials(), config: serviceConfig}
	for _, opt := range opts {
		opt(&o)
	}
	dial := append([]grpc.DialOption{
		grpc.WithTransportCredentials(o.creds),
		grpc.WithDefaultServiceConfig(o.config),
		grpc.WithChainUnaryInterceptor(retryCalls),
	}, o.grpc...)
	conn, err := grpc.NewClient(addr, dial...)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", addr, err)
	}
	return &Client{conn: conn}, nil
}

// Close ends the connection and the calls on it.
func (c *Client) Close() error { return c.conn.Close() }

// Conn is the connection, for services that have no stub here: health, reflection.
func (c *Client) Conn() *grpc.ClientConn { return c.conn }

// ToolService is the stub of coderef.tool.v1.ToolService.
func (c *Client) ToolService() toolv1.ToolServiceClient { return toolv1.NewToolServiceClient(c.conn) }

// ResourceService is the stub of coderef.resource.v1.ResourceService.
func (c *Client) ResourceService() resourcev1.ResourceServiceClient {
	return resourcev1.NewResourceServiceClient(c.conn)
}

// CodeIntelService is the stub of coderef.codeintel.v1.CodeIntelService.
func (c *Client) CodeIntelService() codeintelv1.CodeIntelServiceClient {
	return codeintelv1.NewCodeIntelServiceClient(c.conn)
}

// AdminService is the stub of coderef.admin.v1.AdminService.
func (c *Client) AdminService() adminv1.AdminServiceClient {
	return adminv1.NewAdminServiceClient(c.conn)
}

// healthChecked adds a healthCheckConfig to a service config.
func healthChecked(config string) string {
	service := toolv1.ToolService_ServiceDesc.ServiceName
	return `{"healthCheckConfig": {"serviceName": "` + service + `"},` + strings.TrimPrefix(strings.TrimSpace(config), "{")
}
