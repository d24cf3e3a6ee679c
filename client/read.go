package client

import (
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/types/known/structpb"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Read asks for one resource, by URI or by template.
type Read struct {
	// URI of the resource; empty: Template is set.
	URI string
	// Template is a URI template that a server offers, Arguments the values of its
	// variables.
	Template  string
	Arguments map[string]string
	// Server that has it; empty: the one that owns the URI or the template.
	Server string
}

// Resource is a resource that was read.
type Resource struct {
	// Contents are mostly one, but several for a folder and the like.
	Contents []*resourcev1.ResourceContents
	// LossyPaths are the JSON pointers of what they do not hold exactly.
	LossyPaths []string
	// Meta is the result's _meta; nil when none.
	Meta *structpb.Struct
	// Info says what the read went through.
	Info *toolv1.CallInfo
}

// ReadResource reads a resource of any size. What does not arrive in full is an
// error.
func (c *Client) ReadResource(ctx context.Context, read Read) (*Resource, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the stream when we leave early
	req := &resourcev1.StreamResourceRequest{
		Target:    &resourcev1.StreamResourceRequest_Uri{Uri: read.URI},
		Arguments: read.Arguments,
		Server:    read.Server,
	}
	if read.Template != "" {
		req.Target = &resourcev1.StreamResourceRequest_UriTemplate{UriTemplate: read.Template}
	}
	stream, err := c.ResourceService().StreamResource(ctx, req)
	if err != nil {
		return nil, err
	}
	var reader resourceReader
	for {
		event, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return reader.end()
		case err != nil:
			return nil, err
		}
		reader.take(event)
	}
}

// resourceReader joins the events of a stream.
type resourceReader struct {
	resource Resource
	start    *resourcev1.ContentsStart // of the contents that are on their way; nil: none
	data     []byte
	broken   error
}

// take adds one event.
func (r *resourceReader) take(event *resourcev1.StreamResourceResponse) {
	switch e := event.GetEvent().(type) {
	case *resourcev1.StreamResourceResponse_Start:
		r.finish()
		r.start, r.data = e.Start, make([]byte, 0, min(max(e.Start.GetSizeBytes(), 0), maxReserve))
	case *resourcev1.StreamResourceResponse_Chunk:
		r.data = append(r.data, e.Chunk...)
	case *resourcev1.StreamResourceResponse_Result:
		r.finish()
		r.resource.LossyPaths, r.resource.Meta = e.Result.GetLossyPaths(), e.Result.GetMeta()
		if r.resource.Info = e.Result.GetCall(); r.resource.Info == nil {
			r.resource.Info = &toolv1.CallInfo{}
		}
	}
}

// maxReserve bounds the memory that is taken on a mere announcement.
const maxReserve = 64 << 20

// finish adds the contents that have arrived.
func (r *resourceReader) finish() {
	if r.start == nil {
		return
	}
	if want := r.start.GetSizeBytes(); int64(len(r.data)) != want && r.broken == nil {
		r.broken = fmt.Errorf("read %s: %w: %d bytes of %d", r.start.GetUri(), io.ErrUnexpectedEOF, len(r.data), want)
	}
	contents := &resourcev1.ResourceContents{Uri: r.start.GetUri(), MimeType: r.start.GetMimeType(), Meta: r.start.GetMeta()}
	if r.start.GetKind() == resourcev1.ContentsKind_CONTENTS_KIND_TEXT {
		contents.Contents = &resourcev1.ResourceContents_Text{Text: string(r.data)}
	} else {
		contents.Contents = &resourcev1.ResourceContents_Blob{Blob: r.data}
	}
	r.resource.Contents = append(r.resource.Contents, contents)
	r.start, r.data = nil, nil
}

// end returns what has arrived, if that is all.
func (r *resourceReader) end() (*Resource, error) {
	if r.resource.Info == nil {
		return nil, fmt.Errorf("read: %w: the stream ended without a result", io.ErrUnexpectedEOF)
	}
	if r.broken != nil {
		return nil, r.broken
	}
	return &r.resource, nil
}
