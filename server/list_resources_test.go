package server_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

func TestListResources(t *testing.T) {
	c := serve(t, bridge(t))
	first, err := c.resources.ListResources(t.Context(), &resourcev1.ListResourcesRequest{PageSize: 2})
	if err != nil {
		t.Fatal(err)
	}
	size, priority := int64(150000), 0.5
	want := []*resourcev1.Resource{
		{Server: "alpha", Uri: "doc:big", Name: "big", MimeType: "image/png", SizeBytes: &size, OwnsBareUri: true},
		{
			Server: "alpha", Uri: "doc:text", Name: "text", Title: "Text", Description: "A text.",
			MimeType: "text/plain", OwnsBareUri: true,
			Annotations: &commonv1.ContentAnnotations{
				Audience: []string{"user"}, Priority: &priority,
				LastModifiedTime: timestamppb.New(time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)),
			},
		},
	}
	if diff := cmp.Diff(want, first.GetResources(), protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	rest, err := c.resources.ListResources(
		t.Context(), &resourcev1.ListResourcesRequest{PageToken: first.GetNextPageToken()},
	)
	if err != nil || len(rest.GetResources()) != 1 || rest.GetNextPageToken() != "" ||
		rest.GetRevision() != first.GetRevision() {
		t.Errorf(
			"ListResources: got %v, error %v, want the last page with 1 resource and revision %s",
			rest, err, first.GetRevision(),
		)
	}
	templates, err := c.resources.ListResourceTemplates(
		t.Context(), &resourcev1.ListResourceTemplatesRequest{Server: "alpha"},
	)
	if err != nil {
		t.Fatal(err)
	}
	wantTemplates := []*resourcev1.ResourceTemplate{
		{
			Server: "alpha", UriTemplate: "broken:{", Name: "broken", OwnsBareUriTemplate: true,
			TemplateProblem: "the template contains a { without a }",
		},
		{
			Server: "alpha", UriTemplate: "doc:item/{id}{?page}", Name: "item", Title: "Item",
			MimeType: "text/plain", OwnsBareUriTemplate: true,
			Variables: []*resourcev1.TemplateVariable{{Name: "id", Required: true}, {Name: "page"}},
		},
		{
			Server: "alpha", UriTemplate: "{+any}", Name: "any", OwnsBareUriTemplate: true,
			Variables: []*resourcev1.TemplateVariable{{Name: "any", Required: true}},
		},
	}
	if diff := cmp.Diff(wantTemplates, templates.GetResourceTemplates(), protocmp.Transform()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// A page token is valid only for the list that returned it.
	_, err = c.resources.ListResourceTemplates(
		t.Context(), &resourcev1.ListResourceTemplatesRequest{PageToken: first.GetNextPageToken()},
	)
	if got := failureOf(t, err); got.reason != "INVALID_PAGE_TOKEN" {
		t.Errorf("ListResourceTemplates with a token of ListResources: got %+v, want reason INVALID_PAGE_TOKEN", got)
	}
	_, err = c.resources.ListResources(t.Context(), &resourcev1.ListResourcesRequest{Server: "gamma"})
	if got := failureOf(t, err); got.reason != "SERVER_NOT_FOUND" {
		t.Errorf("ListResources(gamma): got %+v, want reason SERVER_NOT_FOUND", got)
	}
}

// One resource that is too large for a response does not hide the others. Servers that cannot be listed are
// named.
func TestListResourcesShortensTooLarge(t *testing.T) {
	f := newFake()
	long := strings.Repeat("x", 2*responseLimit)
	f.problems = []mcpbridge.ServerProblem{{Server: "beta", Err: &mcpbridge.Error{
		Kind: mcpbridge.KindDeadlineExceeded, Server: "beta", Stage: mcpbridge.StageList,
	}}}
	for _, uri := range []string{"a:1", "a:2", "a:3"} {
		f.resources.resources = append(
			f.resources.resources, &mcpbridge.Resource{Server: "alpha", URI: uri, Description: long},
		)
		f.resources.templates = append(
			f.resources.templates, &mcpbridge.ResourceTemplate{Server: "alpha", Template: uri, Title: long},
		)
	}
	c := serve(t, f)
	var found []string
	for token := ""; ; {
		page, err := c.resources.ListResources(t.Context(), &resourcev1.ListResourcesRequest{PageToken: token})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range page.GetResources() {
			found = append(found, r.GetUri())
		}
		missing := page.GetUnavailableServers()
		if len(missing) != 1 ||
			missing[0].GetMessage() != "the deadline expired while the server listed its resources" {
			t.Errorf("got unavailable servers %v, want one whose deadline expired while it listed its resources", missing)
		}
		if token = page.GetNextPageToken(); token == "" {
			break
		}
	}
	if diff := cmp.Diff([]string{"a:1", "a:2", "a:3"}, found); diff != "" {
		t.Errorf("resources (-want +got):\n%s", diff)
	}
	page, err := c.resources.ListResourceTemplates(t.Context(), &resourcev1.ListResourceTemplatesRequest{})
	if err != nil || len(page.GetResourceTemplates()) == 0 ||
		len(page.GetResourceTemplates()[0].GetTitle()) >= len(long) {
		t.Errorf(
			"ListResourceTemplates: got %d, error %v, want at least 1 with a title of fewer than %d bytes",
			len(page.GetResourceTemplates()), err, len(long),
		)
	}
}
