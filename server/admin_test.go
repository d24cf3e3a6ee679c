package server_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// same compares a message with its expected JSON form.
func same(t *testing.T, got proto.Message, want string) {
	t.Helper()
	expected := got.ProtoReflect().New().Interface()
	if err := protojson.Unmarshal([]byte(want), expected); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(expected, got, protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestGetStatus(t *testing.T) {
	f := newFake()
	f.servers[1].State = mcpbridge.StateBackoff
	f.servers[1].LastError = &mcpbridge.Error{Kind: mcpbridge.KindServerExited, Err: errors.New("secret")}
	f.servers[1].LastErrorTime, f.servers[1].RetryAt = time.Unix(5, 0), time.Unix(6, 0)
	f.servers[0].Instances = []mcpbridge.InstanceStatus{
		{PID: 7, State: mcpbridge.StateBusy, StartTime: time.Unix(4, 0), InFlight: 2, Queued: 3},
	}
	f.shadowed = []mcpbridge.ShadowedName{{Name: "echo", Owner: "alpha", Others: []string{"beta"}}}
	f.problems = []mcpbridge.ServerProblem{{Server: "beta", State: mcpbridge.StateBackoff}}
	got, err := serve(t, f).admin.GetStatus(t.Context(), &adminv1.GetStatusRequest{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, `{
		"build":{"version":"v1","goVersion":"go1"}, "startTime":"1970-01-01T00:16:40Z", "serverCount":2, "toolCount":4, "toolsRevision":"r1",
		"shadowedTools":[{"name":"echo","server":"alpha","shadowedServers":["beta"]}], "shadowedToolCount":1,
		"warnings":[{"message":"w1"},{"message":"server \"beta\" is starting or restarting; try again"}]}`)
	servers, err := serve(t, f).admin.ListServers(t.Context(), &adminv1.ListServersRequest{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, servers, `{"servers":[
			{"name":"alpha","state":"SERVER_STATE_READY","sharing":"SHARING_SHARED","counters":{},
			 "instances":[{"pid":7,"state":"SERVER_STATE_BUSY","startTime":"1970-01-01T00:00:04Z","inFlightCount":2,"queuedCount":3}],"instanceCount":1},
			{"name":"beta","state":"SERVER_STATE_BACKOFF","sharing":"SHARING_PER_PRINCIPAL","toolCount":0,"omittedToolCount":3,"counters":{},
			 "nextStartTime":"1970-01-01T00:00:06Z",
			 "lastFailure":{"reason":"ERROR_REASON_SERVER_EXITED","message":"the process of server \"beta\" exited","failureTime":"1970-01-01T00:00:05Z"}}]}`)
}

// The status and the server report the facts of the last failure.
func TestGetStatusReportsFailures(t *testing.T) {
	f := newFake()
	const report = `program "p" was not found in the server's PATH (/bin)`
	f.servers[1].LastError, f.servers[1].LastErrorReport = &mcpbridge.Error{Kind: mcpbridge.KindSpawnFailed}, report
	f.problems = []mcpbridge.ServerProblem{
		{Server: "beta", State: mcpbridge.StateParked, Err: &mcpbridge.Error{Kind: mcpbridge.KindServerParked}},
	}
	c := serve(t, f)
	status, err := c.admin.GetStatus(t.Context(), &adminv1.GetStatusRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if w := status.GetWarnings(); len(w) != 2 || !strings.HasSuffix(w[1].GetMessage(), "; last failure: "+report) {
		t.Errorf("got warnings %v, want the second to end in %s", w, report)
	}
	server, err := c.admin.GetServer(t.Context(), &adminv1.GetServerRequest{Name: "beta"})
	if err != nil {
		t.Fatal(err)
	}
	if got := server.GetServer().GetLastFailure().GetMessage(); got != report {
		t.Errorf("GetServer: got last failure %q, want %q", got, report)
	}
	tools, err := c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{})
	if err != nil || strings.Contains(tools.String(), "PATH") {
		t.Errorf("got %v and error %v from ListTools, want no PATH", tools, err)
	}
}

// The status stays small with any number of shadowed resources.
func TestGetStatusReportsShadowedResources(t *testing.T) {
	f := newFake()
	names := func(form string, n int) (names []mcpbridge.ShadowedName) {
		for i := range n {
			names = append(
				names, mcpbridge.ShadowedName{Name: fmt.Sprintf(form, i), Owner: "alpha", Others: []string{"beta"}},
			)
		}
		return names
	}
	for _, test := range []struct{ uris, templates, wantURIs, wantTemplates int }{
		{0, 0, 0, 0}, {2, 3, 2, 3}, {99, 5, 99, 1}, {150, 5, 100, 0}, {0, 150, 0, 100},
	} {
		f.resources.shadowed, f.resources.shadowedTemplates = names("doc:%03d", test.uris), names(
			"doc:%03d/{x}", test.templates,
		)
		got, err := serve(t, f).admin.GetStatus(t.Context(), &adminv1.GetStatusRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var want []*adminv1.ShadowedResource
		for i := range test.wantURIs {
			want = append(want, &adminv1.ShadowedResource{
				Resource: &adminv1.ShadowedResource_Uri{Uri: fmt.Sprintf("doc:%03d", i)},
				Server:   "alpha", ShadowedServers: []string{"beta"},
			})
		}
		for i := range test.wantTemplates {
			want = append(want, &adminv1.ShadowedResource{
				Resource: &adminv1.ShadowedResource_UriTemplate{UriTemplate: fmt.Sprintf("doc:%03d/{x}", i)},
				Server:   "alpha", ShadowedServers: []string{"beta"},
			})
		}
		if diff := cmp.Diff(want, got.GetShadowedResources(), protocmp.Transform()); diff != "" {
			t.Errorf("%d URIs, %d templates (-want +got):\n%s", test.uris, test.templates, diff)
		}
		if total := int(got.GetShadowedResourceCount()); total != test.uris+test.templates {
			t.Errorf("%d URIs, %d templates: got count %d", test.uris, test.templates, total)
		}
	}
}

func TestGetStatusWithoutCatalog(t *testing.T) {
	f := newFake()
	f.catalog = &mcpbridge.Error{Kind: mcpbridge.KindClosed}
	got, err := serve(t, f).admin.GetStatus(t.Context(), &adminv1.GetStatusRequest{})
	if err != nil {
		t.Fatal(err)
	}
	want := []*adminv1.StatusWarning{
		{Message: "w1"},
		{Message: "the list of tools is not available: the service is shutting down"},
	}
	if diff := cmp.Diff(want, got.GetWarnings(), protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestGetCapabilities(t *testing.T) {
	got, err := serve(t, newFake()).admin.GetCapabilities(t.Context(), &adminv1.GetCapabilitiesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, `{"protocolVersions":["2025-11-25"],
		"limits":{"maxRequestBytes":65536,"maxResponseBytes":65536,"maxServerMessageBytes":1048576,"maxJsonDepth":16,"maxChunkBytes":1024},
		"callDefaults":{"timeout":"60s","maxTimeout":"3600s","maxAttempts":3}}`)
}

func TestServersAreListed(t *testing.T) {
	c := serve(t, newFake())
	first, err := c.admin.ListServers(t.Context(), &adminv1.ListServersRequest{PageSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	rest, err := c.admin.ListServers(
		t.Context(), &adminv1.ListServersRequest{PageSize: 1, PageToken: first.GetNextPageToken()},
	)
	if err != nil {
		t.Fatal(err)
	}
	if first.GetServers()[0].GetName() != "alpha" || rest.GetServers()[0].GetName() != "beta" ||
		rest.GetNextPageToken() != "" {
		t.Errorf("ListServers: got %v, then %v, want alpha, then beta as the last page", first, rest)
	}
	one, err := c.admin.GetServer(t.Context(), &adminv1.GetServerRequest{Name: "beta"})
	if err != nil || one.GetServer().GetName() != "beta" || one.GetServer().GetOmittedToolCount() != 3 {
		t.Errorf("GetServer(beta) = %v, error %v, want beta with 3 omitted tools", one, err)
	}
	unknown := failure{
		code: codes.NotFound, reason: "SERVER_NOT_FOUND",
		message:  `server "gamma" is not configured; ListServers returns the configured servers`,
		metadata: map[string]string{"server": "gamma"},
	}
	_, err = c.admin.GetServer(t.Context(), &adminv1.GetServerRequest{Name: "gamma"})
	checkFailure(t, err, unknown)
	_, err = c.admin.Ping(t.Context(), &adminv1.PingRequest{Server: "gamma"})
	checkFailure(t, err, unknown)
	for name, want := range map[string]time.Duration{"": 0, "alpha": time.Millisecond} {
		pong, err := c.admin.Ping(t.Context(), &adminv1.PingRequest{Server: name})
		if err != nil || pong.GetRoundTripDuration().AsDuration() != want {
			t.Errorf("ping %q: got %v and error %v, want %v", name, pong, err, want)
		}
	}
}

// The long instructions of one server do not hide the other servers.
func TestLongInstructions(t *testing.T) {
	f := newFake()
	long := strings.Repeat("é", responseLimit)
	f.servers[0].Instructions, f.servers[0].ServerName, f.servers[0].ServerVersion = long, long, long
	c := serve(t, f)
	list, err := c.admin.ListServers(t.Context(), &adminv1.ListServersRequest{})
	if err != nil {
		t.Fatal(err)
	}
	state, err := c.admin.GetStatus(t.Context(), &adminv1.GetStatusRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{proto.Size(list), proto.Size(state)} {
		if size > responseLimit {
			t.Errorf("got %d bytes, want at most %d", size, responseLimit)
		}
	}
	if text := list.GetServers()[0].GetInstructions(); text != "" {
		t.Errorf("got instructions %.9s in a list, want none", text)
	}
	one, err := c.admin.GetServer(t.Context(), &adminv1.GetServerRequest{Name: "alpha"})
	if err != nil {
		t.Fatal(err)
	}
	if text := one.GetServer().GetInstructions(); !strings.HasPrefix(text, "éé") || !strings.HasSuffix(text, "é…") {
		t.Errorf("got instructions that begin with %.9s, want them cut at a rune", text)
	}
}

func TestListTools(t *testing.T) {
	f := newFake()
	hint := true
	f.tools = []*mcpbridge.Tool{{
		Server: "alpha", Name: "t", Title: "T", Description: "d\xff", Digest: "d1", Bound: true, Repeatable: true,
		InputSchema: []byte(`{"type":"object"}`), OutputSchema: []byte(`{"type":"array"}`),
		Annotations: mcpbridge.Annotations{ReadOnlyHint: &hint}, Definition: []byte(`{"name":"t"}`),
	}}
	f.problems = []mcpbridge.ServerProblem{{Server: "beta", Err: &mcpbridge.Error{Kind: mcpbridge.KindServerParked}}}
	c := serve(t, f)
	got, err := c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	const message = `"server":"alpha","name":"t","title":"T","description":"d\ufffd","inputSchema":{"type":"object"},
		"outputSchema":{"type":"array"},"annotations":{"readOnlyHint":true},"ownsBareName":true,"repeatable":true,"definitionDigest":"d1"`
	same(t, got, `{"tools":[{`+message+`}],"revision":"r1",
		"unavailableServers":[{"server":"beta","reason":"ERROR_REASON_SERVER_PARKED",
		"message":"server \"beta\" failed too often and is parked; it will be restarted later"}]}`)
	one, err := c.tools.GetTool(t.Context(), &toolv1.GetToolRequest{Name: "t"})
	if err != nil {
		t.Fatal(err)
	}
	same(t, one, `{"tool":{`+message+`,"definitionJson":"eyJuYW1lIjoidCJ9"}}`)
}

// A page ends before the response becomes too large, and every tool is returned exactly once.
func TestListToolsBySize(t *testing.T) {
	f := newFake()
	f.tools = nil
	names := make(map[string]bool)
	for _, size := range []int{30_000, 30_000, 30_000, 100_000, 10} {
		name := string(rune('a' + len(names)))
		names[name] = true
		big := tool("alpha", name, `{"type":"object"}`)
		big.Description = string(make([]byte, size))
		f.tools = append(f.tools, big)
	}
	c := serve(t, f)
	pages, token := 0, ""
	for {
		page, err := c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{PageToken: token})
		if err != nil {
			t.Fatal(err)
		}
		if size := proto.Size(page); size > responseLimit {
			t.Errorf("got a page of %d bytes, want at most %d", size, responseLimit)
		}
		for _, one := range page.GetTools() {
			delete(names, one.GetName())
		}
		pages++
		if token = page.GetNextPageToken(); token == "" {
			break
		}
	}
	if pages < 3 || len(names) > 0 {
		t.Errorf("got %d pages without %v, want at least 3 with all tools", pages, names)
	}
}
