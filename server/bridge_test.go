package server_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

var (
	_ server.Tools   = (*mcpbridge.Bridge)(nil)
	_ server.Servers = (*mcpbridge.Bridge)(nil)
)

// bridge opens a real bridge with a real child process, which is this test binary.
func bridge(t *testing.T) *mcpbridge.Bridge {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return open(t, serverConfig(self))
}

func serverConfig(command string) mcpbridge.ServerConfig {
	return mcpbridge.ServerConfig{
		Name: "alpha", Command: command, Env: []string{childEnv + "=1"},
		Sharing: mcpbridge.SharingShared, Processes: 1, MaxInFlight: 8, MaxQueue: 8, IdleTimeout: time.Hour,
		StartTimeout: time.Minute, ProbeTimeout: time.Minute, StopGrace: time.Second,
		Backoff: mcpbridge.Backoff{
			Initial: time.Millisecond, Max: time.Second, Multiplier: 2, Jitter: 0.1,
			Budget: 100, Window: time.Minute, ParkedRetry: time.Minute, ResetAfter: time.Minute,
		},
		PingInterval: time.Minute, PingFailures: 3, WriteStall: time.Minute,
		MaxLineBytes: 1 << 20, MaxDepth: 64, TrustAnnotations: true,
	}
}

func open(t *testing.T, cfg mcpbridge.ServerConfig) *mcpbridge.Bridge {
	t.Helper()
	b, err := mcpbridge.Open(t.Context(), mcpbridge.Config{
		ClientName: "test", ClientVersion: "1", Servers: []mcpbridge.ServerConfig{cfg},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := b.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestRealBridge(t *testing.T) {
	c := serve(t, bridge(t))
	exact := `{"n":12345678901234567890,"text":"é"}`
	resp, err := c.tools.CallTool(t.Context(), jsonCall("echo", exact))
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"content":[],"structuredContent":` + exact + `}`; string(resp.GetResultJson()) != want {
		t.Errorf("got %s, want %s", resp.GetResultJson(), want)
	}
	if info := resp.GetCallInfo(); info.GetServer() != "alpha" || info.GetProtocolVersion() != "2025-06-18" ||
		info.GetAttemptCount() != 1 {
		t.Errorf("got call %v, want server alpha, revision 2025-06-18 and 1 attempt", info)
	}

	_, err = c.tools.CallTool(t.Context(), jsonCall("echo", `{}`))
	checkFailure(t, err, failure{
		code: codes.InvalidArgument, reason: "INVALID_ARGUMENTS", message: `argument "text" is missing`,
		metadata: echoMeta(), fields: []string{"/text"},
	})
	_, err = c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "nope"})
	checkFailure(t, err, failure{
		code: codes.NotFound, reason: "TOOL_NOT_FOUND",
		message:  `no server has tool "nope"; ListTools returns the available tools`,
		metadata: map[string]string{"tool": "nope", "stage": "route"},
	})
	refused, err := c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "refuse"})
	if err != nil || !refused.GetIsError() {
		t.Errorf("CallTool(refuse) = %v, error %v, want a tool error", refused, err)
	}
	events, err := collect(t, c, &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "step"}})
	if err != nil || len(events) != 2 || events[0].GetProgress().GetTotal() != 2 {
		t.Errorf("StreamCallTool(step) = %v, error %v, want progress of a total of 2 and a result", events, err)
	}
	listed, err := c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{})
	if err != nil || len(listed.GetTools()) != 6 {
		t.Errorf("ListTools = %v, error %v, want 6 tools", listed, err)
	}
	if _, err := c.admin.Ping(t.Context(), &adminv1.PingRequest{Server: "alpha"}); err != nil {
		t.Error(err)
	}
	state, err := c.admin.GetStatus(t.Context(), &adminv1.GetStatusRequest{})
	if err != nil || state.GetToolCount() != 6 || state.GetServerCount() != 1 {
		t.Errorf("got %v, %v; want 6 tools of 1 server", state, err)
	}
	servers, err := c.admin.ListServers(t.Context(), &adminv1.ListServersRequest{})
	if err != nil || servers.GetServers()[0].GetImplementationName() != "child" {
		t.Errorf("got %v, %v; want the implementation name child", servers, err)
	}
}

// patient allows many attempts, because the number of attempts until a restart depends on its timing.
func patient() policies {
	p := onePolicy("alpha", time.Minute, 1000)
	p.Retry.Backoff = 10 * time.Millisecond
	return p
}

func TestRealChildDies(t *testing.T) {
	c := serveWith(t, bridge(t), patient())
	_, err := c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "die"})
	checkFailure(t, err, failure{
		code: codes.Aborted, reason: "SERVER_EXITED",
		message:  `server "alpha" exited during the call; the tool may have run`,
		metadata: map[string]string{"server": "alpha", "tool": "die", "stage": "server", "maybeExecuted": "true"},
	})
	if _, err := c.tools.CallTool(t.Context(), jsonCall("echo", `{"text":""}`)); err != nil {
		t.Error(err)
	}
}

// The service's own deadline ends a call to which the tool never responds, and the status names the stage.
func TestRealDeadline(t *testing.T) {
	b := bridge(t)
	if _, err := serve(t, b).tools.CallTool(t.Context(), jsonCall("echo", `{"text":""}`)); err != nil {
		t.Fatal(err) // the child process is ready
	}
	c := serveWith(t, b, onePolicy("alpha", 200*time.Millisecond, 3))
	want := failure{
		code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED",
		message:  "the deadline expired before the tool responded; the tool may have run",
		metadata: map[string]string{"server": "alpha", "tool": "hang", "stage": "server", "maybeExecuted": "true"},
	}
	_, err := c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "hang"})
	checkFailure(t, err, want)
	_, err = collect(t, c, &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "hang"}})
	checkFailure(t, err, want)
}

// A child process that exits during a read-only tool is restarted, and the call is repeated.
func TestRealRetry(t *testing.T) {
	path, err := json.Marshal(filepath.Join(t.TempDir(), "seen"))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := serveWith(t, bridge(t), patient()).tools.CallTool(
		t.Context(), jsonCall("flaky", `{"path":`+string(path)+`}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	if got := resp.GetCallInfo().GetAttemptCount(); got < 2 {
		t.Errorf("got %d attempts, want at least 2", got)
	}
}

// The operator's configuration is not visible to callers, even if it is wrong. The AdminService reports it to the
// operator.
func TestRealMissingProgram(t *testing.T) {
	c := serveWith(
		t, open(t, serverConfig("/secret/missing-program")), onePolicy("", time.Minute, 1),
	)
	_, err := c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "echo", Server: "alpha"})
	got := failureOf(t, err)
	switch got.reason { // depends on how far the bridge has come
	case "SERVER_START_FAILED", "SERVER_UNAVAILABLE", "SERVER_PARKED":
	default:
		t.Errorf("got error %v, want reason SERVER_START_FAILED, SERVER_UNAVAILABLE or SERVER_PARKED", err)
	}
	state, adminErr := c.admin.GetServer(t.Context(), &adminv1.GetServerRequest{Name: "alpha"})
	if adminErr != nil {
		t.Fatal(adminErr)
	}
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("got error %v, want one without the command", err)
	}
	const want = `program "/secret/missing-program" does not exist`
	if last := state.GetServer().GetLastFailure(); last != nil && last.GetMessage() != want { // nil: still starting
		t.Errorf("last failure = %v, want %s", last, want)
	}
}
