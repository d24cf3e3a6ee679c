package server_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

func byURI(uri string) *resourcev1.GetResourceRequest {
	return &resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_Uri{Uri: uri}}
}

// by returns a request for a template with pairs of names and values.
func by(template string, pairs ...string) *resourcev1.GetResourceRequest {
	req := &resourcev1.GetResourceRequest{
		Resource: &resourcev1.GetResourceRequest_UriTemplate{UriTemplate: template}, Arguments: map[string]string{},
	}
	for i := 0; i < len(pairs); i += 2 {
		req.Arguments[pairs[i]] = pairs[i+1]
	}
	return req
}

// reader reads a resource with one of the RPCs.
type reader func(
	ctx context.Context, t *testing.T, c clients, req *resourcev1.GetResourceRequest,
) (*resourcev1.GetResourceResponse, error)

// readers read a resource with either RPC and return the result in one form.
func readers() map[string]reader {
	return map[string]reader{
		"unary": func(
			ctx context.Context, _ *testing.T, c clients, req *resourcev1.GetResourceRequest,
		) (*resourcev1.GetResourceResponse, error) {
			return c.resources.GetResource(ctx, req)
		},
		"stream": streamed,
	}
}

// streamed joins the events of StreamResource and checks their order and size.
func streamed(
	ctx context.Context, t *testing.T, c clients, req *resourcev1.GetResourceRequest,
) (*resourcev1.GetResourceResponse, error) {
	t.Helper()
	stream, err := c.resources.StreamResource(ctx, &resourcev1.StreamResourceRequest{Read: req})
	if err != nil {
		return nil, err
	}
	var contents []*commonv1.ResourceContents
	var start *resourcev1.ContentsStart
	var data []byte
	var end *resourcev1.GetResourceResponse
	finish := func() {
		if start == nil {
			return
		}
		if start.GetSizeBytes() != int64(len(data)) {
			t.Errorf("got %d bytes, want the announced %d", len(data), start.GetSizeBytes())
		}
		one := &commonv1.ResourceContents{Uri: start.GetUri(), MimeType: start.GetMimeType(), Meta: start.GetMeta()}
		switch start.GetKind() {
		case resourcev1.ContentsKind_CONTENTS_KIND_TEXT:
			one.Contents = &commonv1.ResourceContents_Text{Text: string(data)}
		case resourcev1.ContentsKind_CONTENTS_KIND_BLOB:
			one.Contents = &commonv1.ResourceContents_Blob{Blob: data}
		default:
			t.Errorf("got start %v, want a kind of contents", start)
		}
		contents, start, data = append(contents, one), nil, nil
	}
	for {
		event, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			end.Contents = contents
			return end, nil
		}
		if err != nil {
			return nil, err
		}
		switch e := event.GetEvent().(type) {
		case *resourcev1.StreamResourceResponse_Start:
			finish()
			start = e.Start
		case *resourcev1.StreamResourceResponse_Chunk:
			if start == nil || len(e.Chunk) == 0 || len(e.Chunk) > chunk {
				t.Errorf("got a chunk of %d bytes after %v, want 1 to %d after a start", len(e.Chunk), start, chunk)
			}
			data = append(data, e.Chunk...)
		case *resourcev1.StreamResourceResponse_Result:
			finish()
			if end != nil || len(e.Result.GetContents()) > 0 {
				t.Errorf("got result %v after %v, want one without contents", e.Result, end)
			}
			end = e.Result
		}
	}
}

func text(uri string) *commonv1.ResourceContents {
	return &commonv1.ResourceContents{
		Uri: uri, MimeType: "text/plain", Contents: &commonv1.ResourceContents_Text{Text: "text of " + uri},
	}
}

// texts returns the response to a read of a text resource.
func texts(uri string) *resourcev1.GetResourceResponse {
	return &resourcev1.GetResourceResponse{Contents: []*commonv1.ResourceContents{text(uri)}}
}

