package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// ScanStream is the result of StreamScan. It is not safe for concurrent use.
type ScanStream struct {
	// OnProgress is called with each progress event, in order, on the goroutine
	// that iterates. Nil: progress is ignored. If the scan is repeated, progress
	// begins again.
	OnProgress func(*commonv1.ProgressEvent)

	client *Client
	ctx    func() (context.Context, context.CancelFunc)
	req    *codeintelv1.StreamScanRequest
	result *codeintelv1.ScanResponse
}

// StreamScan scans a project of any size. The scan begins when the caller iterates.
// It copies req, whose page_size and page_token must not be set.
func (c *Client) StreamScan(ctx context.Context, req *codeintelv1.ScanRequest) *ScanStream {
	return &ScanStream{
		client: c,
		ctx:    func() (context.Context, context.CancelFunc) { return c.limit(ctx) },
		req:    &codeintelv1.StreamScanRequest{Scan: proto.CloneOf(req)},
	}
}

// All iterates over the elements by file and line. An error ends the iteration and
// is its last pair; with reason LIST_CHANGED, the project changed and the elements
// so far are outdated. Leaving the loop cancels the scan. The deadline covers the
// whole iteration, including the time in the body of the loop. Each call of All
// scans again.
//
// A scan that is interrupted is repeated while All has not yielded an element.
func (s *ScanStream) All() iter.Seq2[*codeintelv1.Element, error] {
	return func(yield func(*codeintelv1.Element, error) bool) {
		ctx, cancel := s.ctx()
		defer cancel()
		s.result = nil
		run := scanRun{stream: s, yield: yield}
		may := func(err error) bool { return !run.yielded && interrupted(err) }
		err := s.client.retry.do(ctx, may, func() (metadata.MD, error) { return run.once(ctx) })
		if err != nil && !run.left {
			yield(nil, err)
		}
	}
}

// Result returns the totals, the skipped files and the Analysis, without elements.
// It is nil until All has ended without an error; the getters of a nil result
// return zero values.
func (s *ScanStream) Result() *codeintelv1.ScanResponse { return s.result }

// scanRun is one iteration with all its attempts.
type scanRun struct {
	stream        *ScanStream
	yield         func(*codeintelv1.Element, error) bool
	yielded, left bool
}

// once runs one attempt. It returns no error if the caller leaves the loop.
func (r *scanRun) once(ctx context.Context) (metadata.MD, error) {
	stream, err := r.stream.client.CodeIntelService().StreamScan(ctx, r.stream.req, notByGRPC)
	if err != nil {
		return nil, err
	}
	var result *codeintelv1.ScanResponse
	for {
		event, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF) && result != nil:
			r.stream.result = result
			return nil, nil
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("scan %s: the stream ended without a result: %w",
				r.stream.req.GetScan().GetProjectPath(), io.ErrUnexpectedEOF)
		case err != nil:
			return stream.Trailer(), err
		}
		switch e := event.GetEvent().(type) {
		case *codeintelv1.StreamScanResponse_Progress:
			if r.stream.OnProgress != nil {
				r.stream.OnProgress(e.Progress)
			}
		case *codeintelv1.StreamScanResponse_Elements:
			if !r.pass(e.Elements.GetElements()) {
				return nil, nil
			}
		case *codeintelv1.StreamScanResponse_Result:
			result = e.Result
		}
	}
}

// pass yields elements until the caller leaves the loop.
func (r *scanRun) pass(elements []*codeintelv1.Element) bool {
	for _, element := range elements {
		r.yielded = true
		if !r.yield(element, nil) {
			r.left = true
			return false
		}
	}
	return true
}
