package client

import (
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/metadata"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
)

// ReadResource reads a resource as GetResource does, but of any size. A read that
// is interrupted is repeated. Contents that do not arrive completely are an error.
func (c *Client) ReadResource(
	ctx context.Context, req *resourcev1.GetResourceRequest,
) (*resourcev1.GetResourceResponse, error) {
	ctx, cancel := c.limit(ctx) // one deadline for all attempts
	defer cancel()
	var reader *resourceReader
	err := c.retry.do(ctx, interrupted, func() (metadata.MD, error) {
		reader = &resourceReader{}
		return c.readOnce(ctx, req, reader)
	})
	if err != nil {
		return nil, err
	}
	return reader.result, nil
}

// readOnce runs one attempt.
func (c *Client) readOnce(
	ctx context.Context, req *resourcev1.GetResourceRequest, reader *resourceReader,
) (metadata.MD, error) {
	stream, err := c.ResourceService().StreamResource(ctx, &resourcev1.StreamResourceRequest{Read: req}, notByGRPC)
	if err != nil {
		return nil, err
	}
	for {
		event, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return nil, reader.end()
		case err != nil:
			return stream.Trailer(), err
		}
		reader.take(event)
	}
}

// resourceReader joins the events of a stream.
type resourceReader struct {
	contents []*commonv1.ResourceContents
	result   *resourcev1.GetResourceResponse
	start    *resourcev1.ContentsStart // of the part that is being received; nil: none
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
		r.result = e.Result
		r.result.Contents = r.contents
	}
}

// maxReserve bounds the memory, in bytes, that is allocated before data arrives.
const maxReserve = 64 << 20

// finish adds the part that was received.
func (r *resourceReader) finish() {
	if r.start == nil {
		return
	}
	if want := r.start.GetSizeBytes(); r.start.SizeBytes != nil && int64(len(r.data)) != want && r.broken == nil {
		r.broken = fmt.Errorf(
			"read %s: got %d of %d bytes: %w", r.start.GetUri(), len(r.data), want, io.ErrUnexpectedEOF,
		)
	}
	contents := &commonv1.ResourceContents{
		Uri: r.start.GetUri(), MimeType: r.start.GetMimeType(), Meta: r.start.GetMeta(),
	}
	if r.start.GetKind() == resourcev1.ContentsKind_CONTENTS_KIND_TEXT {
		contents.Contents = &commonv1.ResourceContents_Text{Text: string(r.data)}
	} else {
		contents.Contents = &commonv1.ResourceContents_Blob{Blob: r.data}
	}
	r.contents = append(r.contents, contents)
	r.start, r.data = nil, nil
}

// end returns an error if something is missing.
func (r *resourceReader) end() error {
	if r.result == nil {
		return fmt.Errorf("read: the stream ended without a result: %w", io.ErrUnexpectedEOF)
	}
	return r.broken
}
