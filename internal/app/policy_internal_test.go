package app

import (
	"testing"
	"time"

	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors"
	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/retry"
	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/method"
)

func TestPolicy(t *testing.T) {
	cfg := config.Default()
	slow := config.DefaultServer("slow")
	slow.Call = config.Call{Timeout: 10 * time.Minute, MaxTimeout: time.Hour, Backoff: -1}
	slow.Tools = map[string]config.Tool{
		"short":  {Call: config.Call{MaxTimeout: time.Second}},
		"long":   {Call: config.Call{MaxTimeout: 2 * time.Hour, MaxAttempts: 1}},
		"unseen": {},
	}
	code := config.DefaultServer(config.CodeIntelServer)
	code.Tools = map[string]config.Tool{"coderef_scan": {Call: config.Call{Timeout: time.Minute}}}
	cfg.Servers = []config.Server{code, slow}
	p := &policies{methods: method.Read(), config: cfg, owner: func(tool string) string {
		return map[string]string{"long": "slow", "other": "elsewhere"}[tool]
	}, reader: func(uri, template string) string {
		return map[string]string{"a:b": "slow", "t:{x}": "code"}[uri+template]
	}}
	const second, minute, hour = time.Second, time.Minute, time.Hour
	plain := interceptors.Policy{
		Timeouts: deadline.Timeouts{Default: 2 * minute, Max: 15 * minute},
		Retry:    retry.Policy{MaxAttempts: 3, Backoff: 500 * time.Millisecond},
	}
	named := func(server string, policy interceptors.Policy) interceptors.Policy {
		policy.Retry.Server = server
		return policy
	}
	tests := []struct {
		name, method string
		req          any
		want         interceptors.Policy
	}{
		{
			name: "a tool without settings", method: toolv1.ToolService_CallTool_FullMethodName,
			req: &toolv1.CallToolRequest{Name: "x"}, want: named("", plain),
		},
		{
			name: "a server without settings", method: toolv1.ToolService_CallTool_FullMethodName,
			req: &toolv1.CallToolRequest{Name: "other"}, want: named("elsewhere", plain),
		},
		{
			name: "the server's settings", method: toolv1.ToolService_CallTool_FullMethodName,
			req: &toolv1.CallToolRequest{Name: "x", Server: "slow"},
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: hour},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			name: "the tool's settings override those of its server", method: toolv1.ToolService_StreamCallTool_FullMethodName,
			req: &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "long"}},
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: 2 * hour},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 1},
			},
		},
		{
			name: "a cap cuts the default", method: toolv1.ToolService_CallTool_FullMethodName,
			req: &toolv1.CallToolRequest{Name: "short", Server: "slow"},
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: second, Max: second},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			name: "the server's settings for a read", method: resourcev1.ResourceService_GetResource_FullMethodName,
			req: &resourcev1.GetResourceRequest{Server: "slow", Resource: &resourcev1.GetResourceRequest_Uri{Uri: "c:d"}},
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: hour}, Retry: retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			name: "by the owner of the URI", method: resourcev1.ResourceService_StreamResource_FullMethodName,
			req: &resourcev1.StreamResourceRequest{
				Read: &resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_Uri{Uri: "a:b"}},
			},
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: hour}, Retry: retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			name: "by the owner of the template", method: resourcev1.ResourceService_GetResource_FullMethodName,
			req:  &resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_UriTemplate{UriTemplate: "t:{x}"}},
			want: named("code", plain),
		},
		{
			name: "a read whose request is not read yet", method: resourcev1.ResourceService_StreamResource_FullMethodName,
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Max: 2 * hour}, Retry: retry.Policy{MaxAttempts: 3, Backoff: 500 * time.Millisecond},
			},
		},
		{
			name: "a list of resources", method: resourcev1.ResourceService_ListResources_FullMethodName,
			req: &resourcev1.ListResourcesRequest{Server: "slow"}, want: plain,
		},
		{
			name: "owner not known yet", method: toolv1.ToolService_CallTool_FullMethodName,
			req: &toolv1.CallToolRequest{Name: "unseen"},
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: hour},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			name: "a stream whose request is not read yet", method: toolv1.ToolService_StreamCallTool_FullMethodName,
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Max: 2 * hour}, Retry: retry.Policy{MaxAttempts: 3, Backoff: 500 * time.Millisecond},
			},
		},
		{
			name: "typed", method: codeintelv1.CodeIntelService_Scan_FullMethodName, req: &codeintelv1.ScanRequest{},
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: minute, Max: 15 * minute},
				Retry:    retry.Policy{Server: "coderef", MaxAttempts: 3, Backoff: 500 * time.Millisecond},
			},
		},
		{
			name: "typed, without settings", method: codeintelv1.CodeIntelService_Query_FullMethodName,
			want: named("coderef", plain),
		},
		{
			name:   "typed, in a stream whose request is not read yet",
			method: codeintelv1.CodeIntelService_StreamScan_FullMethodName,
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: minute, Max: 15 * minute},
				Retry:    retry.Policy{Server: "coderef", MaxAttempts: 3, Backoff: 500 * time.Millisecond},
			},
		},
		{
			name: "typed, with side effects", method: codeintelv1.CodeIntelService_Tag_FullMethodName,
			req: &codeintelv1.TagRequest{}, want: named("coderef", plain),
		},
		{name: "a list", method: toolv1.ToolService_ListTools_FullMethodName, want: plain},
		{
			name: "a request with a name that is not a call", method: adminv1.AdminService_GetServer_FullMethodName,
			req: &adminv1.GetServerRequest{Name: "slow"}, want: plain,
		},
		{name: "a watch", method: toolv1.ToolService_WatchTools_FullMethodName, want: interceptors.Policy{}},
		{name: "another watch", method: adminv1.AdminService_WatchServers_FullMethodName, want: interceptors.Policy{}},
		{name: "health", method: healthv1.Health_Check_FullMethodName, want: interceptors.Policy{}},
		{
			name: "a method without a row", method: "/nowhere.Service/Method",
			want: interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: 2 * minute, Max: 15 * minute},
				Retry:    retry.Policy{Backoff: 500 * time.Millisecond},
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := p.Policy(test.method, test.req); got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}
