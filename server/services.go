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

// Tools finds and runs tools. *mcpbridge.Bridge is one. All methods may be called
// concurrently.
type Tools interface {
	// Catalog returns the tools of all servers, or of the named one.
	Catalog(ctx context.Context, server string) (*mcpbridge.Catalog, error)
	// Tool returns one tool; an empty server means the owner of the bare name.
	Tool(ctx context.Context, server, name string) (*mcpbridge.Tool, error)
	// CallTool runs a tool once.
	CallTool(ctx context.Context, call mcpbridge.Call) (*mcpbridge.Result, error)
}

// Resources finds and reads resources. *mcpbridge.Bridge is one. All methods may be
// called concurrently.
type Resources interface {
	// ResourceCatalog returns the resources and templates of all servers, or of the
	// named one.
	ResourceCatalog(ctx context.Context, server string) (*mcpbridge.ResourceCatalog, error)
	// ResourceTemplate returns one template; an empty server means the owner of its
	// text.
	ResourceTemplate(ctx context.Context, server, template string) (*mcpbridge.ResourceTemplate, error)
	// ShadowedResources returns the URIs and the templates that several servers offer.
	ShadowedResources() (uris, templates []mcpbridge.ShadowedName)
	// ReadResource reads a resource once.
	ReadResource(ctx context.Context, read mcpbridge.Read) (*mcpbridge.Result, error)
}

// Servers tells what the configured servers are doing. *mcpbridge.Bridge is one.
// All methods may be called concurrently.
type Servers interface {
	// Servers returns all servers in configuration order.
	Servers() []mcpbridge.ServerStatus
	// Server returns one of them.
	Server(name string) (mcpbridge.ServerStatus, error)
	// Ping measures the way to a server and back.
	Ping(ctx context.Context, server string) (time.Duration, error)
	// Subscribe returns a channel that has a value whenever a server or the
	// catalog has changed since the last receive. The caller must call cancel,
	// once or more often.
	Subscribe() (changes <-chan struct{}, cancel func())
}

// Limits bound messages. All must be positive.
type Limits struct {
	// RequestBytes is the largest request message, as GetCapabilities tells it.
	RequestBytes int
	// ResponseBytes is the largest unary response message.
	ResponseBytes int
	// ChunkBytes is the largest piece of a streamed result or resource; more than the
	// contract's 256 KiB means 256 KiB.
	ChunkBytes int
	// ServerMessageBytes is the largest message that a server may send.
	ServerMessageBytes int
	// JSONDepth is the deepest nesting of arguments and of typed results.
	JSONDepth int
}

// Deadlines are what GetCapabilities tells of the deadline and retry
// interceptors, which enforce them.
type Deadlines struct {
	// Default is given to a call without a deadline, Max is the longest.
	Default, Max time.Duration
	// MaxAttempts counts the first.
	MaxAttempts int
}

// Build says what was built.
type Build struct {
	Version, Commit, GoVersion string
}

// Config holds what the services are built from.
type Config struct {
	// Tools, Resources and Servers are the bridge. Required.
	Tools     Tools
	Resources Resources
	Servers   Servers
	// Limits bound messages. Required.
	Limits Limits
	// Deadlines, Build, StartTime, ProtocolVersions (newest first) and Warnings
	// are passed on by AdminService.
	Deadlines        Deadlines
	Build            Build
	StartTime        time.Time
	ProtocolVersions []string
	Warnings         []string
	// CodeIntelServer is the configured name of the server that runs the tools of
	// CodeIntelService; empty: the owner of each tool's bare name.
	CodeIntelServer string
	// Principal names the caller for servers that are not shared between
	// principals. Nil: all callers are "anonymous".
	Principal func(context.Context) string
	// Logger takes operators' records. Nil discards them.
	Logger *slog.Logger
}

// Services are the gRPC services over one bridge.
type Services struct {
	backend *backend
	done    chan struct{} // closed by Shutdown
	once    sync.Once
}

// backend is what the handlers of all services share. It does not change once
// made.
type backend struct {
	Config
	calls *toolcall.Runner
	done  <-chan struct{}
}

// New returns the services. It starts nothing.
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

// Status returns the status of an error: a code, one google.rpc.ErrorInfo and typed
// details. Statuses are returned unchanged. An unknown error is INTERNAL without its
// text. A nil err is OK.
func Status(err error) *status.Status { return failure.Status(err) }

// anonymous is the principal of every caller while there is no authentication.
const anonymous = "anonymous"

// maxChunkBytes is the largest chunk of the contract's streams.
const maxChunkBytes = 256 << 10

// Register adds ToolService, ResourceService, AdminService and CodeIntelService to
// r.
func (s *Services) Register(r grpc.ServiceRegistrar) {
	toolv1.RegisterToolServiceServer(r, &toolService{backend: s.backend})
	resourcev1.RegisterResourceServiceServer(r, &resourceService{backend: s.backend})
	adminv1.RegisterAdminServiceServer(r, &adminService{backend: s.backend})
	codeintelv1.RegisterCodeIntelServiceServer(r, codeintel.New(s.backend.calls, s.backend.CodeIntelServer))
}

// Shutdown ends all watches, which otherwise keep a graceful stop from ending.
// Other calls go on. It may be called more than once.
func (s *Services) Shutdown() {
	s.once.Do(func() { close(s.done) })
}

// toolService implements coderef.tool.v1.ToolService.
type toolService struct {
	toolv1.UnimplementedToolServiceServer
	*backend
}

// resourceService implements coderef.resource.v1.ResourceService.
type resourceService struct {
	resourcev1.UnimplementedResourceServiceServer
	*backend
}

// adminService implements coderef.admin.v1.AdminService.
type adminService struct {
	adminv1.UnimplementedAdminServiceServer
	*backend
}
