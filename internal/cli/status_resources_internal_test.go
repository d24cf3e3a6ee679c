package cli

import (
	"bytes"
	"strings"
	"testing"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
)

func TestStatusReportsShadowedResources(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := printStatusTable(&out, &adminv1.GetStatusResponse{
		ShadowedResources: []*adminv1.ShadowedResource{
			{
				Resource: &adminv1.ShadowedResource_Uri{Uri: "doc:\x1ba"}, Server: "one",
				ShadowedServers: []string{"two", "three"},
			},
			{
				Resource: &adminv1.ShadowedResource_UriTemplate{UriTemplate: "doc:{x}"}, Server: "two",
				ShadowedServers: []string{"three"},
			},
		},
		ShadowedResourceCount: 5,
		Warnings:              []*adminv1.StatusWarning{{Message: "a warning"}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "\nresource doc:\\u001ba resolves to server one; use --server for: two, three\n" +
		"resource template doc:{x} resolves to server two; use --server for: three\n" +
		"and 3 more; resource list and resource templates mark all of them\n" +
		"\nwarning: a warning\n"
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("got\n%s", &out)
	}
}
