package client_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/coderef-system/coderefd/client"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// fakeResources is a resource service whose answers a test sets.
type fakeResources struct {
	resourcev1.UnimplementedResourceServiceServer

	stream []*resourcev1.StreamResourceResponse
	last   *resourcev1.StreamResourceRequest
}

func (f *fakeResources) StreamResource(req *resourcev1.StreamResourceRequest, stream grpc.ServerStreamingServer[resourcev1.StreamResourceResponse]) error {
	f.last = req
	for _, event := range f.stream {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	return nil
}

// ListResources gives a page for each letter of the server's name.
func (f *fakeResources) ListResources(_ context.Context, req *resourcev1.ListResourcesRequest) (*resourcev1.ListResourcesResponse, error) {
	at := len(req.GetPageToken())
	resp := &resourcev1.ListResourcesResponse{Resources: []*resourcev1.Resource{{Uri: "r:" + req.GetServer()[at:at+1]}}}
	if at+1 < len(req.GetServer()) {
		resp.NextPageToken = req.GetServer()[:at+1]
	}
	return resp, nil
}

func (f *fakeResources) ListResourceTemplates(_ context.Context, req *resourcev1.ListResourceTemplatesRequest) (*resourcev1.ListResourceTemplatesResponse, error) {
	at := len(req.GetPageToken())
	resp := &resourcev1.ListResourceTemplatesResponse{ResourceTemplates: []*resourcev1.ResourceTemplate{{UriTemplate: "t:" + req.GetServer()[at:at+1]}}}
	if at+1 < len(req.GetServer()) {
		resp.NextPageToken = req.GetServer()[:at+1]
	}
	return resp, nil
}

func starts(uri string, kind resourcev1.ContentsKind, size int64) *resourcev1.StreamResourceResponse {
	return &resourcev1.StreamResourceResponse{Event: &resourcev1.StreamResourceResponse_Start{
		Start: &resourcev1.ContentsStart{Uri: uri, MimeType: "m", Kind: kind, SizeBytes: size},
	}}
}

func piece(s string) *resourcev1.StreamResourceResponse {
	return &resourcev1.StreamResourceResponse{Event: &resourcev1.StreamResourceResponse_Chunk{Chunk: []byte(s)}}
}

func readEnds(lossy ...string) *resourcev1.StreamResourceResponse {
	return &resourcev1.StreamResourceResponse{Event: &resourcev1.StreamResourceResponse_Result{
		Result: &resourcev1.GetResourceResponse{LossyPaths: lossy, Meta: new(structpb.Struct), Call: &toolv1.CallInfo{Server: "s"}},
	}}
}

func TestReadResource(t *testing.T) {
	const isText, isBlob = resourcev1.ContentsKind_CONTENTS_KIND_TEXT, resourcev1.ContentsKind_CONTENTS_KIND_BLOB
	tests := map[string]struct {
		stream []*resourcev1.StreamResourceResponse
		want   []*resourcev1.ResourceContents
		err    error
	}{
		"nothing": {[]*resourcev1.StreamResourceResponse{readEnds("/a")}, nil, nil},
		"several": {
			[]*resourcev1.StreamResourceResponse{
				starts("r:1", isText, 2), piece("\xc3"), piece("\xa4"), starts("r:2", isBlob, 0), starts("r:3", isBlob, 3), piece("abc"), readEnds("/a"),
			},
			[]*resourcev1.ResourceContents{
				{Uri: "r:1", MimeType: "m", Contents: &resourcev1.ResourceContents_Text{Text: "ä"}},
				{Uri: "r:2", MimeType: "m", Contents: &resourcev1.ResourceContents_Blob{Blob: []byte{}}},
				{Uri: "r:3", MimeType: "m", Contents: &resourcev1.ResourceContents_Blob{Blob: []byte("abc")}},
			},
			nil,
		},
		"without its end": {[]*resourcev1.StreamResourceResponse{starts("r:1", isText, 1), piece("a")}, nil, io.ErrUnexpectedEOF},
		"too short":       {[]*resourcev1.StreamResourceResponse{starts("r:1", isText, 2), piece("a"), readEnds()}, nil, io.ErrUnexpectedEOF},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := &fake{resources: fakeResources{stream: test.stream}}
			c, _ := serve(t, f)
			got, err := c.ReadResource(patient(t), client.Read{Template: "r:{x}", Arguments: map[string]string{"x": "1"}, Server: "s"})
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			want := &resourcev1.StreamResourceRequest{
				Target:    &resourcev1.StreamResourceRequest_UriTemplate{UriTemplate: "r:{x}"},
				Arguments: map[string]string{"x": "1"}, Server: "s",
			}
			if !proto.Equal(f.resources.last, want) {
				t.Errorf("request %v", f.resources.last)
			}
			if err != nil {
				return
			}
			if diff := cmp.Diff(test.want, got.Contents, protocmp.Transform()); diff != "" || got.Info.GetServer() != "s" || got.LossyPaths[0] != "/a" || got.Meta == nil {
				t.Errorf("%+v\n%s", got, diff)
			}
		})
	}
}

func TestResources(t *testing.T) {
	c, _ := serve(t, &fake{})
	var got []string
	for r, err := range c.Resources(patient(t), "abc") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.GetUri())
	}
	for r, err := range c.ResourceTemplates(patient(t), "de") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.GetUriTemplate())
	}
	if !slices.Equal(got, []string{"r:a", "r:b", "r:c", "t:d", "t:e"}) {
		t.Errorf("got %q", got)
	}
}
