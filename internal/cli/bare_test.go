package cli_test

import (
	"context"
	"net"
	"strings"
	"testing"

	"google.golang.org/grpc"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// fakeService serves fixed messages, including some that coderefd never sends.
type fakeService struct {
	toolv1.UnimplementedToolServiceServer
	resourcev1.UnimplementedResourceServiceServer
	adminv1.UnimplementedAdminServiceServer

	tool        *toolv1.Tool
	result      string // JSON of the MCP result
	isError     bool
	callErr     error
	readErr     error
	unavailable []*commonv1.UnavailableServer
	status      *adminv1.GetStatusResponse
	servers     []*adminv1.Server
}

// serve starts the service and returns its address.
func (f *fakeService) serve(t *testing.T) string {
	t.Helper()
	var lc net.ListenConfig
	listener, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer()
	toolv1.RegisterToolServiceServer(s, f)
	resourcev1.RegisterResourceServiceServer(s, f)
	adminv1.RegisterAdminServiceServer(s, f)
	done := make(chan error, 1)
	go func() { done <- s.Serve(listener) }()
	t.Cleanup(func() {
		s.Stop()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return listener.Addr().String()
}

func (f *fakeService) ListTools(context.Context, *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error) {
	return &toolv1.ListToolsResponse{Tools: []*toolv1.Tool{f.tool}, UnavailableServers: f.unavailable}, nil
}

func (f *fakeService) GetTool(context.Context, *toolv1.GetToolRequest) (*toolv1.GetToolResponse, error) {
	return &toolv1.GetToolResponse{Tool: f.tool}, nil
}

func (f *fakeService) StreamCallTool(
	_ *toolv1.StreamCallToolRequest, stream grpc.ServerStreamingServer[toolv1.StreamCallToolResponse],
) error {
	if f.callErr != nil {
		return f.callErr
	}
	progress := &toolv1.StreamCallToolResponse_Progress{Progress: &commonv1.ProgressEvent{}}
	if err := stream.Send(&toolv1.StreamCallToolResponse{Event: progress}); err != nil {
		return err
	}
	result := &toolv1.CallToolResponse{ResultJson: []byte(f.result), IsError: f.isError}
	return stream.Send(&toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Result{Result: result}})
}

func (f *fakeService) ListResources(
	context.Context, *resourcev1.ListResourcesRequest,
) (*resourcev1.ListResourcesResponse, error) {
	return &resourcev1.ListResourcesResponse{
		Resources: []*resourcev1.Resource{{Uri: "a:b"}}, UnavailableServers: f.unavailable,
	}, nil
}

func (f *fakeService) ListResourceTemplates(
	context.Context, *resourcev1.ListResourceTemplatesRequest,
) (*resourcev1.ListResourceTemplatesResponse, error) {
	return &resourcev1.ListResourceTemplatesResponse{
		ResourceTemplates: []*resourcev1.ResourceTemplate{{UriTemplate: "a:{b}"}}, UnavailableServers: f.unavailable,
	}, nil
}

func (f *fakeService) StreamResource(
	_ *resourcev1.StreamResourceRequest, stream grpc.ServerStreamingServer[resourcev1.StreamResourceResponse],
) error {
	if f.readErr != nil {
		return f.readErr
	}
	for _, event := range []*resourcev1.StreamResourceResponse{
		{Event: &resourcev1.StreamResourceResponse_Start{Start: &resourcev1.ContentsStart{}}},
		{Event: &resourcev1.StreamResourceResponse_Result{Result: &resourcev1.GetResourceResponse{}}},
	} {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	return nil
}

func (f *fakeService) GetStatus(context.Context, *adminv1.GetStatusRequest) (*adminv1.GetStatusResponse, error) {
	if f.status == nil {
		return &adminv1.GetStatusResponse{}, nil
	}
	return f.status, nil
}

func (f *fakeService) ListServers(context.Context, *adminv1.ListServersRequest) (*adminv1.ListServersResponse, error) {
	return &adminv1.ListServersResponse{Servers: f.servers}, nil
}

// Every verb works for tools, resources and servers whose optional parts are missing.
func TestMissingParts(t *testing.T) {
	hint := true
	tools := map[string]*toolv1.Tool{
		"name only":            {Name: "t"},
		"no name":              {},
		"no schema":            {Name: "t", DefinitionJson: []byte(`{"name":"t"}`)},
		"schema null":          {Name: "t", DefinitionJson: []byte(`{"name":"t","inputSchema":null,"outputSchema":null,"annotations":null}`)},
		"no properties":        {Name: "t", DefinitionJson: []byte(`{"name":"t","inputSchema":{"type":"object"}}`)},
		"properties null":      {Name: "t", DefinitionJson: []byte(`{"name":"t","inputSchema":{"properties":null,"required":null}}`)},
		"property without all": {Name: "t", DefinitionJson: []byte(`{"name":"t","inputSchema":{"properties":{"a":{},"b":true,"c":null}}}`)},
		"required unknown":     {Name: "t", DefinitionJson: []byte(`{"name":"t","inputSchema":{"required":["z"]}}`)},
		"annotations empty":    {Name: "t", Annotations: &toolv1.ToolAnnotations{}},
		"one other annotation": {Name: "t", Annotations: &toolv1.ToolAnnotations{IdempotentHint: &hint}},
		"truncated":            {Name: "t", Truncated: true, SchemaProblem: "too large"},
	}
	verbs := [][]string{
		{"tools"},
		{"tools", "-o", "json"},
		{"tools", "t"},
		{"tools", "t", "-o", "json"},
		{"list"},
		{"list", "t"},
		{"call", "t"},
		{"call", "t", "--arg", "a=1"},
		{"call", "t", "--args", "{}", "-o", "json"},
		{"execute", "t"},
		{"resource", "list"},
		{"resource", "list", "-o", "json"},
		{"resource", "templates"},
		{"resource", "templates", "-o", "json"},
		{"resource", "get", "a:b"},
		{"resource", "get", "a:{b}", "--arg", "b=1"},
		{"status"},
		{"status", "-o", "json"},
	}
	completions := [][]string{
		{"tools", ""}, {"call", ""}, {"call", "t", "--arg", ""}, {"resource", "get", ""}, {"tools", "--server", ""},
	}
	for name, tool := range tools {
		t.Run(name, func(t *testing.T) {
			f := &fakeService{
				tool: tool, result: `{}`, servers: []*adminv1.Server{{}}, unavailable: []*commonv1.UnavailableServer{{}},
			}
			addr := f.serve(t)
			for _, verb := range verbs {
				if _, stderr, code := run(t, append(verb, "--addr", addr)...); code != 0 {
					t.Errorf("%s: got code %d, want 0; stderr:\n%s", strings.Join(verb, " "), code, stderr)
				}
			}
			for _, words := range completions {
				args := append([]string{"__complete", words[0], "--addr", addr}, words[1:]...)
				if _, stderr, code := run(t, args...); code != 0 {
					t.Errorf("%s: got code %d, want 0; stderr:\n%s", strings.Join(words, " "), code, stderr)
				}
			}
		})
	}
}

// A tool without annotations and description is shown with its other fields.
func TestToolWithoutAnnotations(t *testing.T) {
	addr := (&fakeService{tool: &toolv1.Tool{Name: "t", Server: "s"}}).serve(t)
	stdout, _, code := run(t, "tools", "t", "--addr", addr)
	if want := "t (server s)\n\nread only: not specified, may be repeated: no, SHA-256 \n\n"; code != 0 || stdout != want {
		t.Errorf("got code %d and stdout %q, want 0 and %q", code, stdout, want)
	}
}
