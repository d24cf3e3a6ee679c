package server_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors"
	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/retry"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		child()
		return
	}
	goleak.VerifyTestMain(comparedWithDoc{m})
}

// fake is a scripted bridge.
type fake struct {
	mu       sync.Mutex
	tools    []*mcpbridge.Tool
	revision string
	problems []mcpbridge.ServerProblem
	shadowed []mcpbridge.ShadowedName
	servers  []mcpbridge.ServerStatus
	watchers map[chan struct{}]struct{}
	calls    []mcpbridge.Call

	resources resources

	// call implements CallTool. Nil returns an empty result.
	call func(ctx context.Context, call mcpbridge.Call, attempt int) (*mcpbridge.Result, error)
	// If catalog is set, Catalog returns that error.
	catalog error
	// settling makes Catalog wait as long as it is allowed to, as for a server that never becomes ready.
	settling bool
}

func (f *fake) Catalog(ctx context.Context, name string) (*mcpbridge.Catalog, error) {
	if f.settling {
		<-ctx.Done()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.catalog != nil {
		return nil, f.catalog
	}
	if name != "" && !slices.ContainsFunc(f.servers, func(s mcpbridge.ServerStatus) bool { return s.Name == name }) {
		return nil, &mcpbridge.Error{Kind: mcpbridge.KindServerNotFound, Server: name, Stage: mcpbridge.StageRoute}
	}
	catalog := &mcpbridge.Catalog{Revision: f.revision, Unavailable: f.problems, Shadowed: f.shadowed}
	for _, tool := range f.tools {
		if name == "" || tool.Server == name {
			catalog.Tools = append(catalog.Tools, tool)
		}
	}
	return catalog, nil
}

func (f *fake) Tool(_ context.Context, name, tool string) (*mcpbridge.Tool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name != "" && !slices.ContainsFunc(f.servers, func(s mcpbridge.ServerStatus) bool { return s.Name == name }) {
		return nil, &mcpbridge.Error{Kind: mcpbridge.KindServerNotFound, Server: name, Stage: mcpbridge.StageRoute}
	}
	for _, t := range f.tools {
		if t.Name == tool && (name == "" || t.Server == name) {
			return t, nil
		}
	}
	return nil, &mcpbridge.Error{
		Kind: mcpbridge.KindToolNotFound, Server: name, Tool: tool, Stage: mcpbridge.StageRoute,
	}
}

func (f *fake) CallTool(ctx context.Context, call mcpbridge.Call) (*mcpbridge.Result, error) {
	f.mu.Lock()
	f.calls = append(f.calls, call)
	attempt := len(f.calls)
	f.mu.Unlock()
	if f.call == nil {
		return resultOf(`{"content":[]}`), nil
	}
	return f.call(ctx, call, attempt)
}

func (f *fake) Servers() []mcpbridge.ServerStatus {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.servers)
}

func (f *fake) Server(name string) (mcpbridge.ServerStatus, error) {
	for _, s := range f.Servers() {
		if s.Name == name {
			return s, nil
		}
	}
	return mcpbridge.ServerStatus{}, &mcpbridge.Error{Kind: mcpbridge.KindServerNotFound, Server: name}
}

func (f *fake) Ping(_ context.Context, name string) (time.Duration, error) {
	if _, err := f.Server(name); err != nil {
		return 0, err
	}
	return time.Millisecond, nil
}

func (f *fake) Subscribe() (<-chan struct{}, func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.watchers == nil {
		f.watchers = make(map[chan struct{}]struct{})
	}
	ch := make(chan struct{}, 1)
	f.watchers[ch] = struct{}{}
	return ch, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.watchers, ch)
	}
}

