package server

import (
	"errors"
	"slices"

	"google.golang.org/grpc"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/stream"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// StreamResource reads a resource of any size and sends it in chunks.
func (s *resourceService) StreamResource(
	req *resourcev1.StreamResourceRequest, events grpc.ServerStreamingServer[resourcev1.StreamResourceResponse],
) error {
	ctx := events.Context()
	read, err := s.read(ctx, req.GetRead())
	if err != nil {
		return &readError{err: err}
	}
	out := stream.NewSender(events)
	defer out.Close() // in case of a panic below
	err = out.Finish(ctx, s.resourceEvents(read))
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) { // the caller did not read
		failure := toolcall.Ended(read.result.Server, "", cause)
		failure.URI, failure.Written, failure.Repeatable = read.request.URI, true, true
		return failure
	}
	return err
}

// readError is an error of the GetResourceRequest in the field "read" of a
// StreamResourceRequest.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// Verdict prefixes the field paths of violations with "read".
func (e *readError) Verdict() failure.Verdict {
	v := failure.VerdictOf(e.err)
	v.Violations = slices.Clone(v.Violations)
	for i := range v.Violations {
		v.Violations[i].Field = "read." + v.Violations[i].Field
	}
	return v
}

// resourceEvents converts a resource to stream events.
func (b *backend) resourceEvents(read *readResult) []*resourcev1.StreamResourceResponse {
	var events []*resourcev1.StreamResourceResponse
	for _, c := range read.Contents {
		events = append(events, &resourcev1.StreamResourceResponse{
			Event: &resourcev1.StreamResourceResponse_Start{Start: contentsStart(c)},
		})
		for rest := c.Data; len(rest) > 0; {
			n := min(len(rest), b.Limits.ChunkBytes)
			events = append(events, &resourcev1.StreamResourceResponse{
				Event: &resourcev1.StreamResourceResponse_Chunk{Chunk: rest[:n:n]},
			})
			rest = rest[n:]
		}
	}
	return append(events, &resourcev1.StreamResourceResponse{
		Event: &resourcev1.StreamResourceResponse_Result{Result: read.response()},
	})
}