func TestGetResource(t *testing.T) {
	c := serve(t, bridge(t))
	meta, err := structpb.NewStruct(map[string]any{"k": 1})
	if err != nil {
		t.Fatal(err)
	}
	named := byURI("doc:unlisted")
	named.Server = "alpha"
	tests := map[string]struct {
		req  *resourcev1.GetResourceRequest
		want *resourcev1.GetResourceResponse
	}{
		"text":                            {byURI("doc:text"), texts("doc:text")},
		"a listed name that is not a URI": {byURI("odd uri"), texts("odd uri")},
		"by a template that matches":      {byURI("doc:item/7"), texts("doc:item/7")},
		"of a named server":               {named, texts("doc:unlisted")},
		"by template": {
			by("doc:item/{id}{?page}", "id", "a/ä"),
			texts("doc:item/a%2F%C3%A4"),
		},
		"by template with a query": {
			by("doc:item/{id}{?page}", "id", "", "page", "2"),
			texts("doc:item/?page=2"),
		},
		"empty": {byURI("doc:empty"), &resourcev1.GetResourceResponse{Contents: []*commonv1.ResourceContents{{
			Uri: "doc:empty", MimeType: "text/plain", Contents: &commonv1.ResourceContents_Text{},
		}}}},
		"several": {byURI("doc:several"), &resourcev1.GetResourceResponse{Meta: meta, Contents: []*commonv1.ResourceContents{
			{Uri: "doc:1", Contents: &commonv1.ResourceContents_Text{Text: "one"}},
			{Uri: "doc:2", Contents: &commonv1.ResourceContents_Blob{Blob: []byte{2, 3}}},
		}}},
	}
	for way, read := range readers() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				got, err := read(t.Context(), t, c, test.req)
				if err != nil {
					t.Fatal(err)
				}
				info := got.GetCallInfo()
				if info.GetServer() != "alpha" || info.GetAttemptCount() != 1 || info.GetProtocolVersion() != "2025-06-18" ||
					info.GetServerDuration() == nil {
					t.Errorf("got call %v, want server alpha, revision 2025-06-18, 1 attempt and a duration", info)
				}
				if diff := cmp.Diff(test.want, got, protocmp.Transform(), protocmp.IgnoreFields(got, "call_info")); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			})
		}
	}
}

