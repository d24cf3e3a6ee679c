package server

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/codeintel"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
	"github.com/coderef-system/coderefd/server/internal/toolschema"
)

// Tools finds and runs tools. *mcpbridge.Bridge implements it. All methods may be called concurrently, and fail
// with [mcpbridge.KindClosed] after the bridge has closed.
type Tools interface {
	// Catalog returns the tools of the named server, or of all servers if the name is empty.
	Catalog(ctx context.Context, server string) (*mcpbridge.Catalog, error)
	// Tool returns one tool. If server is empty, the bare name selects the server.
	Tool(ctx context.Context, server, name string) (*mcpbridge.Tool, error)
	// CallTool runs a tool once.
	CallTool(ctx context.Context, call mcpbridge.Call) (*mcpbridge.Result, error)
}

// Resources finds and reads resources. *mcpbridge.Bridge implements it. All methods may be called concurrently.
// The methods that return an error fail with [mcpbridge.KindClosed] after the bridge has closed.
type Resources interface {
	// ResourceCatalog returns the resources and templates of the named server, or of all servers if the name
	// is empty.
	ResourceCatalog(ctx context.Context, server string) (*mcpbridge.ResourceCatalog, error)
	// ResourceTemplate returns one template. If server is empty, the template's text selects the server.
	ResourceTemplate(ctx context.Context, server, template string) (*mcpbridge.ResourceTemplate, error)
	// ShadowedResources returns the URIs and templates that several servers offer.
	ShadowedResources() (uris, templates []mcpbridge.ShadowedName)
	// ReadResource reads a resource once.
	ReadResource(ctx context.Context, read mcpbridge.Read) (*mcpbridge.Result, error)
}

// Servers reports the state of the configured servers. *mcpbridge.Bridge implements it. All methods may be
// called concurrently. After the bridge has closed, Servers and Server return the last state, Ping fails with
// [mcpbridge.KindClosed], and the channels of Subscribe are closed.
type Servers interface {
	// Servers returns all servers in configuration order.
	Servers() []mcpbridge.ServerStatus
	// Server returns one server.
	Server(name string) (mcpbridge.ServerStatus, error)
	// Ping measures the round trip to a server.
	Ping(ctx context.Context, server string) (time.Duration, error)
	// Subscribe returns a channel that receives a value after a server or the catalog changed since the last
	// receive. The caller must call cancel at least once.
	Subscribe() (changes <-chan struct{}, cancel func())
}

// Limits bound messages. All must be positive.
type Limits struct {
	// RequestBytes is the largest request message, as reported by GetCapabilities.
	RequestBytes int
	// ResponseBytes is the largest unary response message.
	ResponseBytes int
	// ChunkBytes is the largest chunk of a streamed result or resource. A value above the contract's 256 KiB
	// is reduced to it.
	ChunkBytes int
	// ServerMessageBytes is the largest message that a server may send.
	ServerMessageBytes int
	// JSONDepth is the maximum nesting depth of arguments and of typed results.
	JSONDepth int
}

// Deadlines are the values that GetCapabilities reports for the deadline and retry interceptors, which
// enforce them.
type Deadlines struct {
	// Default is the deadline of a call without one. Max is the longest allowed deadline.
	Default, Max time.Duration
	// MaxAttempts includes the first attempt.
	MaxAttempts int
}

// Build describes the build of the service.
type Build struct {
	Version, Commit, GoVersion string
}

// Config configures the services.
type Config struct {
	// Tools, Resources and Servers are the bridge. Required.
	Tools     Tools
	Resources Resources
	Servers   Servers
	// Limits bound messages. Required.
	Limits Limits
	// AdminService reports Deadlines, Build, StartTime, ProtocolVersions (newest first) and Warnings.
	Deadlines        Deadlines
	Build            Build
	StartTime        time.Time
	ProtocolVersions []string
	Warnings         []string
	// CodeIntelServer is the configured name of the server that runs the tools of CodeIntelService. If it is
	// empty, each tool's bare name selects the server.
	CodeIntelServer string
	// Principal returns the name of the caller, for servers that are not shared between principals. If it is
	// nil, all callers are "anonymous".
	Principal func(context.Context) string
	// Logger receives the log records for operators. If it is nil, they are discarded.
	Logger *slog.Logger
}

// Services are the gRPC services of one bridge.
type Services struct {
	backend *backend
	done    chan struct{} // closed by Shutdown
	once    sync.Once
}

// backend is the part that the handlers of all services share. It is immutable after construction.
type backend struct {
	Config
	calls *toolcall.Runner
	done  <-chan struct{}
}

// New returns the services. It does not start anything.
func New(cfg Config) *Services {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Principal == nil {
		cfg.Principal = func(context.Context) string { return anonymous }
	}
	cfg.Limits.ChunkBytes = max(1, min(cfg.Limits.ChunkBytes, maxChunkBytes))
	done := make(chan struct{})
	return &Services{
		backend: &backend{Config: cfg, calls: newRunner(cfg), done: done},
		done:    done,
	}
}

func newRunner(cfg Config) *toolcall.Runner {
	return &toolcall.Runner{
		Tools:   cfg.Tools,
		Schemas: toolschema.NewCache(cfg.Limits.JSONDepth),
		Limits: toolcall.Limits{
			ResponseBytes: cfg.Limits.ResponseBytes, ChunkBytes: cfg.Limits.ChunkBytes,
			ServerMessageBytes: cfg.Limits.ServerMessageBytes, JSONDepth: cfg.Limits.JSONDepth,
		},
		Principal: cfg.Principal,
	}
}

// Status converts an error to a status: a code, one google.rpc.ErrorInfo and typed details. A status is
// returned unchanged. An unknown error becomes INTERNAL without its text. A nil error becomes OK.
func Status(err error) *status.Status { return failure.Status(err) }

// anonymous is the principal of every caller without authentication.
const anonymous = "anonymous"

// maxChunkBytes is the largest chunk of a stream, as set by the contract.
const maxChunkBytes = 256 << 10

// Register adds ToolService, ResourceService, AdminService and CodeIntelService to
// r.
func (s *Services) Register(r grpc.ServiceRegistrar) {
	toolv1.RegisterToolServiceServer(r, &toolService{backend: s.backend})
	resourcev1.RegisterResourceServiceServer(r, &resourceService{backend: s.backend})
	adminv1.RegisterAdminServiceServer(r, &adminService{backend: s.backend})
	codeintelv1.RegisterCodeIntelServiceServer(r, codeintel.New(s.backend.calls, s.backend.CodeIntelServer))
}

// Shutdown ends all watches, which would otherwise block a graceful stop. Other calls continue. It may be
// called more than once.
func (s *Services) Shutdown() {
	s.once.Do(func() { close(s.done) })
}

// The services embed Unsafe…Server, not Unimplemented…Server: an RPC of the contract without an
// implementation does not compile.

// toolService implements coderef.tool.v1.ToolService.
type toolService struct {
	toolv1.UnsafeToolServiceServer
	*backend
}

// resourceService implements coderef.resource.v1.ResourceService.
type resourceService struct {
	resourcev1.UnsafeResourceServiceServer
	*backend
}

// adminService implements coderef.admin.v1.AdminService.
type adminService struct {
	adminv1.UnsafeAdminServiceServer
	*backend
}
