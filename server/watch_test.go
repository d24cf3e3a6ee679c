package server_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

// received is one event of WatchTools.
type received struct {
	Change         commonv1.ChangeType
	Name, Revision string
}

func TestWatchTools(t *testing.T) {
	f := newFake()
	f.tools = f.tools[:2]
	c := serve(t, f)
	stream, err := c.tools.WatchTools(t.Context(), &toolv1.WatchToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	expect := func(want ...received) {
		t.Helper()
		for _, w := range want {
			got, err := stream.Recv()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(
				w, received{got.GetChangeType(), got.GetTool().GetName(), got.GetRevision()},
			); diff != "" {
				t.Fatalf("-want +got:\n%s", diff)
			}
		}
	}
	const (
		added, updated = commonv1.ChangeType_CHANGE_TYPE_ADDED, commonv1.ChangeType_CHANGE_TYPE_UPDATED
		removed        = commonv1.ChangeType_CHANGE_TYPE_REMOVED
	)
	expect(
		received{added, "echo", "r1"}, received{added, "free", "r1"},
		received{commonv1.ChangeType_CHANGE_TYPE_SYNCED, "", "r1"},
	)

	f.change(func() {}) // a server's state changed, the tools did not
	f.change(func() {
		changed := *f.tools[0]
		changed.Bound = false
		f.tools = []*mcpbridge.Tool{&changed, tool("alpha", "third", `{}`)}
		f.revision = "r2"
	})
	expect(received{removed, "free", "r2"}, received{updated, "echo", "r2"}, received{added, "third", "r2"})

	c.services.Shutdown()
	c.services.Shutdown()
	_, err = stream.Recv()
	checkFailure(
		t, err, failure{code: codes.Unavailable, reason: "SHUTTING_DOWN", message: "the service is shutting down"},
	)
}

// A server that never becomes ready delays neither the tools of other servers nor the shutdown.
func TestWatchToolsWithHangingServer(t *testing.T) {
	f := newFake()
	f.settling = true
	c := serve(t, f)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	stream, err := c.tools.WatchTools(ctx, &toolv1.WatchToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for range len(f.tools) + 1 {
		if _, err := stream.Recv(); err != nil {
			t.Fatal(err)
		}
	}
	c.services.Shutdown()
	_, err = stream.Recv()
	checkFailure(
		t, err, failure{code: codes.Unavailable, reason: "SHUTTING_DOWN", message: "the service is shutting down"},
	)
}

// One tool that is too large for a message does not end the watch.
func TestWatchToolsHugeTool(t *testing.T) {
	f := newFake()
	huge := tool("alpha", "huge", `{"type":"object"}`)
	huge.Title, huge.Description = strings.Repeat("x", responseLimit), strings.Repeat("x", responseLimit)
	f.tools = []*mcpbridge.Tool{huge}
	stream, err := serve(t, f).tools.WatchTools(t.Context(), &toolv1.WatchToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if size := proto.Size(got); size > responseLimit || !got.GetTool().GetTruncated() {
		t.Errorf("got %d bytes, truncated %t; want at most %d bytes, truncated",
			size, got.GetTool().GetTruncated(), responseLimit)
	}
}

func TestWatchToolsUnknownServer(t *testing.T) {
	stream, err := serve(t, newFake()).tools.WatchTools(t.Context(), &toolv1.WatchToolsRequest{Server: "gamma"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = stream.Recv()
	checkFailure(t, err, failure{
		code: codes.NotFound, reason: "SERVER_NOT_FOUND",
		message:  `server "gamma" is not configured; ListServers returns the configured servers`,
		metadata: map[string]string{"server": "gamma", "stage": "route"},
	})
}

func TestWatchServers(t *testing.T) {
	f := newFake()
	c := serve(t, f)
	stream, err := c.admin.WatchServers(t.Context(), &adminv1.WatchServersRequest{})
	if err != nil {
		t.Fatal(err)
	}
	next := func() string {
		t.Helper()
		got, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		return got.GetChangeType().String() +
			" " + got.GetServer().GetName() +
			" " + got.GetServer().GetState().String()
	}
	got := []string{next(), next(), next()}
	f.change(func() { f.servers[0].Counters.Calls++ }) // no change of state
	f.change(func() { f.servers[1].State = mcpbridge.StateParked })
	got = append(got, next())
	want := []string{
		"CHANGE_TYPE_ADDED alpha SERVER_STATE_READY",
		"CHANGE_TYPE_ADDED beta SERVER_STATE_IDLE",
		"CHANGE_TYPE_SYNCED  SERVER_STATE_UNSPECIFIED",
		"CHANGE_TYPE_UPDATED beta SERVER_STATE_PARKED",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	c.services.Shutdown()
	if _, err = stream.Recv(); err == nil {
		t.Error("watch after Shutdown: got no error, want its end")
	}
}

func TestFollowHealth(t *testing.T) {
	f := newFake()
	h := health.NewServer()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	watched := &watchedHealth{sent: make(chan healthv1.HealthCheckResponse_ServingStatus, 8), ctx: ctx}
	go func() {
		defer close(done)
		server.FollowHealth(ctx, h, f, "alpha")
	}()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = h.Watch(&healthv1.HealthCheckRequest{Service: "mcp.server/alpha"}, watched)
	}()
	watched.await(t, healthv1.HealthCheckResponse_SERVING)
	f.change(func() { f.servers[0].State = mcpbridge.StateBackoff })
	watched.await(t, healthv1.HealthCheckResponse_NOT_SERVING)
	cancel()
	<-done
	<-ended
	for name, want := range map[string]healthv1.HealthCheckResponse_ServingStatus{
		"":                                      healthv1.HealthCheckResponse_SERVING,
		"coderef.tool.v1.ToolService":           healthv1.HealthCheckResponse_SERVING,
		"coderef.resource.v1.ResourceService":   healthv1.HealthCheckResponse_SERVING,
		"coderef.codeintel.v1.CodeIntelService": healthv1.HealthCheckResponse_NOT_SERVING,
		"mcp.server/beta":                       healthv1.HealthCheckResponse_SERVING,
	} {
		resp, err := h.Check(t.Context(), &healthv1.HealthCheckRequest{Service: name})
		if err != nil || resp.GetStatus() != want {
			t.Errorf("%q: %v, %v; want %v", name, resp.GetStatus(), err, want)
		}
	}
}

// watchedHealth is the stream of a health watch.
type watchedHealth struct {
	healthv1.Health_WatchServer
	ctx  context.Context
	sent chan healthv1.HealthCheckResponse_ServingStatus
}

func (w *watchedHealth) Context() context.Context { return w.ctx }

func (w *watchedHealth) Send(r *healthv1.HealthCheckResponse) error {
	w.sent <- r.GetStatus()
	return nil
}

// await reads statuses until it receives want. Its timeout only serves a state that never arrives.
func (w *watchedHealth) await(t *testing.T, want healthv1.HealthCheckResponse_ServingStatus) {
	t.Helper()
	limit := time.After(30 * time.Second)
	for {
		select {
		case got := <-w.sent:
			if got == want {
				return
			}
		case <-limit:
			t.Fatalf("timeout: %v was not sent, want it", want)
		}
	}
}