func TestRejectedReads(t *testing.T) {
	c := serve(t, bridge(t))
	at := func(server string, req *resourcev1.GetResourceRequest) *resourcev1.GetResourceRequest {
		req = proto.CloneOf(req)
		req.Server = server
		return req
	}
	meta := func(uri string, more ...string) map[string]string {
		m := map[string]string{"server": "alpha", "uri": uri, "stage": "server"}
		for i := 0; i < len(more); i += 2 {
			m[more[i]] = more[i+1]
			if more[i+1] == "" {
				delete(m, more[i])
			}
		}
		return m
	}
	template := map[string]string{"server": "alpha", "uriTemplate": "doc:item/{id}{?page}"}
	tests := map[string]struct {
		req  *resourcev1.GetResourceRequest
		want failure
	}{
		"nothing": {&resourcev1.GetResourceRequest{}, failure{
			code: codes.InvalidArgument, reason: "INVALID_REQUEST",
			message: "field resource is required: set uri or uri_template", fields: []string{"resource"},
		}},
		"empty URI": {byURI(""), failure{
			code: codes.InvalidArgument, reason: "INVALID_REQUEST", message: "field uri is required", fields: []string{"uri"},
		}},
		"arguments for a URI": {
			&resourcev1.GetResourceRequest{Resource: byURI("doc:text").GetResource(), Arguments: map[string]string{"a": "b"}},
			failure{
				code: codes.InvalidArgument, reason: "INVALID_REQUEST", message: "arguments require uri_template",
				fields: []string{""},
			},
		},
		"no URI": {byURI("no scheme"), failure{
			code: codes.InvalidArgument, reason: "INVALID_REQUEST",
			message:  "the URI does not begin with a scheme, such as file:",
			metadata: map[string]string{"uri": "no scheme", "stage": "route"}, fields: []string{"uri"},
		}},
		"no URI of a named server": {at("alpha", byURI("no scheme")), failure{
			code: codes.InvalidArgument, reason: "INVALID_REQUEST",
			message:  "the URI does not begin with a scheme, such as file:",
			metadata: map[string]string{"server": "alpha", "uri": "no scheme", "stage": "route"}, fields: []string{"uri"},
		}},
		"a template as URI": {byURI("doc:item/{id}"), failure{
			code: codes.InvalidArgument, reason: "INVALID_REQUEST",
			message:  "the URI contains '{': if it is a template, send it as uri_template",
			metadata: map[string]string{"uri": "doc:item/{id}", "stage": "route"}, fields: []string{"uri"},
		}},
		"unknown server": {at("gamma", byURI("doc:text")), failure{
			code: codes.NotFound, reason: "SERVER_NOT_FOUND",
			message:  `server "gamma" is not configured; ListServers returns the configured servers`,
			metadata: map[string]string{"server": "gamma", "uri": "doc:text", "stage": "route"},
		}},
		"not found on the server": {at("alpha", byURI("doc:none")), failure{
			code: codes.NotFound, reason: "RESOURCE_NOT_FOUND",
			message:  `server "alpha" has no resource "doc:none"; it returned JSON-RPC error -32002: not here`,
			metadata: meta("doc:none"),
			details:  []proto.Message{&commonv1.JsonRpcError{Code: -32002, Message: "not here"}},
		}},
		"another error of the server": {byURI("doc:denied"), failure{
			code: codes.Unknown, reason: "SERVER_ERROR", message: `server "alpha" returned JSON-RPC error -32000: denied`,
			metadata: meta("doc:denied"),
			details:  []proto.Message{&commonv1.JsonRpcError{Code: -32000, Message: "denied"}},
		}},
		"unknown template": {by("doc:items/{id}{?page}", "id", "1"), failure{
			code: codes.NotFound, reason: "RESOURCE_TEMPLATE_NOT_FOUND",
			message: `no server has the URI template "doc:items/{id}{?page}"; ` +
				`ListResourceTemplates returns the available ones; nearest: doc:item/{id}{?page}`,
			metadata: map[string]string{"uriTemplate": "doc:items/{id}{?page}"}, fields: []string{"uri_template"},
		}},
		"template of another server": {at("alpha", by("x:{y}", "y", "1")), failure{
			code: codes.NotFound, reason: "RESOURCE_TEMPLATE_NOT_FOUND",
			message:  `server "alpha" does not have the URI template "x:{y}"; ListResourceTemplates returns the available ones`,
			metadata: map[string]string{"server": "alpha", "uriTemplate": "x:{y}"}, fields: []string{"uri_template"},
		}},
		"argument missing": {by("doc:item/{id}{?page}", "page", "1"), failure{
			code: codes.InvalidArgument, reason: "INVALID_TEMPLATE_ARGUMENTS", message: `argument "id" is missing`,
			metadata: template, fields: []string{`arguments["id"]`},
		}},
		"unknown arguments": {by("doc:item/{id}{?page}", "b", "1", "a", "2"), failure{
			code: codes.InvalidArgument, reason: "INVALID_TEMPLATE_ARGUMENTS", message: `argument "id" is missing (and 2 more)`,
			metadata: template, fields: []string{`arguments["id"]`, `arguments["a"]`, `arguments["b"]`},
		}},
		"broken template": {by("broken:{"), failure{
			code: codes.InvalidArgument, reason: "INVALID_TEMPLATE_ARGUMENTS", message: "the template contains a { without a }",
			metadata: map[string]string{"server": "alpha", "uriTemplate": "broken:{"}, fields: []string{"uri_template"},
		}},
		"arguments that do not form a URI": {by("{+any}", "any", "no scheme"), failure{
			code: codes.InvalidArgument, reason: "INVALID_TEMPLATE_ARGUMENTS",
			message:  "the URI does not begin with a scheme, such as file:",
			metadata: map[string]string{"server": "alpha", "uriTemplate": "{+any}"}, fields: []string{"arguments"},
		}},
		"not base64": {byURI("doc:bad-base64"), failure{
			code: codes.Internal, reason: "SERVER_PROTOCOL_ERROR",
			message:  `the response of server "alpha" is not valid MCP: /contents/0/blob is not base64`,
			metadata: meta("doc:bad-base64", "pointer", "/contents/0/blob"),
		}},
		"over the line limit": {byURI("doc:long"), failure{
			code: codes.ResourceExhausted, reason: "SERVER_RESPONSE_TOO_LARGE",
			message:  `the response of server "alpha" exceeds the limit for one message; request less`,
			metadata: meta("doc:long", "limitBytes", "1048576"),
		}},
	}
	for way, read := range readers() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				_, err := read(t.Context(), t, c, test.req)
				want := test.want
				if way == "stream" {
					want = want.within("read")
				}
				checkFailure(t, err, want)
			})
		}
		t.Run(way+"/the server still serves", func(t *testing.T) {
			if _, err := read(t.Context(), t, c, byURI("doc:text")); err != nil {
				t.Error(err)
			}
		})
	}
}

