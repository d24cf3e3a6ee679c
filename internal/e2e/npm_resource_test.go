//go:build npm

package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
)

// TestResourcesFromNPM reads the resources of server-everything over gRPC and with the command line.
func TestResourcesFromNPM(t *testing.T) {
	s, _ := startNPM(t)
	const (
		document     = "demo://resource/static/document/features.md"
		textTemplate = "demo://resource/dynamic/text/{resourceId}"
		blobURI      = "demo://resource/dynamic/blob/7"
	)
	resources := resourcev1.NewResourceServiceClient(s.Conn)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()

	t.Run("lists", func(t *testing.T) {
		list, err := resources.ListResources(ctx, &resourcev1.ListResourcesRequest{Server: "everything"})
		if err != nil || len(list.GetResources()) != 7 {
			t.Errorf("ListResources(everything): got %v, error %v, want 7 resources", list, err)
		}
		templates, err := resources.ListResourceTemplates(
			ctx, &resourcev1.ListResourceTemplatesRequest{Server: "everything"},
		)
		if err != nil || len(templates.GetResourceTemplates()) != 2 ||
			templates.GetResourceTemplates()[1].GetUriTemplate() != textTemplate {
			t.Errorf(
				"ListResourceTemplates(everything): got %v, error %v, want 2, the second %s",
				templates, err, textTemplate,
			)
		}
		// server-filesystem has no resources.
		list, err = resources.ListResources(ctx, &resourcev1.ListResourcesRequest{Server: "filesystem"})
		if err != nil || len(list.GetResources()) != 0 || len(list.GetUnavailableServers()) != 0 {
			t.Errorf("ListResources(filesystem): got %v, error %v, want no resources, no unavailable servers", list, err)
		}
	})

	t.Run("text", func(t *testing.T) {
		got := getResource(
			ctx, t, resources,
			&resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_Uri{Uri: document}},
		)
		if !strings.HasPrefix(got.GetText(), "# Everything Server") || got.GetMimeType() != "text/markdown" ||
			got.GetUri() != document {
			t.Errorf(`got %v, want Markdown that begins with "# Everything Server", of %s`, got, document)
		}
		if out := coderefd(ctx, t, s, 0, "resource", "get", document); string(out) != got.GetText() {
			t.Errorf("got %q from the command line, want %q", out, got.GetText())
		}
	})

	t.Run("blob", func(t *testing.T) {
		got := getResource(
			ctx, t, resources,
			&resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_Uri{Uri: blobURI}},
		)
		if !bytes.HasPrefix(got.GetBlob(), []byte("Resource 7: This is a base64 blob")) {
			t.Errorf(`got %v, want a blob that begins with "Resource 7: This is a base64 blob"`, got)
		}
		var printed struct {
			Contents []struct{ Blob []byte }
		}
		out := coderefd(ctx, t, s, 0, "resource", "get", blobURI, "--json")
		if err := json.Unmarshal(out, &printed); err != nil ||
			!bytes.HasPrefix(printed.Contents[0].Blob, []byte("Resource 7:")) {
			t.Errorf("got %s from the command line, want the blob of resource 7", out)
		}
	})

	t.Run("template", func(t *testing.T) {
		got := getResource(ctx, t, resources, &resourcev1.GetResourceRequest{
			Resource:  &resourcev1.GetResourceRequest_UriTemplate{UriTemplate: textTemplate},
			Arguments: map[string]string{"resourceId": "7"},
		})
		if !strings.HasPrefix(got.GetText(), "Resource 7: This is a plaintext resource") ||
			got.GetUri() != "demo://resource/dynamic/text/7" {
			t.Errorf("got %v, want the text of demo://resource/dynamic/text/7", got)
		}
		if out := coderefd(ctx, t, s, 0, "resource", "get", textTemplate, "--arg", "resourceId=8"); !bytes.HasPrefix(
			out, []byte("Resource 8:"),
		) {
			t.Errorf("got %q from the command line, want the text of resource 8", out)
		}
		coderefd(ctx, t, s, 10+int(codes.InvalidArgument), "resource", "get", textTemplate, "--arg", "id=8")
	})

	t.Run("missing resources", func(t *testing.T) {
		for _, server := range []string{"", "everything", "filesystem"} {
			_, err := resources.GetResource(ctx, &resourcev1.GetResourceRequest{
				Resource: &resourcev1.GetResourceRequest_Uri{Uri: document + ".gone"}, Server: server,
			})
			if status.Code(err) != codes.NotFound {
				t.Errorf("server %q: got error %v, want NOT_FOUND", server, err)
			}
		}
		coderefd(ctx, t, s, 10+int(codes.NotFound), "resource", "get", document+".gone")
	})
}

// getResource reads a resource with one content.
func getResource(
	ctx context.Context, t *testing.T, resources resourcev1.ResourceServiceClient, req *resourcev1.GetResourceRequest,
) *commonv1.ResourceContents {
	t.Helper()
	got, err := resources.GetResource(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.GetContents()) != 1 || got.GetCallInfo().GetServer() != "everything" {
		t.Fatalf("got %v, want 1 contents of server everything", got)
	}
	return got.GetContents()[0]
}

// coderefd runs the command line against a service and returns its standard output.
func coderefd(ctx context.Context, t *testing.T, s *service, code int, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(ctx, filepath.Join(binaries, "coderefd"), append(args, "--addr", s.Address)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		t.Fatalf("%v: %v, want exit code %d; %s", cmd, err, code, stderr.Bytes())
	}
	return out
}
