package client_test

import (
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
)

// Events of StreamResource.

// part begins a part whose size is unknown unless it is given.
func part(uri string, kind resourcev1.ContentsKind, size ...int64) *resourcev1.StreamResourceResponse {
	start := &resourcev1.ContentsStart{Uri: uri, MimeType: "m", Kind: kind}
	if len(size) > 0 {
		start.SizeBytes = &size[0]
	}
	return &resourcev1.StreamResourceResponse{Event: &resourcev1.StreamResourceResponse_Start{Start: start}}
}

func piece(s string) *resourcev1.StreamResourceResponse {
	return &resourcev1.StreamResourceResponse{Event: &resourcev1.StreamResourceResponse_Chunk{Chunk: []byte(s)}}
}

func readResult(lossy ...string) *resourcev1.StreamResourceResponse {
	return &resourcev1.StreamResourceResponse{Event: &resourcev1.StreamResourceResponse_Result{
		Result: &resourcev1.GetResourceResponse{
			LossyPaths: lossy, Meta: new(structpb.Struct), CallInfo: &commonv1.CallInfo{Server: "s"},
		},
	}}
}

// resource serves StreamResource with these events.
func resource(events ...*resourcev1.StreamResourceResponse) *fake {
	return &fake{read: func(_ int, _ *resourcev1.StreamResourceRequest, stream readStream) error {
		for _, event := range events {
			if err := stream.Send(event); err != nil {
				return err
			}
		}
		return nil
	}}
}

func TestReadResource(t *testing.T) {
	const isText, isBlob = resourcev1.ContentsKind_CONTENTS_KIND_TEXT, resourcev1.ContentsKind_CONTENTS_KIND_BLOB
	tests := map[string]struct {
		stream []*resourcev1.StreamResourceResponse
		want   []*commonv1.ResourceContents
		err    error
	}{
		"empty": {[]*resourcev1.StreamResourceResponse{readResult("/a")}, nil, nil},
		"three parts": {
			[]*resourcev1.StreamResourceResponse{
				part("r:1", isText, 2), piece("\xc3"), piece("\xa4"), part("r:2", isBlob, 0),
				part("r:3", isBlob), piece("abc"), readResult("/a"),
			},
			[]*commonv1.ResourceContents{
				{Uri: "r:1", MimeType: "m", Contents: &commonv1.ResourceContents_Text{Text: "ä"}},
				{Uri: "r:2", MimeType: "m", Contents: &commonv1.ResourceContents_Blob{Blob: []byte{}}},
				{Uri: "r:3", MimeType: "m", Contents: &commonv1.ResourceContents_Blob{Blob: []byte("abc")}},
			},
			nil,
		},
		"without a result": {
			[]*resourcev1.StreamResourceResponse{part("r:1", isText, 1), piece("a")}, nil, io.ErrUnexpectedEOF,
		},
		"a part that is too short": {
			[]*resourcev1.StreamResourceResponse{
				part("r:1", isText, 2),
				piece("a"),
				readResult(),
			},
			nil,
			io.ErrUnexpectedEOF,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := serve(t, resource(test.stream...)).ReadResource(soon(t), nil)
			if !errors.Is(err, test.err) || (err != nil) != (got == nil) {
				t.Fatalf("got %v and error %v, want error %v", got, err, test.err)
			}
			if err != nil {
				return
			}
			if diff := cmp.Diff(test.want, got.GetContents(), protocmp.Transform()); diff != "" {
				t.Errorf("contents (-want +got):\n%s", diff)
			}
			if got.GetCallInfo().GetServer() != "s" || got.GetLossyPaths()[0] != "/a" || got.GetMeta() == nil {
				t.Errorf("got %v, want call info of server s, the lossy path /a and a meta", got)
			}
		})
	}
}

// All attempts count, even if they received events.
func TestReadResourceAttempts(t *testing.T) {
	f := &fake{read: func(attempt int, _ *resourcev1.StreamResourceRequest, stream readStream) error {
		if attempt == 2 {
			return errors.Join(stream.Send(part("r:1", resourcev1.ContentsKind_CONTENTS_KIND_TEXT, 2)), unavailable())
		}
		return unavailable()
	}}
	got, err := serve(t, f).ReadResource(soon(t), nil)
	if status.Code(err) != codes.Unavailable || f.count() != 4 {
		t.Errorf("got %v and error %v after %d attempts, want UNAVAILABLE after 4", got, err, f.count())
	}
}

// A read that breaks off is repeated from the start.
func TestReadResourceRetries(t *testing.T) {
	const isText = resourcev1.ContentsKind_CONTENTS_KIND_TEXT
	want := &resourcev1.GetResourceRequest{Resource: &resourcev1.GetResourceRequest_Uri{Uri: "r:1"}, Server: "s"}
	var sent *resourcev1.StreamResourceRequest
	f := &fake{read: func(attempt int, req *resourcev1.StreamResourceRequest, stream readStream) error {
		sent = req
		for _, event := range []*resourcev1.StreamResourceResponse{part("r:1", isText, 2), piece("a")} {
			if err := stream.Send(event); err != nil {
				return err
			}
		}
		if attempt == 1 {
			return unavailable()
		}
		for _, event := range []*resourcev1.StreamResourceResponse{piece("b"), readResult()} {
			if err := stream.Send(event); err != nil {
				return err
			}
		}
		return nil
	}}
	got, err := serve(t, f).ReadResource(soon(t), want)
	if err != nil || len(got.GetContents()) != 1 || got.GetContents()[0].GetText() != "ab" || f.count() != 2 {
		t.Errorf("got %v and error %v after %d attempts, want ab after 2", got, err, f.count())
	}
	if !proto.Equal(sent.GetRead(), want) {
		t.Errorf("sent %v, want %v", sent.GetRead(), want)
	}
}
