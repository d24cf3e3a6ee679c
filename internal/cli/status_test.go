package cli_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// The status has one line for each server whose names belong to others.
func TestStatusShadowed(t *testing.T) {
	uri := func(uri, owner string, others ...string) *adminv1.ShadowedResource {
		return &adminv1.ShadowedResource{
			Resource: &adminv1.ShadowedResource_Uri{Uri: uri}, Server: owner, ShadowedServers: others,
		}
	}
	template := &adminv1.ShadowedResource{
		Resource: &adminv1.ShadowedResource_UriTemplate{UriTemplate: "doc:{x}"}, Server: "one",
		ShadowedServers: []string{"two"},
	}
	tool := func(name, owner string, others ...string) *adminv1.ShadowedTool {
		return &adminv1.ShadowedTool{Name: name, Server: owner, ShadowedServers: others}
	}
	for name, test := range map[string]struct {
		status *adminv1.GetStatusResponse
		want   string
	}{
		"nothing": {status: &adminv1.GetStatusResponse{}},
		"tools and resources": {
			status: &adminv1.GetStatusResponse{
				ShadowedTools:     []*adminv1.ShadowedTool{tool("a", "one", "two"), tool("b", "one", "two")},
				ShadowedResources: []*adminv1.ShadowedResource{uri("doc:a", "one", "two"), template},
			},
			want: "\n2 tools and 2 resources of two need --server two: one also has tools and resources of these names\n",
		},
		"one tool": {
			status: &adminv1.GetStatusResponse{ShadowedTools: []*adminv1.ShadowedTool{tool("a", "one", "t w\x1bo")}},
			want:   "\n1 tool of t w\\u001bo needs --server 't w\\u001bo': one also has a tool of that name\n",
		},
		"several servers": {
			status: &adminv1.GetStatusResponse{
				ShadowedTools:     []*adminv1.ShadowedTool{tool("a", "one", "two", "three"), tool("b", "two", "three")},
				ShadowedResources: []*adminv1.ShadowedResource{uri("doc:a", "four", "three")},
				Warnings:          []*adminv1.StatusWarning{{Message: "a warning"}},
			},
			want: "\n1 tool of two needs --server two: one also has a tool of that name\n" +
				"2 tools and 1 resource of three need --server three: one, two and four also have tools and resources of these names\n" +
				"\nwarning: a warning\n",
		},
		"more than the status lists": {
			status: &adminv1.GetStatusResponse{
				ShadowedTools: []*adminv1.ShadowedTool{tool("a", "one", "two")}, ShadowedToolCount: proto.Int32(8),
				ShadowedResources: []*adminv1.ShadowedResource{template}, ShadowedResourceCount: 4,
			},
			want: "\n1 tool and 1 resource of two need --server two: one also has tools and resources of these names\n" +
				"the names of 7 more tools belong to several servers\nthe names of 3 more resources belong to several servers\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := run(t, "status", "--addr", (&fakeService{status: test.status}).serve(t))
			first, rest, _ := strings.Cut(stdout, "\n")
			if code != 0 || stderr != "" || !strings.HasPrefix(first, "coderefd ") || rest != test.want {
				t.Errorf(
					"got code %d, stderr %q, stdout:\n%s\nwant 0 and after the first line:\n%s", code, stderr, stdout, test.want,
				)
			}
		})
	}
}

// Lists have a short line for each server that is down; the warnings of the status have
// the cause.
func TestServersThatAreDown(t *testing.T) {
	cause := "server \"broken\" is parked: it exited 5 times within 1m0s: exit status 1; its last output: " +
		"no module named x. Start it by hand."
	addr := (&fakeService{
		tool: &toolv1.Tool{Name: "t", Server: "s", OwnsBareName: true},
		unavailable: []*commonv1.UnavailableServer{
			{Server: "broken", Reason: commonv1.ErrorReason_ERROR_REASON_SERVER_PARKED, Message: cause},
			{Server: "slow", Reason: commonv1.ErrorReason_ERROR_REASON_SERVER_UNAVAILABLE, Message: cause},
		},
	}).serve(t)
	for what, verb := range map[string][]string{
		"tools": {"tools"}, "resources": {"resource", "list"}, "resource templates": {"resource", "templates"},
	} {
		_, stderr, code := run(t, append(verb, "--addr", addr)...)
		want := "coderefd: " + what + " of broken may be missing (server parked); see: coderefd status\n" +
			"coderefd: " + what + " of slow may be missing (server unavailable); see: coderefd status\n"
		if code != 0 || stderr != want {
			t.Errorf("%s: got code %d, want 0; got stderr:\n%s\nwant:\n%s", what, code, stderr, want)
		}
	}
}