// change changes the fake and notifies its subscribers.
func (f *fake) change(edit func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	edit()
	for ch := range f.watchers {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

// sent returns the calls that reached the fake.
func (f *fake) sent() []mcpbridge.Call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

func resultOf(raw string) *mcpbridge.Result {
	return &mcpbridge.Result{
		Raw: json.RawMessage(raw), Server: "alpha", ProtocolVersion: "2025-11-25",
		QueueTime: time.Millisecond, ServerTime: 2 * time.Millisecond,
	}
}

func tool(serverName, name, schema string) *mcpbridge.Tool {
	return &mcpbridge.Tool{
		Server: serverName, Name: name, Description: "does " + name, InputSchema: json.RawMessage(schema),
		Definition: json.RawMessage(`{"name":"` + name + `"}`), Digest: "digest of " + name + schema, Bound: true,
	}
}

// repeatable marks a tool as safe to repeat, like the tools of the default server.
func repeatable(t *mcpbridge.Tool) *mcpbridge.Tool {
	t.Repeatable = true
	return t
}

const echoSchema = `{"type":"object","required":["text"],"additionalProperties":false,
	"properties":{"text":{"type":"string"},"count":{"type":"integer","maximum":9},"mode":{"enum":["a","b"]},"any":true}}`

func newFake() *fake {
	return &fake{
		revision: "r1",
		servers: []mcpbridge.ServerStatus{
			{Name: "alpha", State: mcpbridge.StateReady, Sharing: mcpbridge.SharingShared},
			{
				Name: "beta", State: mcpbridge.StateIdle, Sharing: mcpbridge.SharingPerPrincipal,
				ToolsListed: true, OmittedTools: 3,
			},
		},
		tools: []*mcpbridge.Tool{
			tool("alpha", "echo", echoSchema),
			tool("alpha", "free", `{"type":"object"}`),
			repeatable(tool("alpha", "coderef_scan", `{"type":"object","required":["project_path"]}`)),
			repeatable(tool("alpha", "coderef_query", `{"type":"object","required":["project_path"]}`)),
		},
	}
}

// clients are the clients of one connection.
type clients struct {
	tools     toolv1.ToolServiceClient
	resources resourcev1.ResourceServiceClient
	admin     adminv1.AdminServiceClient
	codeIntel codeintelv1.CodeIntelServiceClient
	services  *server.Services
}

// policies returns the same policy for every call.
type policies interceptors.Policy

func (p policies) Policy(string, any) interceptors.Policy { return interceptors.Policy(p) }

// onePolicy returns the policy of all calls: the server whose retries it counts, the timeout
// of calls without a deadline, and the number of attempts.
func onePolicy(server string, timeout time.Duration, attempts int) policies {
	return policies{
		Timeouts: deadline.Timeouts{Default: timeout},
		Retry:    retry.Policy{Server: server, MaxAttempts: attempts},
	}
}

const (
	responseLimit = 64 << 10
	requestLimit  = 64 << 10
	chunk         = 1 << 10
)

func limits() server.Limits {
	return server.Limits{
		RequestBytes: requestLimit, ResponseBytes: responseLimit, ChunkBytes: chunk,
		ServerMessageBytes: 1 << 20, JSONDepth: 16,
	}
}

// backends are the dependencies of a service.
type backends interface {
	server.Tools
	server.Resources
	server.Servers
}

// serve starts a real server with the whole interceptor chain and returns clients for it.
func serve(t *testing.T, f backends) clients {
	t.Helper()
	p := onePolicy("alpha", time.Minute, 3)
	p.Timeouts.Max = time.Minute
	return serveWith(t, f, p)
}

func serveWith(t *testing.T, f backends, p policies) clients {
	t.Helper()
	services := server.New(server.Config{
		Tools: f, Resources: f, Servers: f, Limits: limits(), CodeIntelServer: "alpha",
		Deadlines: server.Deadlines{Default: time.Minute, Max: time.Hour, MaxAttempts: 3},
		Build:     server.Build{Version: "v1", GoVersion: "go1"}, StartTime: time.Unix(1000, 0),
		ProtocolVersions: []string{"2025-11-25"}, Warnings: []string{"w1"},
	})
	links, err := interceptors.Chain(interceptors.Config{
		Logger: slog.New(slog.DiscardHandler), Policies: p, Status: server.Status, RequestBytes: requestLimit,
	})
	if err != nil {
		t.Fatal(err)
	}
	options := append(interceptors.ServerOptions(links), grpc.MaxRecvMsgSize(requestLimit+interceptors.ReceiveHeadroom))
	grpcServer := grpc.NewServer(options...)
	services.Register(grpcServer)
	conn := connect(t, grpcServer)
	return clients{
		tools: toolv1.NewToolServiceClient(conn), resources: resourcev1.NewResourceServiceClient(conn),
		admin:     adminv1.NewAdminServiceClient(conn),
		codeIntel: codeintelv1.NewCodeIntelServiceClient(conn), services: services,
	}
}

func connect(t *testing.T, grpcServer *grpc.Server) *grpc.ClientConn {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = grpcServer.Serve(listener)
	}()
	conn, err := grpc.NewClient(
		"passthrough:///bufconn",
		grpc.WithContextDialer(
			func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) },
		),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		grpcServer.Stop()
		<-served
	})
	return conn
}

// failure is the expected status of a call.
type failure struct {
	code     codes.Code
	reason   string
	message  string
	metadata map[string]string
	fields   []string        // fields of BadRequest
	retry    bool            // whether RetryInfo is present
	details  []proto.Message // all other details
}

// within returns the failure for a stream, whose request contains the unary request in a field.
func (f failure) within(field string) failure {
	f.fields = slices.Clone(f.fields)
	for i, name := range f.fields {
		f.fields[i] = strings.TrimSuffix(field+"."+name, ".")
	}
	if f.reason == "INVALID_REQUEST" && len(f.metadata) == 0 { // the validator names the field in its message
		name, problem, _ := strings.Cut(strings.TrimPrefix(f.message, "field "), " ")
		if f.fields[0] == field { // a rule of the whole request
			name, problem = field+":", f.message
		} else {
			name = field + "." + name
		}
		f.message = "field " + name + " " + problem
	}
	return f
}

func failureOf(t *testing.T, err error) failure {
	t.Helper()
	st, ok := status.FromError(err)
	if !ok {
		t.Fatalf("got error %v, want a status", err)
	}
	got := failure{code: st.Code(), message: st.Message()}
	infos := 0
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			infos++
			got.reason = d.GetReason()
			got.metadata = maps.Clone(d.GetMetadata())
			if d.GetDomain() != "coderef" {
				t.Errorf("got domain %q, want coderef", d.GetDomain())
			}
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				got.fields = append(got.fields, v.GetField())
			}
		case *errdetails.RetryInfo:
			got.retry = true
		case proto.Message:
			got.details = append(got.details, d)
		default:
			t.Errorf("got detail %v, want one of the known types", d)
		}
	}
	if infos != 1 {
		t.Errorf("got %d ErrorInfo in %v, want 1", infos, err)
	}
	table, docErr := readErrorTable()
	if docErr != nil {
		t.Fatal(docErr)
	}
	for _, problem := range seen.record(table, st) {
		t.Error(problem)
	}
	return got
}

func checkFailure(t *testing.T, err error, want failure) {
	t.Helper()
	if err == nil {
		t.Fatalf("got no error, want %+v", want)
	}
	if diff := cmp.Diff(want, failureOf(t, err), cmp.AllowUnexported(failure{}), protocmp.Transform()); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
}
