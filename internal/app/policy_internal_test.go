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
	named := func(server, tool string, policy interceptors.Policy) interceptors.Policy {
		policy.Retry.Server, policy.Tool = server, tool
		return policy
	}
	tests := []struct {
		name, method string
		req          any
		want         interceptors.Policy
	}{
		{
			"a tool without settings",
			toolv1.ToolService_CallTool_FullMethodName,
			&toolv1.CallToolRequest{Name: "x"},
			named("", "x", plain),
		},
		{
			"a server without settings",
			toolv1.ToolService_CallTool_FullMethodName,
			&toolv1.CallToolRequest{Name: "other"},
			named("elsewhere", "other", plain),
		},
		{
			"the server's settings",
			toolv1.ToolService_CallTool_FullMethodName,
			&toolv1.CallToolRequest{Name: "x", Server: "slow"},
			interceptors.Policy{
				Tool:     "x",
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: hour},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			"the tool's win, by its owner",
			toolv1.ToolService_StreamCallTool_FullMethodName,
			&toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "long"}},
			interceptors.Policy{
				Tool:     "long",
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: 2 * hour},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 1},
			},
		},
		{
			"a cap cuts the default",
			toolv1.ToolService_CallTool_FullMethodName,
			&toolv1.CallToolRequest{Name: "short", Server: "slow"},
			interceptors.Policy{
				Tool:     "short",
				Timeouts: deadline.Timeouts{Default: second, Max: second},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			"the server's settings for a read", resourcev1.ResourceService_GetResource_FullMethodName,
			&resourcev1.GetResourceRequest{Server: "slow", Resource: &resourcev1.GetResourceRequest_Uri{Uri: "c:d"}},
			interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: hour},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			"by the owner of the URI",
			resourcev1.ResourceService_StreamResource_FullMethodName,
			&resourcev1.StreamResourceRequest{
				Read: &resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_Uri{Uri: "a:b"}},
			},
			interceptors.Policy{
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: hour},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			"by the owner of the template",
			resourcev1.ResourceService_GetResource_FullMethodName,
			&resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_UriTemplate{UriTemplate: "t:{x}"}},
			named("code", "", plain),
		},
		{
			"a read that is not known yet",
			resourcev1.ResourceService_StreamResource_FullMethodName,
			nil,
			interceptors.Policy{
				Timeouts: deadline.Timeouts{Max: 2 * hour},
				Retry:    retry.Policy{MaxAttempts: 3, Backoff: 500 * time.Millisecond},
			},
		},
		{
			"a list of resources",
			resourcev1.ResourceService_ListResources_FullMethodName,
			&resourcev1.ListResourcesRequest{Server: "slow"},
			plain,
		},
		{
			"owner not known yet",
			toolv1.ToolService_CallTool_FullMethodName,
			&toolv1.CallToolRequest{Name: "unseen"},
			interceptors.Policy{
				Tool:     "unseen",
				Timeouts: deadline.Timeouts{Default: 10 * minute, Max: hour},
				Retry:    retry.Policy{Server: "slow", MaxAttempts: 3},
			},
		},
		{
			"a stream whose request is not read yet", toolv1.ToolService_StreamCallTool_FullMethodName, nil,
			interceptors.Policy{
				Timeouts: deadline.Timeouts{Max: 2 * hour},
				Retry:    retry.Policy{MaxAttempts: 3, Backoff: 500 * time.Millisecond},
			},
		},
		{
			"typed",
			codeintelv1.CodeIntelService_Scan_FullMethodName,
			&codeintelv1.ScanRequest{},
			interceptors.Policy{
				Tool:     "coderef_scan",
				Timeouts: deadline.Timeouts{Default: minute, Max: 15 * minute},
				Retry:    retry.Policy{Server: "coderef", MaxAttempts: 3, Backoff: 500 * time.Millisecond},
			},
		},
		{
			"typed, without settings",
			codeintelv1.CodeIntelService_Query_FullMethodName,
			nil,
			named("coderef", "coderef_query", plain),
		},
		{
			"typed, in a stream whose request is not read yet",
			codeintelv1.CodeIntelService_StreamScan_FullMethodName,
			nil,
			interceptors.Policy{
				Tool:     "coderef_scan",
				Timeouts: deadline.Timeouts{Default: minute, Max: 15 * minute},
				Retry:    retry.Policy{Server: "coderef", MaxAttempts: 3, Backoff: 500 * time.Millisecond},
			},
		},
		{
			"typed, with side effects",
			codeintelv1.CodeIntelService_Tag_FullMethodName,
			&codeintelv1.TagRequest{},
			named("coderef", "coderef_tag", plain),
		},
		{"a list", toolv1.ToolService_ListTools_FullMethodName, nil, plain},
		{
			"a request with a name that is not a call",
			adminv1.AdminService_GetServer_FullMethodName,
			&adminv1.GetServerRequest{Name: "slow"},
			plain,
		},
		{"a watch", toolv1.ToolService_WatchTools_FullMethodName, nil, interceptors.Policy{}},
		{"another watch", adminv1.AdminService_WatchServers_FullMethodName, nil, interceptors.Policy{}},
		{"health", healthv1.Health_Check_FullMethodName, nil, interceptors.Policy{}},
		{
			"a method without a row", "/nowhere.Service/Method", nil,
			interceptors.Policy{
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