// Without a catch-all template, an unknown URI is not found.
func TestUnknownResource(t *testing.T) {
	f := newFake()
	f.resources.resources = []*mcpbridge.Resource{{Server: "alpha", URI: "doc:text"}, {Server: "alpha", URI: "doc:other"}}
	f.resources.templates = []*mcpbridge.ResourceTemplate{
		{Server: "alpha", Template: "doc:item/{id}"}, {Server: "alpha", Template: "x:{y}"},
	}
	f.resources.read = func(_ context.Context, read mcpbridge.Read, _ int) (*mcpbridge.Result, error) {
		return nil, &mcpbridge.Error{Kind: mcpbridge.KindResourceNotFound, URI: read.URI, Stage: mcpbridge.StageRoute}
	}
	for uri, hint := range map[string]string{
		"doc:tex": "; nearest: doc:text", "doc:something/else/entirely": "; templates: doc:item/{id}", "nothing:like": "",
	} {
		_, err := serve(t, f).resources.GetResource(t.Context(), byURI(uri))
		checkFailure(t, err, failure{
			code: codes.NotFound, reason: "RESOURCE_NOT_FOUND", metadata: map[string]string{"uri": uri, "stage": "route"},
			message: `no server lists resource "` + uri + `" or has a template that matches it; ` +
				`ListResources returns the available resources` + hint,
		})
	}
}

func TestLargeResource(t *testing.T) {
	c := serve(t, bridge(t))
	_, err := c.resources.GetResource(t.Context(), byURI("doc:big"))
	checkFailure(t, err, failure{
		code: codes.ResourceExhausted, reason: "RESPONSE_TOO_LARGE",
		message:  "the resource has 150000 bytes and exceeds the limit of 65536 for a unary response: use StreamResource",
		metadata: map[string]string{"server": "alpha", "uri": "doc:big", "sizeBytes": "150000", "limitBytes": "65536"},
	})
	got, err := streamed(t.Context(), t, c, byURI("doc:big"))
	if err != nil {
		t.Fatal(err)
	}
	if one := got.GetContents()[0]; !bytes.Equal(one.GetBlob(), bigBlob()) || one.GetMimeType() != "image/png" {
		t.Errorf(
			"got %d bytes of type %s, want the %d of image/png",
			len(one.GetBlob()), one.GetMimeType(), len(bigBlob()),
		)
	}
}

// Reading is safe to repeat, even if the server exited during the read.
func TestReadsAreRepeated(t *testing.T) {
	for way, read := range readers() {
		t.Run(way, func(t *testing.T) {
			f := newFake()
			f.resources.read = func(_ context.Context, read mcpbridge.Read, attempt int) (*mcpbridge.Result, error) {
				if attempt < 3 {
					return nil, &mcpbridge.Error{
						Kind: mcpbridge.KindServerExited, Server: "alpha", URI: read.URI, Stage: mcpbridge.StageChild, Written: true,
						Repeatable: true,
					}
				}
				return resultOf(`{"contents":[{"uri":"a:b","text":"x"}]}`), nil
			}
			got, err := read(t.Context(), t, serve(t, f), byURI("a:b"))
			if err != nil || got.GetCallInfo().GetAttemptCount() != 3 || len(got.GetContents()) != 1 {
				t.Errorf("got %v, error %v, want 1 contents after 3 attempts", got, err)
			}
		})
	}
}

func TestReadFailures(t *testing.T) {
	b := bridge(t)
	for way, read := range readers() {
		t.Run(way, func(t *testing.T) {
			_, err := read(t.Context(), t, serveWith(t, b, onePolicy("", time.Minute, 1)), byURI("doc:die"))
			got := failureOf(t, err)
			if got.code != codes.Unavailable || got.metadata["maybeExecuted"] != "" || strings.Contains(got.message, "tool") {
				t.Errorf(`got %+v, want code Unavailable without maybeExecuted, a message without "tool"`, got)
			}
			c := serveWith(t, b, patient())
			if _, err := read(t.Context(), t, c, byURI("doc:text")); err != nil {
				t.Fatal(err) // the server is ready again
			}
			c = serveWith(t, b, onePolicy("", 200*time.Millisecond, 3))
			_, err = read(t.Context(), t, c, byURI("doc:hang"))
			checkFailure(t, err, failure{
				code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED",
				message:  "the deadline expired while the server read the resource",
				metadata: map[string]string{"server": "alpha", "uri": "doc:hang", "stage": "server"},
			})
		})
	}
}
